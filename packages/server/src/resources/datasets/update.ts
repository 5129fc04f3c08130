import { datasetPut, fieldMapOf, type DatasetPut } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import { followMovedDataset } from '../../data-permissions/follow-dataset.ts'
import type { Writer } from '../../data-permissions/pairs.ts'
import { mustBeNew } from '../../datasets/create-dataset.ts'
import type { LoadedDataset } from '../../datasets/load-dataset.ts'
import { mayOpenUnderRules, mayWriteUnderRules } from '../../datasets/may-open-under-rules.ts'
import { mayUseExpressions } from '../../datasets/may-use-expressions.ts'
import { mayUseSource } from '../../datasets/may-use-source.ts'
import { mainTimeOf, mergeColumns } from '../../datasets/merge-columns.ts'
import { readColumns } from '../../datasets/read-columns.ts'
import { applyColumnChanges } from '../../datasets/write-columns.ts'
import type { Deps } from '../../deps.ts'
import { Refusal, unwrap } from '../../http/problem.ts'
import { momentOf } from '../../moment.ts'
import { saveGuarded, type Saving } from '../../rest/guarded-save.ts'
import { item } from '../../rest/item.ts'
import { mustNotBeBound } from '../../row-rules/bound-by-rules.ts'
import { datasets } from './datasets.ts'
import { replaceColumns, replaceMetrics, sentOnly, whatIsWrong } from './parts.ts'

/** The body of a change, or the refusal this one call words as a problem. */
export function readPut(body: unknown): DatasetPut {
  const read = datasetPut.safeParse(body)
  if (read.success) return read.data
  throw new Refusal({
    code: 'MARSHMALLOW_ERROR',
    message: 'The schema of the submitted payload is invalid.',
    level: 'error',
    extra: { messages: fieldMapOf(read.error.issues, body), payload: body },
  })
}

/** Changes what was sent and nothing else. `owners` are resolved already; undefined leaves them. */
export async function updateDataset(
  deps: Deps,
  caller: Caller,
  before: LoadedDataset,
  put: DatasetPut,
  options: { readonly owners: readonly number[] | undefined; readonly overrideColumns: boolean; readonly signal: AbortSignal; readonly saving?: Saving },
): Promise<void> {
  const { db } = deps
  const { row } = before
  const databaseId = put.database_id ?? row.database_id
  const database =
    databaseId === row.database_id ? before.database : await db.selectFrom('databases').selectAll().where('id', '=', databaseId).executeTakeFirst()
  if (!database) throw new Refusal(422, { database: ['Database does not exist'] })

  const after = {
    database_id: databaseId,
    table_name: put.table_name ?? row.table_name,
    schema: put.schema === undefined ? row.schema : put.schema || null,
    sql: put.sql === undefined ? row.sql : put.sql?.trim() ? put.sql : null,
  }
  const isMoved = after.database_id !== row.database_id || after.table_name !== row.table_name || after.schema !== row.schema
  const refused = partsRefused(before, put, options.overrideColumns)
  if (refused) throw new Refusal(422, refused)
  if (isMoved) await mustBeNew(db, after, row.id)
  // Another table or other SQL opens other data to everybody who has this dataset: the one who saves must be able to read it.
  const isOther = isMoved || after.sql !== row.sql
  if (isOther || options.overrideColumns) unwrap(await mayUseSource(deps, caller, database, after))
  if (isOther) {
    await mustNotBeBound(deps, caller, [row.id])
    unwrap(await mayOpenUnderRules(deps, caller, database, after, options.signal))
  }
  const written = newExpressions(before, put)
  unwrap(await mayUseExpressions(deps, caller, database, after.schema, written))
  unwrap(await mayWriteUnderRules(deps, caller, database, after.schema, written, options.signal))

  // Read before anything is written: a database that does not answer must leave the dataset as it was.
  const template_params = put.template_params === undefined ? row.template_params : put.template_params
  const source = options.overrideColumns ? unwrap(await readColumns(deps, { ...after, template_params }, caller, options.signal)) : null

  const stamp = { at: momentOf(deps.now()), by: caller.id }
  const current = async () => (await item(datasets, { deps, caller, now: deps.now() }, row.id, undefined)).result
  await saveGuarded(deps, { table: 'datasets', id: row.id, caller, saving: options.saving, yours: put, current }, async (tx) => {
    await tx
      .updateTable('datasets')
      .set({ ...plainChanges(put), ...after, changed_on: stamp.at, changed_by_id: stamp.by })
      .where('id', '=', row.id)
      .execute()
    if (put.columns) await replaceColumns(tx, row.id, put.columns, before.columns, options.overrideColumns, stamp)
    if (source) {
      const known = await tx.selectFrom('dataset_columns').selectAll().where('dataset_id', '=', row.id).execute()
      await applyColumnChanges(tx, row.id, mergeColumns(known, source), stamp)
    }
    if (put.columns || source) await followMainTime(tx, row.id)
    if (put.metrics) await replaceMetrics(tx, row.id, put.metrics, before.metrics, stamp)
    if (options.owners) {
      await tx.deleteFrom('dataset_owners').where('dataset_id', '=', row.id).execute()
      if (options.owners.length > 0)
        await tx
          .insertInto('dataset_owners')
          .values(options.owners.map((user_id) => ({ dataset_id: row.id, user_id })))
          .execute()
    }
    if (isMoved) {
      const place = { id: row.id, table_name: row.table_name, schema: row.schema, database_name: before.database.database_name }
      await followMovedDataset(tx, place, { id: row.id, table_name: after.table_name, schema: after.schema, database_name: database.database_name })
    }
  })
}

