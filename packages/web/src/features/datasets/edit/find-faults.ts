import { isDateFormat } from '@sightline/contract'
import { t } from '../../../words/words.ts'
import type { DatasetDraft, DraftColumn } from './draft.ts'
import { readJsonObject } from './marks.ts'

export type EditTab = 'source' | 'metrics' | 'columns' | 'calculated' | 'usage' | 'settings'

/** What keeps a dataset from being saved, and where it stands. */
export interface Fault {
  readonly tab: EditTab
  /** The row of a list; absent for fields of the dataset itself. */
  readonly key?: string
  readonly field: string
  readonly text: string
}

const longestName = 255
const longestPredicate = 1000

const isWhole = (text: string): boolean => /^\s*-?\d+\s*$/.test(text) && Number.isSafeInteger(Number(text))

/** Names that stand more than once; the first one is not at fault. */
const repeated = <Item extends { readonly key: string }>(items: readonly Item[], nameOf: (item: Item) => string): readonly Item[] => {
  const seen = new Set<string>()
  return items.filter((item) => {
    const name = nameOf(item).trim()
    if (!seen.has(name)) {
      seen.add(name)
      return false
    }
    return name !== ''
  })
}

let currencies: ReadonlySet<string> | undefined
const isCurrency = (code: string): boolean => {
  currencies ??= new Set(Intl.supportedValuesOf('currency'))
  return currencies.has(code)
}

export const findFaults = (draft: DatasetDraft): readonly Fault[] => [
  ...sourceFaults(draft),
  ...metricFaults(draft),
  ...columnFaults(draft),
  ...settingFaults(draft),
]

function sourceFaults(draft: DatasetDraft): Fault[] {
  const faults: Fault[] = []
  if (draft.table_name.trim() === '') faults.push({ tab: 'source', field: 'table_name', text: t('editDataset.needsName') })
  if (draft.isVirtual && draft.sql.trim() === '') faults.push({ tab: 'source', field: 'sql', text: t('editDataset.needsSql') })
  return faults
}

const nameFault = (name: string): string | undefined => {
  if (name.trim() === '') return t('editDataset.needsName')
  return name.trim().length > longestName ? t('editDataset.nameTooLong', { most: longestName }) : undefined
}

function metricFaults({ metrics }: DatasetDraft): Fault[] {
  const faults: Fault[] = []
  const put = (key: string, field: string, text: string): void => void faults.push({ tab: 'metrics', key, field, text })
  for (const { key, metric_name: name } of repeated(metrics, (metric) => metric.metric_name))
    put(key, 'metric_name', t('editDataset.metricRepeated', { name: name.trim() }))
  for (const { key, metric_name: name, expression, currency } of metrics) {
    const wrong = nameFault(name)
    if (wrong !== undefined) put(key, 'metric_name', wrong)
    if (expression.trim() === '') put(key, 'expression', t('editDataset.metricNeedsExpression', { name: name.trim() }))
    if (currency !== undefined && !isCurrency(currency.symbol)) put(key, 'currency', t('editDataset.badCurrency'))
  }
  return faults
}

function columnFaults({ columns, calculated }: DatasetDraft): Fault[] {
  const faults: Fault[] = []
  const isCalculated = new Set(calculated)
  const put = (column: DraftColumn, field: string, text: string): void =>
    void faults.push({ tab: isCalculated.has(column) ? 'calculated' : 'columns', key: column.key, field, text })
  const all = [...columns, ...calculated]
  for (const column of repeated(all, ({ column_name }) => column_name))
    put(column, 'column_name', t('editDataset.columnRepeated', { name: column.column_name.trim() }))
  for (const column of all) {
    const wrong = nameFault(column.column_name)
    if (wrong !== undefined) put(column, 'column_name', wrong)
    if (column.python_date_format !== '' && !isDateFormat(column.python_date_format)) put(column, 'python_date_format', t('editDataset.badDateFormat'))
  }
  for (const column of calculated)
    if (column.expression.trim() === '') put(column, 'expression', t('editDataset.columnNeedsExpression', { name: column.column_name.trim() }))
  return faults
}

function settingFaults(draft: DatasetDraft): Fault[] {
  const faults: Fault[] = []
  const put = (field: string, text: string): void => void faults.push({ tab: 'settings', field, text })
  if (readJsonObject(draft.extra) === undefined) put('extra', t('editDataset.badJson'))
  if (readJsonObject(draft.template_params) === undefined) put('template_params', t('editDataset.badJson'))
  if (draft.cache_timeout.trim() !== '' && !isWhole(draft.cache_timeout)) put('cache_timeout', t('editDataset.badWhole'))
  if (draft.offset.trim() !== '' && !isWhole(draft.offset)) put('offset', t('editDataset.badWhole'))
  if (draft.fetch_values_predicate.length > longestPredicate) put('fetch_values_predicate', t('editDataset.tooLong', { most: longestPredicate }))
  return faults
}

/** The text for one field, where something is wrong with it. */
export const faultAt = (faults: readonly Fault[], tab: EditTab, field: string, key?: string): string | undefined =>
  faults.find((fault) => fault.tab === tab && fault.field === field && fault.key === key)?.text
