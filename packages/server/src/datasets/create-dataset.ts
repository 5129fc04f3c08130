import { randomUUID } from 'node:crypto'
import type { DatasetPost } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import { followNewDataset } from '../data-permissions/follow-dataset.ts'
import type { Writer } from '../data-permissions/pairs.ts'
import type { Deps } from '../deps.ts'
import { Refusal, unwrap } from '../http/problem.ts'
import { momentOf } from '../moment.ts'
import type { DatabaseRow } from './load-dataset.ts'
import { mayOpenUnderRules } from './may-open-under-rules.ts'
import { mayUseSource } from './may-use-source.ts'
import { readColumns, type SourceColumn } from './read-columns.ts'
import { addColumns, createdBy, type Stamp } from './write-columns.ts'

export type NewDataset = Omit<DatasetPost, 'owners' | 'columns'> & { readonly is_sqllab_view?: boolean }

/** Makes a dataset over a table or over SQL, with the columns the database gives it. Returns its id. */
export async function createDataset(deps: Deps, caller: Caller, body: NewDataset, owners: readonly number[], signal: AbortSignal): Promise<number> {
  const { db } = deps
  const database = await findPlace(db, body)
  const source = {
    database_id: database.id,
    table_name: body.table_name,
    schema: body.schema || null,
    sql: body.sql?.trim() ? body.sql : null,
    template_params: body.template_params ?? null,
  }
  unwrap(await mayUseSource(deps, caller, database, source))
  unwrap(await mayOpenUnderRules(deps, caller, database, source, signal))
  const columns = await readColumns(deps, source, caller, signal)
  if (!columns.ok) {
    if (source.sql === null && isMissing(columns.problem.code)) throw new Refusal(422, { table_name: [missingTable(source.table_name)] })
    throw new Refusal(columns.problem, columns.problem.status ?? 422)
  }
  const stamp: Stamp = { at: momentOf(deps.now()), by: caller.id }
  return db.transaction().execute(async (tx) => {
    await mustBeNew(tx, source)
    return insertDataset(tx, database, { ...body, ...source }, columns.value, owners, stamp)
  })
}

/** The database a new dataset is to be in; the dataset must not be there yet. */
export async function findPlace(db: Writer, body: Pick<NewDataset, 'database' | 'schema' | 'table_name'>): Promise<DatabaseRow> {
  const database = await db.selectFrom('databases').selectAll().where('id', '=', body.database).executeTakeFirst()
  if (!database) throw new Refusal(422, { database: ['Database does not exist'] })
  await mustBeNew(db, { database_id: database.id, schema: body.schema || null, table_name: body.table_name })
  return database
}

export async function insertDataset(
  tx: Writer,
  database: Pick<DatabaseRow, 'id' | 'database_name'>,
  body: Omit<NewDataset, 'database'>,
  columns: readonly SourceColumn[],
  owners: readonly number[],
  stamp: Stamp,
): Promise<number> {
  const place = { table_name: body.table_name, schema: body.schema ?? null, database_name: database.database_name }
  const { id } = await tx
    .insertInto('datasets')
    .values({
      uuid: randomUUID(),
      database_id: database.id,
      table_name: body.table_name,
      schema: body.schema ?? null,
      catalog: body.catalog ?? null,
      sql: body.sql ?? null,
      template_params: body.template_params ?? null,
      main_dttm_col: columns.find(({ is_dttm }) => is_dttm)?.column_name ?? null,
      is_sqllab_view: body.is_sqllab_view ?? false,
      filter_select_enabled: true,
      normalize_columns: body.normalize_columns ?? false,
      always_filter_main_dttm: body.always_filter_main_dttm ?? false,
      is_managed_externally: body.is_managed_externally ?? false,
      external_url: body.external_url ?? null,
      ...createdBy(stamp),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addColumns(tx, id, columns, stamp)
  await tx
    .insertInto('dataset_metrics')
    .values({
      uuid: randomUUID(),
      dataset_id: id,
      metric_name: 'count',
      verbose_name: 'COUNT(*)',
      metric_type: 'count',
      expression: 'COUNT(*)',
      ...createdBy(stamp),
    })
    .execute()
  if (owners.length > 0)
    await tx
      .insertInto('dataset_owners')
      .values(owners.map((user_id) => ({ dataset_id: id, user_id })))
      .execute()
  await followNewDataset(tx, { id, ...place })
  return id
}

/** One dataset per name in a schema of a database. */
export async function mustBeNew(
  db: Writer,
  place: { readonly database_id: number; readonly schema: string | null; readonly table_name: string },
  except?: number,
): Promise<void> {
  const others = await db
    .selectFrom('datasets')
    .select('id')
    .where('database_id', '=', place.database_id)
    .where('schema', place.schema === null ? 'is' : '=', place.schema)
    .where('table_name', '=', place.table_name)
    .execute()
  if (others.some(({ id }) => id !== except)) throw new Refusal(422, { table_name: [`Dataset ${place.table_name} already exists`] })
}

const isMissing = (code: string): boolean => ['TABLE_DOES_NOT_EXIST_ERROR', 'SCHEMA_DOES_NOT_EXIST_ERROR', 'OBJECT_DOES_NOT_EXIST_ERROR'].includes(code)

const missingTable = (name: string): string => `Table [${name}] could not be found, please double check your database connection, schema, and table name`
