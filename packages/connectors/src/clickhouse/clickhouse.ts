import { ok } from '@sightline/core'
import { z } from 'zod'
import { defineConnector } from '../connector.ts'
import { printServerAddress, readServerAddress, type ParameterRules } from '../server-address.ts'
import { clickhouseConfig, type ClickhouseConfig } from './config.ts'
import { clickhouseDialect } from './dialect.ts'
import { engineName } from './problems.ts'

/** Everything else an address could ask for (settings of the server, files, other users) is refused. */
const parameterRules: ParameterRules = {
  secure: z.enum(['true', 'false']),
  verify: z.enum(['true', 'false']),
  connect_timeout: z.string().regex(/^[1-9]\d{0,2}$/),
}

const securePorts = [8443, 443]

export const clickhouse = defineConnector<ClickhouseConfig>({
  id: 'clickhousedb',
  name: 'ClickHouse',
  aliases: ['clickhouse'],
  uriPlaceholder: 'clickhousedb://user:password@host:port/dbname[?key=value&key=value...]',
  config: clickhouseConfig,
  fromUri: (uri) =>
    readServerAddress(uri, engineName, parameterRules, ({ port, path, username, ...rest }) => {
      const secure = rest.query['secure']
      const encryption = secure === 'true' || (secure === undefined && port !== null && securePorts.includes(port))
      return ok({
        ...rest,
        port: port ?? (encryption ? 8443 : 8123),
        database: decodeURIComponent(path) || 'default',
        username: username || 'default',
        encryption,
      })
    }),
  toUri: (config) => {
    const isSaid = config.query?.['secure'] !== undefined || securePorts.includes(config.port)
    return printServerAddress('clickhousedb', config, encodeURIComponent(config.database), config.encryption && !isSaid ? { secure: 'true' } : {})
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
