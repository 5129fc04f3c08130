import type { Chart } from '@sightline/charts'
import type { Dataset } from '../../controls/dataset.ts'
import { isFilterMissing, type AdhocFilter } from '../../controls/filter-value.ts'
import { isAdhocColumn, isAdhocMetric, isColumnMissing, isMetricMissing, type ColumnValue, type MetricValue } from '../../controls/metric-value.ts'
import { listOf } from '../../controls/widget.ts'
import { controlsOf, type Form } from './state.ts'

export interface Carried {
  /** Names and expressions in the form that the dataset has too. */
  readonly kept: number
  /** Those it does not have: their chips carry a warning. */
  readonly missing: number
}

/** The dataset has nothing of what the chart shows. */
export const isNothingCarried = ({ kept, missing }: Carried): boolean => kept === 0 && missing > 0

/** What of a form fits a dataset. */
export const judgeForm = (chart: Chart, form: Form, dataset: Dataset): Carried => {
  let kept = 0
  let missing = 0
  const count = (isMissing: boolean): void => {
    if (isMissing) missing++
    else kept++
  }
  for (const { name, kind } of controlsOf(chart))
    for (const value of listOf<unknown>(form[name])) {
      if (kind === 'metric' || kind === 'metrics') {
        if (typeof value === 'string' || isAdhocMetric(value)) count(isMetricMissing(value as MetricValue, dataset))
      } else if (kind === 'column' || kind === 'columns' || kind === 'x-axis') {
        if (typeof value === 'string' || isAdhocColumn(value)) count(isColumnMissing(value as ColumnValue, dataset))
      } else if (kind === 'adhoc-filters' && (value as AdhocFilter | null)?.operator !== 'TEMPORAL_RANGE') count(isFilterMissing(value as AdhocFilter, dataset))
    }
  return { kept, missing }
}

/**
 * The form over another dataset. Nothing is thrown away: what the dataset does not have stays, marked, until somebody removes it. Only the
 * time filter that every chart has goes over to the new time column.
 */
export const swapForm = (form: Form, dataset: Dataset, timeColumn: string | undefined): Form => {
  const filters = form['adhoc_filters']
  const moved = Array.isArray(filters)
    ? (filters as readonly AdhocFilter[]).flatMap((filter) => {
        if (filter.operator !== 'TEMPORAL_RANGE' || !isFilterMissing(filter, dataset)) return [filter]
        return timeColumn === undefined ? [] : [{ ...filter, subject: timeColumn }]
      })
    : undefined
  return { ...form, datasource: `${String(dataset.id)}__${dataset.type}`, ...(moved === undefined ? {} : { adhoc_filters: moved }) }
}
