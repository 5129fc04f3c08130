import type { Chart } from '@sightline/charts'
import type { Dataset } from '../../controls/dataset.ts'
import { isFilterMissing, type AdhocFilter } from '../../controls/filter-value.ts'
import { isAdhocColumn, isAdhocMetric, isColumnMissing, isMetricMissing, type ColumnValue, type MetricValue } from '../../controls/metric-value.ts'
import { listOf } from '../../controls/widget.ts'
import { controlsOf, type Form } from './state.ts'

export interface Carried {
  /** Names and expressions in the form that stay with the chart. */
  readonly kept: number
  /** Those that the dataset does not have. */
  readonly missing: number
}

/** The dataset has nothing of what the chart shows. */
export const isNothingCarried = ({ kept, missing }: Carried): boolean => kept === 0 && missing > 0

type Judge = (value: unknown, dataset: Dataset) => 'fits' | 'missing' | 'unknown'

const isSql = (value: unknown): boolean => (value as { readonly expressionType?: unknown } | null)?.expressionType === 'SQL'

/** What SQL reads only the database knows; every other value names what it reads. */
const judges: Readonly<Record<string, Judge>> = {
  metric: (value, dataset) => (isSql(value) ? 'unknown' : isMetricMissing(value as MetricValue, dataset) ? 'missing' : 'fits'),
  column: (value, dataset) => (isAdhocColumn(value) ? 'unknown' : isColumnMissing(value as ColumnValue, dataset) ? 'missing' : 'fits'),
  filter: (value, dataset) => (isSql(value) ? 'unknown' : isFilterMissing(value as AdhocFilter, dataset) ? 'missing' : 'fits'),
}
const judgeOf: Readonly<Record<string, Judge | undefined>> = {
  metric: judges['metric'],
  metrics: judges['metric'],
  column: judges['column'],
  columns: judges['column'],
  'x-axis': judges['column'],
  'adhoc-filters': judges['filter'],
}

/** Only these are about columns; a control may hold a word of its own beside them. */
const isJudged = (kind: string, value: unknown): boolean =>
  kind === 'adhoc-filters' ? typeof value === 'object' && value !== null : typeof value === 'string' || isAdhocMetric(value) || isAdhocColumn(value)

const isTimeFilter = (value: unknown): boolean => (value as AdhocFilter | null)?.operator === 'TEMPORAL_RANGE'

/** What of a form fits a dataset. The time filter that every chart has counts for nothing. */
export const judgeForm = (chart: Chart, form: Form, dataset: Dataset): Carried => {
  let kept = 0
  let missing = 0
  for (const { name, kind } of controlsOf(chart))
    for (const value of listOf<unknown>(form[name])) {
      const judge = judgeOf[kind]
      if (!judge || !isJudged(kind, value) || isTimeFilter(value)) continue
      if (judge(value, dataset) === 'missing') missing++
      else kept++
    }
  return { kept, missing }
}

/**
 * The form over another dataset: what the dataset has too is kept, what it does not have is left out, and SQL is kept with a mark until it has run.
 * The time filter that every chart has goes over to the new time column.
 */
export const swapForm = (chart: Chart, form: Form, dataset: Dataset, timeColumn: string | undefined): Form => {
  const next: Record<string, unknown> = { ...form, datasource: `${String(dataset.id)}__${dataset.type}` }
  for (const { name, kind } of controlsOf(chart)) {
    const judge = judgeOf[kind]
    const value = form[name]
    if (!judge || value === undefined || value === null) continue
    const carried = listOf<unknown>(value).flatMap((item) => {
      if (!isJudged(kind, item)) return [item]
      const verdict = judge(item, dataset)
      if (verdict === 'unknown') return [{ ...(item as object), datasourceWarning: true }]
      if (verdict === 'fits') return [item]
      return isTimeFilter(item) && timeColumn !== undefined ? [{ ...(item as object), subject: timeColumn }] : []
    })
    if (Array.isArray(value)) next[name] = carried
    else if (carried.length > 0) next[name] = carried[0]
    else delete next[name]
  }
  return next
}
