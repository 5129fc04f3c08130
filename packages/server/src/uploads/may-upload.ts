import type { Connector } from '@sightline/connectors'
import { mayEdit, mayReadDatabase, mayReadSchema, ownershipRefusal, schemaPerm, type Caller } from '@sightline/core'
import { sql } from 'kysely'
import { visibleDatabases } from '../data-permissions/visible.ts'
import { connectorOfRow, readExtra } from '../databases/database-facts.ts'
import { fullNameOf, loadDataset, type DatabaseRow, type LoadedDataset } from '../datasets/load-dataset.ts'
import type { Deps } from '../deps.ts'
import { Refusal, unwrap } from '../http/problem.ts'

/** Whether rows can be written into tables of this kind of database. */
const takesFiles = (connector: Connector<unknown> | undefined): boolean => connector !== undefined && connector.lacks.loading === undefined

const refuse = (message: string, status: number): Refusal => new Refusal({ code: 'GENERIC_COMMAND_ERROR', message }, status)

/** Databases that the caller may see and that take files. */
export async function uploadDatabases({ db }: Pick<Deps, 'db'>, caller: Caller): Promise<readonly DatabaseRow[]> {
  const seen = visibleDatabases(caller)
  const rows = await db
    .selectFrom('databases')
    .selectAll()
    .where('allow_file_upload', '=', true)
    .where(sql<boolean>`${seen ?? sql`1 = 1`}`)
    .orderBy('database_name')
    .execute()
  return rows.filter((row) => takesFiles(connectorOfRow(row)) && (mayReadDatabase(caller, row) || uploadSchemas(row).length > 0))
}

/** The schemas a database names for files; none named means all of them. */
function uploadSchemas({ extra }: Pick<DatabaseRow, 'extra'>): readonly string[] {
  const named = readExtra(extra).schemas_allowed_for_file_upload
  if (typeof named === 'string') return named.split(',').flatMap((name) => name.trim() || [])
  return Array.isArray(named) ? named.filter((name) => typeof name === 'string') : []
}

export interface UploadPlace {
  readonly database: DatabaseRow
  readonly schema: string | null
}

/** The database and schema a file goes to, or the refusal the interface has for it. */
export async function findPlace(deps: Deps, caller: Caller, databaseId: number, asked: string | null, signal: AbortSignal): Promise<UploadPlace> {
  const seen = visibleDatabases(caller)
  const database = await deps.db
    .selectFrom('databases')
    .selectAll()
    .where('id', '=', databaseId)
    .where(sql<boolean>`${seen ?? sql`1 = 1`}`)
    .executeTakeFirst()
  if (!database) throw new Refusal(404, 'Not found')
  if (!takesFiles(connectorOfRow(database))) throw refuse('Database type does not support file uploads.', 422)
  if (!database.allow_file_upload) throw refuse('Database schema is not allowed for csv uploads.', 403)
  const schema = asked || unwrap(await deps.queries.use(database.id, (driver) => driver.defaultSchema(signal)))
  const allowed = uploadSchemas(database)
  const mayWriteThere =
    allowed.length === 0
      ? mayReadDatabase(caller, database)
      : schema !== null && allowed.includes(schema) && mayReadSchema(caller, database, schemaPerm({ database_name: database.database_name, schema }))
  if (!mayWriteThere) throw refuse('Database schema is not allowed for csv uploads.', 403)
  return { database, schema }
}

export const tableExists = (): Refusal =>
  refuse("Table already exists. Change what happens 'if the table already exists' to append or replace, or choose another table name.", 422)

/** The dataset over the table, if there is one. Whoever may not change it may not change its rows this way either. */
export async function datasetOfTable(deps: Deps, caller: Caller, { database, schema }: UploadPlace, table: string): Promise<LoadedDataset | undefined> {
  const known = await deps.db
    .selectFrom('datasets')
    .select('id')
    .where('database_id', '=', database.id)
    .where('schema', schema === null ? 'is' : '=', schema)
    .where('table_name', '=', table)
    .executeTakeFirst()
  const dataset = known && (await loadDataset(deps, known.id))
  if (!dataset) return undefined
  if (dataset.row.sql !== null) throw new Refusal(422, { table_name: [`Dataset ${table} already exists`] })
  if (!mayEdit(caller, dataset.ownerIds)) throw new Refusal(ownershipRefusal(fullNameOf(dataset.row)))
  return dataset
}
