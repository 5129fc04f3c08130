import type { Caller } from './caller.ts'

export interface RowRule {
  readonly id: number
  readonly filterType: 'Regular' | 'Base'
  readonly groupKey: string | null
  /** A boolean expression in the database's SQL; may hold template macros. */
  readonly clause: string
  readonly roleIds: readonly number[]
}

/** Regular rules bind those who have one of their roles; base rules bind everybody else. Administrators are no exception. */
export const applies = (rule: RowRule, caller: Caller): boolean => {
  const hasRole = caller.roles.some(({ id }) => rule.roleIds.includes(id))
  return rule.filterType === 'Base' ? !hasRole : hasRole
}

/** Where rules are looked for: a dataset that is asked itself, or one whose table another dataset reads. */
export interface RulePlace {
  readonly datasetId: number
  readonly isAsked: boolean
}

/** Rules of a guest's token. One that names no dataset is about the columns of the dataset that is asked. */
const guestRules = ({ guest }: Caller, { datasetId, isAsked }: RulePlace): readonly RowRule[] =>
  (guest?.rules ?? [])
    .filter((rule) => (rule.datasetId === null ? isAsked : rule.datasetId === datasetId))
    .map(({ clause }) => ({ id: 0, filterType: 'Regular', groupKey: null, clause, roleIds: [] }))

/** The rules that bind a caller, as groups: any clause of a group is enough, every group must hold. A rule without a key is its own group. */
export const rowRuleGroups = (rules: readonly RowRule[], caller: Caller, place: RulePlace): readonly (readonly RowRule[])[] => {
  const groups = new Map<string, RowRule[]>()
  for (const rule of rules) {
    if (!applies(rule, caller)) continue
    const key = rule.groupKey ? `key ${rule.groupKey}` : `rule ${rule.id}`
    groups.set(key, [...(groups.get(key) ?? []), rule])
  }
  return [...groups.values(), ...guestRules(caller, place).map((rule) => [rule])]
}
