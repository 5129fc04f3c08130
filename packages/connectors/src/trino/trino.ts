import { fail, ok } from '@sightline/core'
import { z } from 'zod'
import { defineConnector } from '../connector.ts'
import { trinoConfig, type TrinoConfig } from './config.ts'
import { trinoDialect } from './dialect.ts'
import { engineName } from './problems.ts'

/** Everything else an address could ask for (tokens, files, session properties, other users) is refused. */
const parameterRules: Readonly<Record<string, z.ZodType<string>>> = {
  http_scheme: z.enum(['http', 'https']),
  verify: z.enum(['true', 'false']),
  source: z.string().regex(/^[\w .:/-]{1,64}$/),
  connect_timeout: z.string().regex(/^[1-9]\d{0,2}$/),
}

const refuse = (message: string) => fail({ code: 'GENERIC_DB_ENGINE_ERROR' as const, message, extra: { engine_name: engineName } })

export const trino = defineConnector<TrinoConfig>({
  id: 'trino',
  name: 'Trino',
  aliases: [],
  uriPlaceholder: 'trino://user:password@host:port/catalog/schema',
  config: trinoConfig,
  fromUri: (uri) => {
    const query: Record<string, string> = {}
    for (const [name, value] of uri.searchParams) {
      const rule = Object.hasOwn(parameterRules, name) ? parameterRules[name] : undefined
      if (!rule) return refuse(`The parameter "${name}" is not allowed in the address of a Trino database.`)
      if (!rule.safeParse(value).success) return refuse(`The parameter "${name}" has a value that is not allowed.`)
      query[name] = value
    }
    try {
      const host = decodeURIComponent(uri.hostname).replace(/^\[|\]$/g, '')
      if (host === '' || host.includes('/')) return refuse('The address of a Trino database needs a host name.')
      const username = decodeURIComponent(uri.username)
      if (username === '') return refuse('The address of a Trino database needs a user name.')
      const database = uri.pathname
        .replace(/^\/|\/$/g, '')
        .split('/')
        .map(decodeURIComponent)
        .join('/')
      if (database === '') return refuse('The address of a Trino database names a catalog: trino://user@host:port/catalog.')
      const password = uri.password === '' ? null : decodeURIComponent(uri.password)
      // A password that travels unencrypted is known to everyone on the way; Trino itself refuses it.
      if (password !== null && query['http_scheme'] === 'http') return refuse('A password is only sent to Trino over https.')
      const encryption = query['http_scheme'] === 'https' || password !== null || uri.port === '443'
      return ok({ host, port: uri.port === '' ? (encryption ? 443 : 8080) : Number(uri.port), database, username, password, query, encryption })
    } catch {
      return refuse('The address of the Trino database cannot be read.')
    }
  },
  toUri: ({ host, port, database, username, password, query, encryption }) => {
    const user = encodeURIComponent(username) + (password ? `:${encodeURIComponent(password)}` : '')
    const isSaid = password || port === 443 || query?.['http_scheme']
    const search = new URLSearchParams({ ...query, ...(encryption && !isSaid ? { http_scheme: 'https' } : {}) }).toString()
    const path = database.split('/').map(encodeURIComponent).join('/')
    return `trino://${user}@${host.includes(':') ? `[${host}]` : host}:${port}/${path}${search ? `?${search}` : ''}`
  },
  dialect: trinoDialect,
  lacks: {
    'primary keys': 'Trino keeps no keys: its catalogs are views of other stores.',
    'foreign keys': 'Trino keeps no keys: its catalogs are views of other stores.',
    indexes: 'Trino has no indexes: its catalogs are views of other stores.',
    transactions: 'Most catalogs of Trino write outside transactions only; every statement stands alone.',
    'cancel keeps the connection': 'Trino is asked over HTTP, statement by statement: there is no connection to keep.',
  },
  open: async (settings, surroundings) => (await import('./driver.ts')).openDriver(settings, surroundings),
})
