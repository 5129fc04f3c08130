import { mayDo, rowRuleGroups, type Caller } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/problem.ts'
import { closedTablesFor, closedTo } from './closed-datasets.ts'
import { loadRowRules } from './load-row-rules.ts'

/** Whether rules limit what the caller sees of a dataset. */
const isBoundByRules = async (deps: Pick<Deps, 'db'>, caller: Caller, datasetId: number): Promise<boolean> =>
  rowRuleGroups(await loadRowRules(deps, datasetId), caller, { datasetId, isAsked: true }).length > 0

/** Whether rules limit what the caller sees of any table of a database, or one of them is closed. */
export async function isBoundInDatabase(deps: Pick<Deps, 'db'>, caller: Caller, databaseId: number): Promise<boolean> {
  if ((await closedTablesFor(deps, caller, databaseId)).length > 0) return true
  const ruled = await deps.db
    .selectFrom('row_rule_datasets')
    .innerJoin('datasets', 'datasets.id', 'row_rule_datasets.dataset_id')
    .select('datasets.id')
    .distinct()
    .where('datasets.database_id', '=', databaseId)
    .where('datasets.sql', 'is', null)
    .execute()
  for (const { id } of ruled) if (await isBoundByRules(deps, caller, id)) return true
  return false
}

/**
 * Rules hang on a dataset. Whoever they bind must not be able to shake them off by pointing the dataset at something else, or by deleting it and
 * making it anew. Those who keep the rules could change them anyway.
 */
export async function mustNotBeBound(deps: Pick<Deps, 'db'>, caller: Caller, datasetIds: readonly number[]): Promise<void> {
  await mustNotBeClosed(deps, caller, datasetIds)
  if (mayDo(caller, 'can_write', 'Row Level Security')) return
  for (const id of datasetIds)
    if (await isBoundByRules(deps, caller, id))
      throw new Refusal(403, 'Rules limit the rows that you see of this dataset, so you cannot change what it reads or delete it. Please ask an administrator.')
}

/** A closed dataset is an administrator's to open, so nobody else rids himself of it either. */
async function mustNotBeClosed({ db }: Pick<Deps, 'db'>, caller: Caller, datasetIds: readonly number[]): Promise<void> {
  if (datasetIds.length === 0) return
  const rows = await db.selectFrom('datasets').select('closed_because').where('id', 'in', datasetIds).where('closed_because', 'is not', null).execute()
  const [refused] = rows.flatMap((row) => closedTo(caller, row) ?? [])
  if (refused) throw new Refusal(403, `${refused.message} Until then you cannot change what it reads or delete it.`)
}
