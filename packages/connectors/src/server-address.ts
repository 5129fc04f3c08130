import { fail, type Result } from '@sightline/core'
import type { z } from 'zod'

/** What an address of a server says; null where it says nothing. */
export interface ServerAddress {
  readonly host: string
  readonly port: number | null
  /** What stands behind the host, not decoded. */
  readonly path: string
  readonly username: string
  readonly password: string | null
  readonly query: Readonly<Record<string, string>>
}

/** Parameters an address may carry. Everything else is refused: many drivers let them reach files, sockets and commands. */
export type ParameterRules = Readonly<Record<string, z.ZodType<string>>>

export const addressRefusal = (engineName: string, message: string) =>
  fail({ code: 'GENERIC_DB_ENGINE_ERROR' as const, message, extra: { engine_name: engineName } })

/** Reads an address and makes of it what `configOf` says, which may refuse. */
export function readServerAddress<Config>(
  uri: URL,
  engineName: string,
  rules: ParameterRules,
  configOf: (address: ServerAddress) => Result<Config>,
): Result<Config> {
  const refuse = (message: string) => addressRefusal(engineName, message)
  const query: Record<string, string> = {}
  for (const [name, value] of uri.searchParams) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
    if (!rule) return refuse(`The parameter "${name}" is not allowed in the address of a ${engineName} database.`)
    if (!rule.safeParse(value).success) return refuse(`The parameter "${name}" has a value that is not allowed.`)
    query[name] = value
  }
  try {
    const host = decodeURIComponent(uri.hostname).replace(/^\[|\]$/g, '')
    // A host with a slash would be a socket of the server.
    if (host === '' || host.includes('/')) return refuse(`The address of a ${engineName} database needs a host name.`)
    return configOf({
      host,
      port: uri.port === '' ? null : Number(uri.port),
      path: uri.pathname.replace(/^\//, ''),
      username: decodeURIComponent(uri.username),
      password: uri.password === '' ? null : decodeURIComponent(uri.password),
      query,
    })
  } catch {
    return refuse(`The address of the ${engineName} database cannot be read.`)
  }
}

interface Printed {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password?: string | null | undefined
  readonly query?: Readonly<Record<string, string>> | undefined
}

/** The address as text; `more` are parameters that the configuration says in another way. */
export function printServerAddress(
  scheme: string,
  { host, port, username, password, query }: Printed,
  path: string,
  more: Readonly<Record<string, string>>,
): string {
  const user = encodeURIComponent(username) + (password ? `:${encodeURIComponent(password)}` : '')
  const search = new URLSearchParams({ ...query, ...more }).toString()
  return `${scheme}://${user}@${host.includes(':') ? `[${host}]` : host}:${port}/${path}${search ? `?${search}` : ''}`
}
