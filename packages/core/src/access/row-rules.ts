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

/** The rules that bind a caller, as groups: any clause of a group is enough, every group must hold. A rule without a key is its own group. */
export const rowRuleGroups = (rules: readonly RowRule[], caller: Caller): readonly (readonly RowRule[])[] => {
  const groups = new Map<string, RowRule[]>()
  for (const rule of rules) {
    if (!applies(rule, caller)) continue
    const key = rule.groupKey ? `key ${rule.groupKey}` : `rule ${rule.id}`
    groups.set(key, [...(groups.get(key) ?? []), rule])
  }
  return [...groups.values()]
}
