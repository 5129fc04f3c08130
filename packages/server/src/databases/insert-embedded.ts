import { followNewDatabase } from '../data-permissions/follow-database.ts'
import type { Writer } from '../data-permissions/pairs.ts'
import { createdBy, type Stamp } from '../datasets/write-columns.ts'
import { defaultExtra } from './database-facts.ts'

export interface EmbeddedDatabase {
  readonly uuid: string
  /** A number is added when a database of this name exists. */
  readonly name: string
  /** Its name in the folder of database files. */
  readonly file: string
  readonly takesUploads: boolean
}

/** Registers a file of the embedded engine that this program made itself. People read it; only uploads write into it. */
export async function insertEmbedded(
  db: Writer,
  { uuid, name, file, takesUploads }: EmbeddedDatabase,
  stamp: Stamp,
): Promise<{ readonly id: number; readonly database_name: string }> {
  const names = new Set((await db.selectFrom('databases').select('database_name').execute()).map(({ database_name }) => database_name))
  let database_name = name
  for (let number = 2; names.has(database_name); number++) database_name = `${name} ${number}`
  const { id } = await db
    .insertInto('databases')
    .values({
      uuid,
      database_name,
      uri: `duckdb:///${file}`,
      password: null,
      configuration_method: 'sqlalchemy_form',
      cache_timeout: null,
      expose_in_sqllab: true,
      allow_run_async: true,
      allow_file_upload: takesUploads,
      allow_ctas: false,
      allow_cvas: false,
      allow_dml: false,
      impersonate_user: false,
      force_ctas_schema: null,
      extra: defaultExtra,
      encrypted_extra: null,
      server_cert: null,
      is_managed_externally: false,
      external_url: null,
      ...createdBy(stamp),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await followNewDatabase(db, { id, database_name }, ['main'])
  return { id, database_name }
}
