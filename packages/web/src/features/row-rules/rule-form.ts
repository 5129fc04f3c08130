import type { RowRulePost } from '@sightline/contract'
import { t } from '../../words/words.ts'

export type FilterType = RowRulePost['filter_type']

/** A rule as the server stores it. */
export interface StoredRule {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly filter_type: FilterType
  readonly tables: readonly { readonly id: number; readonly table_name: string; readonly schema?: string | null }[]
  readonly roles: readonly { readonly id: number; readonly name: string }[]
  readonly group_key: string | null
  readonly clause: string
}

/** Something chosen from a list that is searched on the server: its name must be known while it is not in the list. */
export interface Choice {
  readonly value: number
  readonly label: string
}

export interface RuleForm {
  readonly name: string
  readonly filterType: FilterType
  readonly datasets: readonly Choice[]
  readonly roles: readonly Choice[]
  readonly groupKey: string
  readonly clause: string
  readonly description: string
}

export type RuleFaults = Partial<Record<'name' | 'datasets' | 'clause', string>>

export const datasetLabel = (name: string, schema: string | null | undefined): string => (schema ? `${schema}.${name}` : name)

export const formOf = (rule: StoredRule | undefined): RuleForm => ({
  name: rule?.name ?? '',
  filterType: rule?.filter_type ?? 'Regular',
  datasets: rule?.tables.map((dataset) => ({ value: dataset.id, label: datasetLabel(dataset.table_name, dataset.schema) })) ?? [],
  roles: rule?.roles.map((role) => ({ value: role.id, label: role.name })) ?? [],
  groupKey: rule?.group_key ?? '',
  clause: rule?.clause ?? '',
  description: rule?.description ?? '',
})

/**
 * Whether every parenthesis and quote is closed. A clause stands between parentheses in the query: one that closes more than it opens would leave
 * them, and the server refuses to run it. Inside templates other rules hold.
 */
export const isClosed = (clause: string): boolean => {
  const text = clause.replaceAll(/\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}/gs, '1').replaceAll(/'[^']*'|"[^"]*"|`[^`]*`/g, '1')
  if (/['"`]/.test(text)) return false
  let depth = 0
  for (const letter of text) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}

/** What keeps the form from being sent. */
export const findRuleFaults = (form: RuleForm): RuleFaults => ({
  ...(form.name.trim() === '' ? { name: t('rules.required') } : {}),
  ...(form.datasets.length === 0 ? { datasets: t('rules.needsDataset') } : {}),
  ...(form.clause.trim() === '' ? { clause: t('rules.required') } : isClosed(form.clause) ? {} : { clause: t('rules.unbalanced') }),
})

/** What the databases are asked about a form; the same text is the same question. */
export const questionOf = ({ clause, datasets }: RuleForm): string => JSON.stringify([clause.trim(), datasets.map(({ value }) => value)])

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

export const bodyOf = (form: RuleForm): RowRulePost => ({
  name: form.name.trim(),
  description: orNull(form.description),
  filter_type: form.filterType,
  tables: form.datasets.map(({ value }) => value),
  roles: form.roles.map(({ value }) => value),
  group_key: orNull(form.groupKey),
  clause: form.clause.trim(),
})
