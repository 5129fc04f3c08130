import { connectors, type Connector } from '@sightline/connectors'
import { fail, ok, type Result } from '@sightline/core'
import type { Secrets } from '../secrets.ts'

/** Stands where a secret was; sent back, it means: keep the secret you have. */
export const secretMask = 'XXXXXXXXXX'

/** `engine+driver://user:password@host:port/database?key=value`, taken apart. Texts are as they stand in the address. */
export interface ConnectionUri {
  readonly engine: string
  readonly driver: string | null
  readonly username: string | null
  readonly password: string | null
  readonly host: string | null
  readonly port: string | null
  readonly database: string | null
  readonly query: string | null
}

// The password may hold a slash or a colon: it ends at the first @. Anything stricter would refuse addresses in use.
const pattern =
  /^(?<engine>[a-z][a-z0-9_]*)(?:\+(?<driver>[a-z0-9_]+))?:\/\/(?:(?<username>[^:/@]*)(?::(?<password>[^@]*))?@)?(?<host>\[[^\]/?]+\]|[^/:?@]*)(?::(?<port>\d*))?(?:\/(?<database>[^?]*))?(?:\?(?<query>.*))?$/is

export function splitUri(text: string): ConnectionUri | null {
  const groups = pattern.exec(text.trim())?.groups
  if (!groups?.engine) return null
  const part = (name: string) => groups[name] || null
  return {
    engine: groups.engine.toLowerCase(),
    driver: groups.driver?.toLowerCase() ?? null,
    username: part('username'),
    password: part('password'),
    host: part('host'),
    port: part('port'),
    database: part('database'),
    query: part('query'),
  }
}

export function joinUri(uri: ConnectionUri): string {
  const person = uri.username === null && uri.password === null ? '' : `${uri.username ?? ''}${uri.password === null ? '' : `:${uri.password}`}@`
  const place = `${uri.host ?? ''}${uri.port ? `:${uri.port}` : ''}`
  return `${uri.engine}${uri.driver ? `+${uri.driver}` : ''}://${person}${place}/${uri.database ?? ''}${uri.query ? `?${uri.query}` : ''}`
}

export const invalidUriMessage = 'Invalid connection string, a valid string usually follows: backend+driver://user:password@database-host/database-name'

export const connectorOfEngine = (engine: string): Connector<unknown> | undefined =>
  connectors.find(({ id, aliases }) => id === engine || aliases.includes(engine))

/** The address as it may be stored and shown, and its password apart. */
export function maskUri(uri: ConnectionUri): { readonly uri: string; readonly password: string | null } {
  if (uri.password === null) return { uri: joinUri(uri), password: null }
  return { uri: joinUri({ ...uri, password: secretMask }), password: decoded(uri.password) }
}

/** A masked password is replaced by the one that is known. */
export const unmaskUri = (uri: ConnectionUri, known: string | null): ConnectionUri =>
  uri.password === secretMask ? { ...uri, password: known === null ? null : encodeURIComponent(known) } : uri

/** What a connector reads: no driver part, the password in its place. */
export function urlFor(uri: ConnectionUri): Result<URL> {
  const password = uri.password === null ? null : encodeURIComponent(decoded(uri.password))
  try {
    return ok(new URL(joinUri({ ...uri, driver: null, password })))
  } catch {
    return fail({ code: 'GENERIC_DB_ENGINE_ERROR', message: invalidUriMessage, status: 422 })
  }
}

/** Connector and configuration of a stored database. */
export function openRow(row: { readonly uri: string; readonly password: string | null }, secrets: Pick<Secrets, 'decrypt'>): Result<Opened> {
  const uri = splitUri(row.uri)
  if (!uri) return fail({ code: 'GENERIC_DB_ENGINE_ERROR', message: invalidUriMessage, status: 422 })
  return openUri(unmaskUri(uri, row.password === null ? null : secrets.decrypt(row.password)))
}

export interface Opened {
  readonly connector: Connector<unknown>
  readonly config: unknown
}

export function openUri(uri: ConnectionUri): Result<Opened> {
  const connector = connectorOfEngine(uri.engine)
  if (!connector) return fail({ code: 'GENERIC_COMMAND_ERROR', message: `Could not load database driver: ${uri.engine}`, status: 422 })
  const url = urlFor(uri)
  if (!url.ok) return url
  const config = connector.fromUri(url.value)
  return config.ok ? ok({ connector, config: config.value }) : config
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // A bare % in a password is a %.
  }
}
