import { mayDo, rowRuleGroups, type Caller } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/problem.ts'
import { loadRowRules } from './load-row-rules.ts'

/** Whether rules limit what the caller sees of a dataset. */
const isBoundByRules = async (deps: Pick<Deps, 'db'>, caller: Caller, datasetId: number): Promise<boolean> =>
  rowRuleGroups(await loadRowRules(deps, datasetId), caller, { datasetId, isAsked: true }).length > 0

/** Whether rules limit what the caller sees of any table of a database. */
export async function isBoundInDatabase(deps: Pick<Deps, 'db'>, caller: Caller, databaseId: number): Promise<boolean> {
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
  if (mayDo(caller, 'can_write', 'Row Level Security')) return
  for (const id of datasetIds)
    if (await isBoundByRules(deps, caller, id))
      throw new Refusal(403, 'Rules limit the rows that you see of this dataset, so you cannot change what it reads or delete it. Please ask an administrator.')
}
