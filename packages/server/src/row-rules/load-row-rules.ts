import type { RowRule } from '@sightline/core'
import type { Deps } from '../deps.ts'

/**
 * Every rule of a dataset. Which of them bind a caller, and how they combine, is decided by `rowRuleGroups` of `core/access`:
 * `rowRuleGroups(await loadRowRules(deps, datasetId), caller, { datasetId, isAsked })`.
 */
export async function loadRowRules({ db }: Pick<Deps, 'db'>, datasetId: number): Promise<readonly RowRule[]> {
  const rules = await db
    .selectFrom('row_rules')
    .innerJoin('row_rule_datasets', 'row_rule_datasets.row_rule_id', 'row_rules.id')
    .select(['row_rules.id', 'row_rules.filter_type', 'row_rules.group_key', 'row_rules.clause'])
    .where('row_rule_datasets.dataset_id', '=', datasetId)
    .orderBy('row_rules.id')
    .execute()
  if (rules.length === 0) return []
  const roles = await db
    .selectFrom('row_rule_roles')
    .select(['row_rule_id', 'role_id'])
    .where(
      'row_rule_id',
      'in',
      rules.map(({ id }) => id),
    )
    .execute()
  return rules.map((rule) => ({
    id: rule.id,
    // Whatever is not plainly `Regular` binds like a base rule: a damaged row must not open data.
    filterType: rule.filter_type === 'Regular' ? 'Regular' : 'Base',
    groupKey: rule.group_key,
    clause: rule.clause,
    roleIds: roles.filter(({ row_rule_id }) => row_rule_id === rule.id).map(({ role_id }) => role_id),
  }))
}
