import type { Connector } from '@sightline/connectors'
import { fail, ok, type Result } from '@sightline/core'
import { connectorOfEngine, secretMask, splitUri, unmaskUri, type ConnectionUri } from './connection-uri.ts'
import { encryptionParameterOf, hasServer } from './database-facts.ts'

interface Sent {
  readonly sqlalchemy_uri?: string | null | undefined
  readonly configuration_method?: string | undefined
  readonly engine?: string | null | undefined
  readonly driver?: string | null | undefined
  readonly parameters?: Readonly<Record<string, unknown>> | null | undefined
}

export type ConnectionFault = 'none' | 'unreadable' | 'no form'

/** The address that a body describes, in either form. `known` is the password that the mask stands for. */
export function readConnection(sent: Sent, known: string | null): Result<ConnectionUri, ConnectionFault> {
  const { parameters } = sent
  if (sent.configuration_method === 'dynamic_form' && parameters && Object.keys(parameters).length > 0) {
    const engine = sent.engine ?? (typeof parameters.engine === 'string' ? parameters.engine : '')
    const connector = connectorOfEngine(engine)
    return connector && hasServer(connector) ? ok(unmaskUri(fromParameters(connector, sent.driver ?? null, parameters), known)) : fail('no form' as const)
  }
  if (!sent.sqlalchemy_uri) return fail('none' as const)
  const uri = splitUri(sent.sqlalchemy_uri)
  return uri ? ok(unmaskUri(uri, known)) : fail('unreadable' as const)
}

function fromParameters(connector: Connector<unknown>, driver: string | null, parameters: Readonly<Record<string, unknown>>): ConnectionUri {
  const text = (name: string): string | null => {
    const value = parameters[name]
    return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null
  }
  const encoded = (name: string): string | null => {
    const value = text(name)
    return value === null ? null : value === secretMask ? value : encodeURIComponent(value)
  }
  const query = new URLSearchParams(queryOf(parameters.query))
  const encryption = parameters.encryption === true ? encryptionParameterOf(connector) : null
  if (encryption) query.set(...encryption)
  return {
    engine: connector.id,
    driver,
    username: encoded('username'),
    password: encoded('password'),
    host: text('host'),
    port: text('port'),
    database: encoded('database'),
    query: query.size === 0 ? null : query.toString(),
  }
}

const queryOf = (value: unknown): [string, string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, one]): [string, string][] => (['string', 'number', 'boolean'].includes(typeof one) ? [[key, String(one)]] : []))
    : []
