import { fail, ok } from '@sightline/core'
import { z } from 'zod'
import { defineConnector } from '../connector.ts'
import { mysqlConfig, sslModes, type MysqlConfig } from './config.ts'
import { mysqlDialect } from './dialect.ts'
import { engineName } from './problems.ts'

/** Everything else a URI could ask for reads files, opens sockets, runs commands or changes what the wire may carry, and is refused. */
const parameterRules: Readonly<Record<string, z.ZodType<string>>> = {
  ssl: z.enum(['0', '1', 'true', 'false']),
  ssl_mode: z.enum(sslModes),
  connect_timeout: z.string().regex(/^[1-9]\d{0,2}$/),
  // Texts always travel as utf8mb4; other words for it may stand in an address.
  charset: z.enum(['utf8mb4', 'utf8']),
}

const refuse = (message: string) => fail({ code: 'GENERIC_DB_ENGINE_ERROR' as const, message, extra: { engine_name: engineName } })

const isEncrypted = (query: Readonly<Record<string, string>>): boolean =>
  query['ssl'] === '1' || query['ssl'] === 'true' || !['DISABLED', 'PREFERRED', undefined].includes(query['ssl_mode'])

export const mysql = defineConnector<MysqlConfig>({
  id: 'mysql',
  name: 'MySQL',
  aliases: ['mariadb'],
  uriPlaceholder: 'mysql://user:password@host:port/dbname[?key=value&key=value...]',
  config: mysqlConfig,
  fromUri: (uri) => {
    const query: Record<string, string> = {}
    for (const [name, value] of uri.searchParams) {
      const rule = Object.hasOwn(parameterRules, name) ? parameterRules[name] : undefined
      if (!rule) return refuse(`The parameter "${name}" is not allowed in the address of a MySQL database.`)
      if (!rule.safeParse(value).success) return refuse(`The parameter "${name}" has a value that is not allowed.`)
      query[name] = value
    }
    try {
      const host = decodeURIComponent(uri.hostname).replace(/^\[|\]$/g, '')
      // A host that begins with a slash would be a socket of the server.
      if (host === '' || host.includes('/')) return refuse('The address of a MySQL database needs a host name.')
      return ok({
        host,
        port: uri.port === '' ? 3306 : Number(uri.port),
        database: decodeURIComponent(uri.pathname.replace(/^\//, '')),
        username: decodeURIComponent(uri.username),
        password: uri.password === '' ? null : decodeURIComponent(uri.password),
        query,
        encryption: isEncrypted(query),
      })
    } catch {
      return refuse('The address of the MySQL database cannot be read.')
    }
  },
  toUri: ({ host, port, database, username, password, query, encryption }) => {
    const user = encodeURIComponent(username) + (password ? `:${encodeURIComponent(password)}` : '')
    const search = new URLSearchParams({ ...query, ...(encryption && !isEncrypted(query ?? {}) ? { ssl: '1' } : {}) }).toString()
    return `mysql://${user}@${host.includes(':') ? `[${host}]` : host}:${port}/${encodeURIComponent(database)}${search ? `?${search}` : ''}`
  },
  dialect: mysqlDialect,
  lacks: {
    catalogs: 'MySQL has databases and no level above them.',
    'cost estimate': 'The plan of MariaDB gives no cost before its version 11, and the one of MySQL no unit.',
    'timestamps with zone': 'A TIMESTAMP keeps a moment, which is read in UTC, and takes no zone.',
    booleans: 'BOOLEAN is another word for TINYINT(1), which holds any small number; only BIT(1) is read as true or false.',
    arrays: 'MySQL has no lists; JSON takes their place.',
  },
  open: async (settings, surroundings) => (await import('./driver.ts')).openDriver(settings, surroundings),
})
