import { namedSource, type SourceColumnReply } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import { kindNumberOf } from '../../datasets/kind-of-type.ts'
import { loadDataset, type DatabaseRow } from '../../datasets/load-dataset.ts'
import { mayUseSource } from '../../datasets/may-use-source.ts'
import { readColumns, type ColumnSource } from '../../datasets/read-columns.ts'
import type { Deps } from '../../deps.ts'
import { Refusal, unwrap } from '../../http/problem.ts'
import { idIn } from '../../rest/ids.ts'
import { readQ } from '../../rest/read-q.ts'
import { findReadable, isReadable } from './find-dataset.ts'

/** These views answer `{error}`. */
const missing = () => Refusal.raw(404, { error: 'Dataset does not exist' })

/** The columns of a saved dataset as its database has them now. */
export async function sourceColumnsOf(deps: Deps, caller: Caller, type: string, id: string, signal: AbortSignal): Promise<SourceColumnReply[]> {
  const key = type === 'table' ? idIn(id) : null
  const dataset = key === null ? undefined : await loadDataset(deps, key)
  if (!dataset || !isReadable(caller, dataset)) throw missing()
  return describe(deps, caller, dataset.row, signal)
}

/** The same by name. Where no dataset of that name is saved, the table itself is meant. */
export async function sourceColumnsNamed(deps: Deps, caller: Caller, q: string | undefined, signal: AbortSignal): Promise<SourceColumnReply[]> {
  const asked = namedSource.safeParse(readQ(q, { type: 'object', properties: {} }))
  if (!asked.success) throw new Refusal(400, `Not a valid rison schema ${asked.error.issues[0]?.path.join('.') ?? ''}`)
  const { datasource_type, database_name, table_name } = asked.data
  if (datasource_type !== 'table') throw missing()
  const database = await deps.db.selectFrom('databases').selectAll().where('database_name', '=', database_name).executeTakeFirst()
  if (!database) throw missing()
  const schema = asked.data.schema_name || null
  const saved = await deps.db
    .selectFrom('datasets')
    .select('id')
    .where('database_id', '=', database.id)
    .where('table_name', '=', table_name)
    .where('schema', schema === null ? 'is' : '=', schema)
    .executeTakeFirst()
  const dataset = saved && (await loadDataset(deps, saved.id))
  if (dataset?.row.sql) return describe(deps, caller, (await findReadable(deps, caller, dataset.row.id)).row, signal)
  return describeTable(deps, caller, database, { database_id: database.id, table_name, schema, sql: null, template_params: null }, signal)
}

async function describeTable(deps: Deps, caller: Caller, database: DatabaseRow, source: ColumnSource, signal: AbortSignal): Promise<SourceColumnReply[]> {
  unwrap(await mayUseSource(deps, caller, database, source))
  return describe(deps, caller, source, signal)
}

async function describe(deps: Deps, caller: Caller, source: ColumnSource, signal: AbortSignal): Promise<SourceColumnReply[]> {
  const columns = await readColumns(deps, source, caller, signal)
  if (!columns.ok && source.sql === null && columns.problem.code === 'TABLE_DOES_NOT_EXIST_ERROR') throw missing()
  return unwrap(columns).map(({ column_name, type, is_dttm, comment, nullable }) => ({
    column_name,
    name: column_name,
    type,
    type_generic: kindNumberOf({ type, is_dttm }),
    is_dttm,
    nullable: nullable ?? null,
    default: null,
    autoincrement: false,
    comment,
  }))
}