/** Charts without a time column of their own use the dataset's: it must be one that is there. */
async function followMainTime(tx: Writer, id: number): Promise<void> {
  const { main_dttm_col: known } = await tx.selectFrom('datasets').select('main_dttm_col').where('id', '=', id).executeTakeFirstOrThrow()
  const columns = await tx.selectFrom('dataset_columns').select(['column_name', 'is_dttm']).where('dataset_id', '=', id).orderBy('id').execute()
  const main = known === null ? null : mainTimeOf(known, columns)
  if (main !== known) await tx.updateTable('datasets').set({ main_dttm_col: main }).where('id', '=', id).execute()
}

/** The SQL that the saver wrote: what was there before was somebody else's to answer for. */
function newExpressions({ row, columns, metrics }: LoadedDataset, put: DatasetPut): readonly string[] {
  const known = new Set([row.fetch_values_predicate, ...columns.map(({ expression }) => expression), ...metrics.map(({ expression }) => expression)])
  const sent = [
    put.fetch_values_predicate,
    ...(put.columns ?? []).map(({ expression }) => expression),
    ...(put.metrics ?? []).map(({ expression }) => expression),
  ]
  return sent.filter((text): text is string => Boolean(text?.trim()) && !known.has(text ?? null))
}

function partsRefused({ columns, metrics }: LoadedDataset, put: DatasetPut, overrideColumns: boolean): Record<string, string[]> | null {
  const wrong: Record<string, string[]> = {}
  const columnText =
    put.columns &&
    whatIsWrong(
      'columns',
      put.columns.map(({ id, column_name }) => ({ id, name: column_name })),
      columns.map(({ id, column_name }) => ({ id, name: column_name })),
      overrideColumns,
    )
  const metricText =
    put.metrics &&
    whatIsWrong(
      'metrics',
      put.metrics.map(({ id, metric_name }) => ({ id, name: metric_name })),
      metrics.map(({ id, metric_name }) => ({ id, name: metric_name })),
      false,
    )
  if (columnText) wrong.columns = [columnText]
  if (metricText) wrong.metrics = [metricText]
  return columnText || metricText ? wrong : null
}

/** Columns of the row itself; a flag sent as null means its default. */
function plainChanges(put: DatasetPut) {
  const { description, main_dttm_col, default_endpoint, cache_timeout, fetch_values_predicate, template_params, extra, external_url, always_filter_main_dttm } =
    put
  const orDefault = <T>(value: T | null | undefined, standard: T) => (value === null ? standard : value)
  return sentOnly({
    description,
    main_dttm_col,
    default_endpoint,
    cache_timeout,
    fetch_values_predicate,
    template_params,
    extra,
    external_url,
    always_filter_main_dttm,
    catalog: put.catalog,
    offset: orDefault(put.offset, 0),
    normalize_columns: orDefault(put.normalize_columns, false),
    filter_select_enabled: orDefault(put.filter_select_enabled, true),
    is_sqllab_view: orDefault(put.is_sqllab_view, false),
    is_managed_externally: orDefault(put.is_managed_externally, false),
  })
}
