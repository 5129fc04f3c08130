import { defineConnector } from '../connector.ts'
import { fileConfig, printFileAddress, readFileAddress, type FileConfig } from '../file-address.ts'
import { sqliteDialect } from './dialect.ts'
import { engineName, refusal } from './problems.ts'

export const sqlite = defineConnector<FileConfig>({
  id: 'sqlite',
  name: 'SQLite',
  aliases: [],
  uriPlaceholder: 'sqlite:///path/file.db',
  config: fileConfig,
  fromUri: (uri) => readFileAddress(uri, engineName, refusal, (path) => path === ':memory:' || /^file:/i.test(path)),
  toUri: (config) => printFileAddress('sqlite', config),
  dialect: sqliteDialect,
  lacks: {
    catalogs: 'A file is one database and has no others beside it.',
    schemas: 'A file has one schema, main; others would be other files.',
    partitions: 'SQLite keeps every table in one piece.',
    'cost estimate': 'The plan of SQLite names steps and gives no cost.',
    'cancel keeps the connection': 'A step of SQLite that is under way can only be ended together with its process; the next statement gets a new one.',
    passwords: 'A file has no users; who may open it is decided by where it lies.',
    network: 'SQLite reads a file and no server.',
    'exact decimals': 'SQLite keeps decimals as doubles.',
    arrays: 'SQLite has no lists; JSON texts take their place.',
    uuid: 'SQLite has no such type; they are texts.',
  },
  open: async ({ database }, surroundings) => (await import('./driver.ts')).openDriver(database, surroundings),
})
