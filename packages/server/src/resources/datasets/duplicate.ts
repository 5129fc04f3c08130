import { randomUUID } from 'node:crypto'
import type { Caller } from '@sightline/core'
import { followNewDataset } from '../../data-permissions/follow-dataset.ts'
import { loadDataset } from '../../datasets/load-dataset.ts'
import { createdBy } from '../../datasets/write-columns.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { momentOf } from '../../moment.ts'
import { isReadable } from './find-dataset.ts'

/** A copy of a dataset made of SQL, with its columns, metrics and rules; the copier owns it. Returns its id. */
export async function duplicateDataset(deps: Deps, caller: Caller, baseId: number, name: string): Promise<number> {
  const base = await loadDataset(deps, baseId)
  // This call has one refusal for a dataset that is not there, one that is no SQL, and a name that is taken.
  if (!base || !isReadable(caller, base) || !base.row.sql) throw new Refusal(422, 'Dataset parameters are invalid.')
  const taken = await deps.db
    .selectFrom('datasets')
    .select('id')
    .where('table_name', '=', name)
    .where('database_id', '=', base.row.database_id)
    .executeTakeFirst()
  if (taken) throw new Refusal(422, 'Dataset parameters are invalid.')
  const stamp = { at: momentOf(deps.now()), by: caller.id }
  return deps.db.transaction().execute(async (tx) => {
    const { row } = base
    const { id } = await tx
      .insertInto('datasets')
      .values({
        uuid: randomUUID(),
        database_id: row.database_id,
        table_name: name,
        schema: row.schema,
        catalog: row.catalog,
        sql: row.sql,
        template_params: row.template_params,
        is_sqllab_view: true,
        filter_select_enabled: row.filter_select_enabled,
        normalize_columns: row.normalize_columns,
        always_filter_main_dttm: row.always_filter_main_dttm,
        is_managed_externally: false,
        // A copy shows the same rows: it is as closed as its base.
        closed_because: row.closed_because,
        ...createdBy(stamp),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const { id: _id, uuid: _uuid, dataset_id: _dataset, ...column } of base.columns) {
      await tx
        .insertInto('dataset_columns')
        .values({ ...column, uuid: randomUUID(), dataset_id: id, ...createdBy(stamp) })
        .execute()
    }
    for (const { id: _id, uuid: _uuid, dataset_id: _dataset, ...metric } of base.metrics) {
      await tx
        .insertInto('dataset_metrics')
        .values({ ...metric, uuid: randomUUID(), dataset_id: id, ...createdBy(stamp) })
        .execute()
    }
    // A copy shows the same rows, so the rules of the base hold for it too.
    const rules = await tx.selectFrom('row_rule_datasets').select('row_rule_id').where('dataset_id', '=', row.id).execute()
    if (rules.length > 0)
      await tx
        .insertInto('row_rule_datasets')
        .values(rules.map(({ row_rule_id }) => ({ row_rule_id, dataset_id: id })))
        .execute()
    if (caller.id !== null) await tx.insertInto('dataset_owners').values({ dataset_id: id, user_id: caller.id }).execute()
    await followNewDataset(tx, { id, table_name: name, schema: row.schema, database_name: base.database.database_name })
    return id
  })
}
