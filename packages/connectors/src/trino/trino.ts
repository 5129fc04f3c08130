import { ok } from '@sightline/core'
import { z } from 'zod'
import { defineConnector } from '../connector.ts'
import { addressRefusal, printServerAddress, readServerAddress, type ParameterRules } from '../server-address.ts'
import { trinoConfig, type TrinoConfig } from './config.ts'
import { trinoDialect } from './dialect.ts'
import { engineName } from './problems.ts'

/** Everything else an address could ask for (tokens, files, session properties, other users) is refused. */
const parameterRules: ParameterRules = {
  http_scheme: z.enum(['http', 'https']),
  verify: z.enum(['true', 'false']),
  source: z.string().regex(/^[\w .:/-]{1,64}$/),
  connect_timeout: z.string().regex(/^[1-9]\d{0,2}$/),
}

const refuse = (message: string) => addressRefusal(engineName, message)

export const trino = defineConnector<TrinoConfig>({
  id: 'trino',
  name: 'Trino',
  aliases: [],
  uriPlaceholder: 'trino://user:password@host:port/catalog/schema',
  config: trinoConfig,
  fromUri: (uri) =>
    readServerAddress(uri, engineName, parameterRules, ({ port, path, ...rest }) => {
      const { username, password, query } = rest
      if (username === '') return refuse('The address of a Trino database needs a user name.')
      const database = path.replace(/\/$/, '').split('/').map(decodeURIComponent).join('/')
      if (database === '') return refuse('The address of a Trino database names a catalog: trino://user@host:port/catalog.')
      // A password that travels unencrypted is known to everyone on the way; Trino itself refuses it.
      if (password !== null && query['http_scheme'] === 'http') return refuse('A password is only sent to Trino over https.')
      const encryption = query['http_scheme'] === 'https' || password !== null || port === 443
      return ok({ ...rest, port: port ?? (encryption ? 443 : 8080), database, encryption })
    }),
  toUri: (config) => {
    const isSaid = config.password || config.port === 443 || config.query?.['http_scheme']
    const path = config.database.split('/').map(encodeURIComponent).join('/')
    return printServerAddress('trino', config, path, config.encryption && !isSaid ? { http_scheme: 'https' } : {})
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
