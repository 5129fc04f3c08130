import { ok } from '@sightline/core'
import { z } from 'zod'
import { defineConnector } from '../connector.ts'
import { printServerAddress, readServerAddress, type ParameterRules } from '../server-address.ts'
import { postgresConfig, sslModes, type PostgresConfig } from './config.ts'
import { postgresDialect } from './dialect.ts'
import { engineName } from './problems.ts'

/** Everything else a URI could ask for reaches files, sockets or start-up commands of the server and is refused. */
const parameterRules: ParameterRules = {
  sslmode: z.enum(sslModes),
  connect_timeout: z.string().regex(/^[1-9]\d{0,2}$/),
  application_name: z.string().max(63),
}

export const postgresql = defineConnector<PostgresConfig>({
  id: 'postgresql',
  name: 'PostgreSQL',
  aliases: ['postgres'],
  uriPlaceholder: 'postgresql://user:password@host:port/dbname[?key=value&key=value...]',
  config: postgresConfig,
  fromUri: (uri) =>
    readServerAddress(uri, engineName, parameterRules, ({ port, path, ...rest }) =>
      ok({ ...rest, port: port ?? 5432, database: decodeURIComponent(path), encryption: rest.query['sslmode'] === 'require' }),
    ),
  toUri: (config) => {
    const isSaid = config.query?.['sslmode'] !== undefined
    return printServerAddress('postgresql', config, encodeURIComponent(config.database), config.encryption && !isSaid ? { sslmode: 'require' } : {})
  },
  dialect: postgresDialect,
  lacks: { catalogs: 'A connection reaches one database of the server; each is registered by itself.' },
  open: async (settings, surroundings) => (await import('./driver.ts')).openDriver(settings, surroundings),
})
