import { ok } from '@sightline/core'
import { z } from 'zod'
import { defineConnector } from '../connector.ts'
import { printServerAddress, readServerAddress, type ParameterRules } from '../server-address.ts'
import { mysqlConfig, sslModes, type MysqlConfig } from './config.ts'
import { mysqlDialect } from './dialect.ts'
import { engineName } from './problems.ts'

/** Everything else a URI could ask for reads files, opens sockets, runs commands or changes what the wire may carry, and is refused. */
const parameterRules: ParameterRules = {
  ssl: z.enum(['0', '1', 'true', 'false']),
  ssl_mode: z.enum(sslModes),
  connect_timeout: z.string().regex(/^[1-9]\d{0,2}$/),
  // Texts always travel as utf8mb4; other words for it may stand in an address.
  charset: z.enum(['utf8mb4', 'utf8']),
}

const isEncrypted = (query: Readonly<Record<string, string>>): boolean =>
  query['ssl'] === '1' || query['ssl'] === 'true' || !['DISABLED', 'PREFERRED', undefined].includes(query['ssl_mode'])

export const mysql = defineConnector<MysqlConfig>({
  id: 'mysql',
  name: 'MySQL',
  aliases: ['mariadb'],
  uriPlaceholder: 'mysql://user:password@host:port/dbname[?key=value&key=value...]',
  config: mysqlConfig,
  fromUri: (uri) =>
    readServerAddress(uri, engineName, parameterRules, ({ port, path, ...rest }) =>
      ok({ ...rest, port: port ?? 3306, database: decodeURIComponent(path), encryption: isEncrypted(rest.query) }),
    ),
  toUri: (config) =>
    printServerAddress('mysql', config, encodeURIComponent(config.database), config.encryption && !isEncrypted(config.query ?? {}) ? { ssl: '1' } : {}),
  dialect: mysqlDialect,
  lacks: {
    catalogs: 'MySQL has databases and no level above them.',
    'cost estimate': 'The plan of MariaDB 10 tells how many rows would be read and no cost; only MySQL and MariaDB from version 11 on tell one.',
    'timestamps with zone': 'A TIMESTAMP keeps a moment, which is read in UTC, and takes no zone.',
    booleans: 'BOOLEAN is another word for TINYINT(1), which holds any small number; only BIT(1) is read as true or false.',
    arrays: 'MySQL has no lists; JSON takes their place.',
  },
  open: async (settings, surroundings) => (await import('./driver.ts')).openDriver(settings, surroundings),
})
