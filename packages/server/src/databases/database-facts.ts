import type { Connector } from '@sightline/connectors'
import { z } from 'zod'
import { connectorOfEngine, secretMask, splitUri } from './connection-uri.ts'

interface Row {
  readonly id: number
  readonly uri: string
  readonly extra: string
}

/** Settings of a database that live in its `extra` text. */
export interface DatabaseExtra {
  readonly [key: string]: unknown
  readonly cost_estimate_enabled?: unknown
  readonly allows_virtual_table_explore?: unknown
  readonly explore_database_id?: unknown
  readonly disable_data_preview?: unknown
  readonly cancel_query_on_windows_unload?: unknown
  readonly schema_options?: unknown
  readonly schemas_allowed_for_file_upload?: unknown
}

/** The text of a database whose author wrote none. */
export const defaultExtra = `${JSON.stringify(
  { metadata_params: {}, engine_params: {}, metadata_cache_timeout: {}, schemas_allowed_for_file_upload: [] },
  null,
  4,
)}\n`

/** Unreadable text is an empty object: a broken setting must not hide the database. */
export function readExtra(text: string | null): DatabaseExtra {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as DatabaseExtra) : {}
  } catch {
    return {}
  }
}

/** What a stored database is called on the wire: the connector's id where there is one, else what its address says. */
export function backendOf(row: Pick<Row, 'uri'>): string {
  const engine = splitUri(row.uri)?.engine ?? ''
  return connectorOfEngine(engine)?.id ?? engine
}

export const connectorOfRow = (row: Pick<Row, 'uri'>): Connector<unknown> | undefined => connectorOfEngine(splitUri(row.uri)?.engine ?? '')

export function driverNameOf(row: Pick<Row, 'uri'>): string {
  const uri = splitUri(row.uri)
  return uri?.driver ?? backendOf(row)
}

export const engineInformationOf = (connector: Connector<unknown> | undefined) => ({
  supports_file_upload: connector?.dialect.flags.fileUpload ?? false,
  // A database in a file has no port that a tunnel could lead to.
  disable_ssh_tunneling: connector ? !hasServer(connector) : true,
})

/** Whether the connector reaches a server by host and port, so that the usual form of fields fits it. */
export const hasServer = ({ config }: Connector<unknown>): boolean => config instanceof z.ZodObject && 'host' in config.shape

export const exploreFactsOf = (row: Row) => {
  const extra = readExtra(row.extra)
  const connector = connectorOfRow(row)
  return {
    allows_cost_estimate: extra.cost_estimate_enabled === true && connector?.dialect.flags.costEstimate === true ? true : null,
    allows_subquery: true,
    allows_virtual_table_explore: extra.allows_virtual_table_explore !== false,
    explore_database_id: typeof extra.explore_database_id === 'number' ? extra.explore_database_id : row.id,
    disable_data_preview: extra.disable_data_preview === true,
    schema_options: typeof extra.schema_options === 'object' && extra.schema_options !== null ? extra.schema_options : {},
    engine_information: engineInformationOf(connector),
  }
}

/** The parameter that stands in an address for the switch of the form: what the connector itself adds to an encrypted one, if anything. */
export function encryptionParameterOf(connector: Connector<unknown>): readonly [name: string, value: string] | null {
  const sample = { host: 'h', port: 1, database: 'd', username: 'u', password: null, query: {}, encryption: true }
  return [...new URL(connector.toUri(sample)).searchParams][0] ?? null
}

/** The address as the fields of the connection form; a password is shown as the mask. */
export function parametersOf(row: Pick<Row, 'uri'>): Record<string, unknown> | undefined {
  const uri = splitUri(row.uri)
  const connector = connectorOfRow(row)
  if (!uri || !connector) return undefined
  const query = Object.fromEntries(new URLSearchParams(uri.query ?? ''))
  if (!hasServer(connector)) return { database: uri.database, query }
  const [name, value] = encryptionParameterOf(connector) ?? ['', '']
  const { [name]: encryption, ...others } = query
  const isEncrypted = encryption === value
  return {
    username: uri.username,
    password: uri.password === null ? null : secretMask,
    host: uri.host,
    port: uri.port === null ? null : Number(uri.port),
    database: uri.database,
    query: isEncrypted || encryption === undefined ? others : query,
    encryption: isEncrypted,
  }
}

/** The JSON schema of those fields, made from the connector's own configuration: the form of a new kind of database needs nothing more. */
export function parametersSchemaOf(connector: Connector<unknown>): Record<string, unknown> {
  const { properties = {}, required = [] } = z.toJSONSchema(connector.config, { io: 'output', unrepresentable: 'any' })
  const fields = Object.entries(properties).map(([name, field]) => [name, plainField(name, field as FieldSchema)] as const)
  const ssh = { type: 'boolean', description: 'Use an ssh tunnel connection to the database' }
  return {
    type: 'object',
    additionalProperties: false,
    required: [...required].toSorted(),
    properties: Object.fromEntries([...fields, ...(hasServer(connector) ? [['ssh', ssh] as const] : [['query', queryField] as const])].toSorted()),
  }
}

interface FieldSchema {
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly [key: string]: unknown
}

const queryField = { type: 'object', description: 'Additional parameters', additionalProperties: {} }

/** A field that may be left empty says so in a word of its own, as clients of the interface expect; every field has a description. */
function plainField(name: string, { type, ...rest }: FieldSchema): Record<string, unknown> {
  if (name === 'query') return queryField
  const types = [type ?? 'string'].flat()
  // A name may be left out as well: whether it is needed is for the database to say.
  const mayBeEmpty = types.includes('null') || name === 'username'
  // Clients know the port's bound as the first number that is none.
  const bound = name === 'port' ? { maximum: 65_536 } : {}
  return {
    ...rest,
    type: types.find((one) => one !== 'null'),
    ...(mayBeEmpty ? { nullable: true } : {}),
    ...bound,
    description: rest.description ?? rest.title ?? name,
  }
}
