import { fail, ok } from '@sightline/core'
import { z } from 'zod'
import { defineConnector } from '../connector.ts'
import { duckdbDialect } from './dialect.ts'
import { refusal } from './problems.ts'

const config = z.object({
  database: z.string().min(1).meta({ title: 'Database file', description: 'Path of the file, inside a folder for database files' }),
})

export type DuckdbConfig = z.infer<typeof config>

/** `duckdb:///name.duckdb` is a file in the first folder for files, `duckdb:////folder/name.duckdb` an absolute path. */
export const duckdb = defineConnector<DuckdbConfig>({
  id: 'duckdb',
  name: 'DuckDB',
  aliases: [],
  uriPlaceholder: 'duckdb:///path/file.duckdb',
  config,
  fromUri: (uri) => {
    if (uri.host !== '' || uri.username !== '' || uri.password !== '') return fail(refusal('The address of a DuckDB file has no host, user or password.'))
    if (uri.search !== '' || uri.hash !== '') return fail(refusal('The address of a DuckDB file has no parameters.'))
    let path: string
    try {
      path = decodeURIComponent(uri.pathname.replace(/^\//, ''))
    } catch {
      return fail(refusal('The address of the DuckDB file cannot be read.'))
    }
    return path === '' ? fail(refusal('The address names no database file.')) : ok({ database: path })
  },
  toUri: ({ database }) => `duckdb:///${database.split('/').map(encodeURIComponent).join('/')}`,
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
