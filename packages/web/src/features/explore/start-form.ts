import type { Chart } from '@sightline/charts'
import { defaultGrain, kindOfColumn, mainTimeColumn, temporalColumns, type Dataset } from '../../controls/dataset.ts'
import { noFilter } from '../../controls/filter-value.ts'
import { controlsOf, type Form, type KindOf } from './state.ts'

export const kindOfIn =
  (dataset: Dataset): KindOf =>
  (name) => {
    const column = typeof name === 'string' ? dataset.columns.find(({ column_name }) => column_name === name) : undefined
    return column && kindOfColumn(column)
  }

/** Reads a form with the chart's own rules; a form they refuse is shown as it is, so that nothing saved is lost. */
const parseForm = (chart: Chart, form: Form): Form => {
  const parsed = chart.form.safeParse(form)
  return parsed.success ? (parsed.data as Form) : form
}

/**
 * What a panel adds to a form when it opens: the time filter every chart on a temporal dataset has, the lookup of temporal columns, and for a
 * chart nobody saved yet an axis, a grain and the metric most people begin with.
 */
export function completeForm(chart: Chart, form: Form, dataset: Dataset, isNew: boolean): Form {
  const names = new Set(controlsOf(chart).map(({ name }) => name))
  const time = mainTimeColumn(dataset)
  const next: Record<string, unknown> = { ...parseForm(chart, form), viz_type: chart.id, datasource: `${String(dataset.id)}__${dataset.type}` }
  if (names.has('temporal_columns_lookup'))
    next['temporal_columns_lookup'] = Object.fromEntries(temporalColumns(dataset).map(({ column_name }) => [column_name, true]))
  // Charts of the time when only times could be the axis name their time column instead.
  const axis = next['x_axis'] || next['granularity_sqla'] || (isNew ? time : undefined)
  if (names.has('x_axis') && axis !== undefined) next['x_axis'] = axis
  if (isNew) {
    const grains = dataset.time_grain_sqla ?? []
    const grain = defaultGrain(dataset) ?? (grains.some(([known]) => known === 'P1D') ? 'P1D' : undefined)
    if (names.has('time_grain_sqla') && !next['time_grain_sqla'] && grain !== undefined) next['time_grain_sqla'] = grain
    const metric = dataset.metrics.find(({ metric_name }) => metric_name === 'count') ?? dataset.metrics[0]
    if (names.has('metric') && !next['metric'] && metric) next['metric'] = metric.metric_name
  }
  const filters = Array.isArray(next['adhoc_filters']) ? (next['adhoc_filters'] as readonly { operator?: unknown }[]) : []
  const hasTime = filters.some(({ operator }) => operator === 'TEMPORAL_RANGE')
  if (names.has('adhoc_filters') && !names.has('time_range') && !hasTime && time !== undefined) {
    const subject = typeof next['granularity_sqla'] === 'string' ? next['granularity_sqla'] : time
    const comparator = typeof next['time_range'] === 'string' ? next['time_range'] : noFilter
    next['adhoc_filters'] = [{ clause: 'WHERE', subject, operator: 'TEMPORAL_RANGE', comparator, expressionType: 'SIMPLE' }, ...filters]
  }
  return next
}
