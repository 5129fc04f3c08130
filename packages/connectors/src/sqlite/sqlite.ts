import { fail, ok } from '@sightline/core'
import { z } from 'zod'
import { defineConnector } from '../connector.ts'
import { sqliteDialect } from './dialect.ts'
import { refusal } from './problems.ts'

const config = z.object({
  database: z.string().min(1).meta({ title: 'Database file', description: 'Path of the file, inside a folder for database files' }),
})

export type SqliteConfig = z.infer<typeof config>

/** `sqlite:///name.db` is a file in the first folder for files, `sqlite:////folder/name.db` an absolute path. */
export const sqlite = defineConnector<SqliteConfig>({
  id: 'sqlite',
  name: 'SQLite',
  aliases: [],
  uriPlaceholder: 'sqlite:///path/file.db',
  config,
  fromUri: (uri) => {
    if (uri.host !== '' || uri.username !== '' || uri.password !== '') return fail(refusal('The address of an SQLite file has no host, user or password.'))
    if (uri.search !== '' || uri.hash !== '') return fail(refusal('The address of an SQLite file has no parameters.'))
    let path: string
    try {
      path = decodeURIComponent(uri.pathname.replace(/^\//, ''))
    } catch {
      return fail(refusal('The address of the SQLite file cannot be read.'))
    }
    // Both are words of the engine for something that is no file in a folder.
    if (path === '' || path === ':memory:' || /^file:/i.test(path)) return fail(refusal('The address names no database file.'))
    return ok({ database: path })
  },
  toUri: ({ database }) => `sqlite:///${database.split('/').map(encodeURIComponent).join('/')}`,
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
