import { defineConnector } from '../connector.ts'
import { fileConfig, printFileAddress, readFileAddress, type FileConfig } from '../file-address.ts'
import { duckdbDialect } from './dialect.ts'
import { engineName, refusal } from './problems.ts'

export const duckdb = defineConnector<FileConfig>({
  id: 'duckdb',
  name: 'DuckDB',
  aliases: [],
  uriPlaceholder: 'duckdb:///path/file.duckdb',
  config: fileConfig,
  fromUri: (uri) => readFileAddress(uri, engineName, refusal),
  toUri: (config) => printFileAddress('duckdb', config),
  dialect: duckdbDialect,
  lacks: {
    catalogs: 'A file is one catalog, and a statement may not attach others.',
    partitions: 'Tables of a file are not divided into partitions.',
    'cost estimate': 'EXPLAIN tells how many rows are expected and nothing about what they cost.',
    passwords: 'A file has no users.',
    network: 'The engine runs beside the server and is reached over no network.',
  },
  open: async ({ database }, surroundings) => (await import('./driver.ts')).openDriver(database, surroundings),
})
