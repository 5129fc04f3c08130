import { fail, ok } from '@sightline/core'
import { z } from 'zod'
import { defineConnector } from '../connector.ts'
import { postgresConfig, sslModes, type PostgresConfig } from './config.ts'
import { postgresDialect } from './dialect.ts'
import { engineName } from './problems.ts'

/** Everything else a URI could ask for reaches files, sockets or start-up commands of the server and is refused. */
const parameterRules: Readonly<Record<string, z.ZodType<string>>> = {
  sslmode: z.enum(sslModes),
  connect_timeout: z.string().regex(/^[1-9]\d{0,2}$/),
  application_name: z.string().max(63),
}

const refuse = (message: string) => fail({ code: 'GENERIC_DB_ENGINE_ERROR' as const, message, extra: { engine_name: engineName } })

export const postgresql = defineConnector<PostgresConfig>({
  id: 'postgresql',
  name: 'PostgreSQL',
  aliases: ['postgres'],
  uriPlaceholder: 'postgresql://user:password@host:port/dbname[?key=value&key=value...]',
  config: postgresConfig,
  fromUri: (uri) => {
    const query: Record<string, string> = {}
    for (const [name, value] of uri.searchParams) {
      const rule = Object.hasOwn(parameterRules, name) ? parameterRules[name] : undefined
      if (!rule) return refuse(`The parameter "${name}" is not allowed in the address of a PostgreSQL database.`)
      if (!rule.safeParse(value).success) return refuse(`The parameter "${name}" has a value that is not allowed.`)
      query[name] = value
    }
    try {
      const host = decodeURIComponent(uri.hostname).replace(/^\[|\]$/g, '')
      // A host that begins with a slash would be a socket folder of the server.
      if (host === '' || host.includes('/')) return refuse('The address of a PostgreSQL database needs a host name.')
      return ok({
        host,
        port: uri.port === '' ? 5432 : Number(uri.port),
        database: decodeURIComponent(uri.pathname.replace(/^\//, '')),
        username: decodeURIComponent(uri.username),
        password: uri.password === '' ? null : decodeURIComponent(uri.password),
        query,
        encryption: query['sslmode'] === 'require',
      })
    } catch {
      return refuse('The address of the PostgreSQL database cannot be read.')
    }
  },
  toUri: ({ host, port, database, username, password, query, encryption }) => {
    const user = encodeURIComponent(username) + (password ? `:${encodeURIComponent(password)}` : '')
    const search = new URLSearchParams({ ...query, ...(encryption && !query?.['sslmode'] ? { sslmode: 'require' } : {}) }).toString()
    return `postgresql://${user}@${host.includes(':') ? `[${host}]` : host}:${port}/${encodeURIComponent(database)}${search ? `?${search}` : ''}`
  },
  dialect: postgresDialect,
  lacks: { catalogs: 'A connection reaches one database of the server; each is registered by itself.' },
  open: async (settings, surroundings) => (await import('./driver.ts')).openDriver(settings, surroundings),
})
