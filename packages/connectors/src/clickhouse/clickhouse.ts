import { fail, ok } from '@sightline/core'
import { z } from 'zod'
import { defineConnector } from '../connector.ts'
import { clickhouseConfig, type ClickhouseConfig } from './config.ts'
import { clickhouseDialect } from './dialect.ts'
import { engineName } from './problems.ts'

/** Everything else an address could ask for (settings of the server, files, other users) is refused. */
const parameterRules: Readonly<Record<string, z.ZodType<string>>> = {
  secure: z.enum(['true', 'false']),
  verify: z.enum(['true', 'false']),
  connect_timeout: z.string().regex(/^[1-9]\d{0,2}$/),
}

const refuse = (message: string) => fail({ code: 'GENERIC_DB_ENGINE_ERROR' as const, message, extra: { engine_name: engineName } })

export const clickhouse = defineConnector<ClickhouseConfig>({
  id: 'clickhousedb',
  name: 'ClickHouse',
  aliases: ['clickhouse'],
  uriPlaceholder: 'clickhousedb://user:password@host:port/dbname[?key=value&key=value...]',
  config: clickhouseConfig,
  fromUri: (uri) => {
    const query: Record<string, string> = {}
    for (const [name, value] of uri.searchParams) {
      const rule = Object.hasOwn(parameterRules, name) ? parameterRules[name] : undefined
      if (!rule) return refuse(`The parameter "${name}" is not allowed in the address of a ClickHouse database.`)
      if (!rule.safeParse(value).success) return refuse(`The parameter "${name}" has a value that is not allowed.`)
      query[name] = value
    }
    try {
      const host = decodeURIComponent(uri.hostname).replace(/^\[|\]$/g, '')
      if (host === '' || host.includes('/')) return refuse('The address of a ClickHouse database needs a host name.')
      const encryption = query['secure'] === 'true' || (query['secure'] === undefined && (uri.port === '8443' || uri.port === '443'))
      return ok({
        host,
        port: uri.port === '' ? (encryption ? 8443 : 8123) : Number(uri.port),
        database: decodeURIComponent(uri.pathname.replace(/^\//, '')) || 'default',
        username: decodeURIComponent(uri.username) || 'default',
        password: uri.password === '' ? null : decodeURIComponent(uri.password),
        query,
        encryption,
      })
    } catch {
      return refuse('The address of the ClickHouse database cannot be read.')
    }
  },
  toUri: ({ host, port, database, username, password, query, encryption }) => {
    const user = encodeURIComponent(username) + (password ? `:${encodeURIComponent(password)}` : '')
    const isSaid = query?.['secure'] !== undefined || port === 8443 || port === 443
    const search = new URLSearchParams({ ...query, ...(encryption && !isSaid ? { secure: 'true' } : {}) }).toString()
    return `clickhousedb://${user}@${host.includes(':') ? `[${host}]` : host}:${port}/${encodeURIComponent(database)}${search ? `?${search}` : ''}`
  },
  dialect: clickhouseDialect,
  lacks: {
    catalogs: 'A server has databases, which are its schemas, and nothing above them.',
    'foreign keys': 'ClickHouse has no foreign keys.',
    indexes: 'Indexes of ClickHouse tell which rows can be skipped; none is unique, none finds a row by its value.',
    loading: 'A table of ClickHouse needs an engine and an order of its rows, which a file does not tell.',
    transactions: 'Statements of ClickHouse stand alone: what one wrote stays.',
    'cancel keeps the connection': 'ClickHouse is asked over HTTP, statement by statement: there is no connection to keep.',
  },
  open: async (settings, surroundings) => (await import('./driver.ts')).openDriver(settings, surroundings),
})
