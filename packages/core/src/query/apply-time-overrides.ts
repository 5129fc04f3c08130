import { isAdhocColumn, labelOfColumn, type Query } from './query.ts'
import { findColumn, isTemporalColumn, type QueryDataset } from './query-dataset.ts'

/**
 * A dashboard may replace the time range and the time column of a chart. The range goes into every time filter; the column takes the
 * place of the axis (named by the form, `x_axis`), and the filter of the column it replaces goes, because the range now binds the new one.
 */
export function applyTimeOverrides(query: Query, formAxis: unknown, dataset: QueryDataset): Query {
  const { timeRange, granularity } = query
  const filters = timeRange === null ? query.filters : query.filters.map((filter) => (filter.op === 'TEMPORAL_RANGE' ? { ...filter, val: timeRange } : filter))
  if (granularity === null) return { ...query, filters }

  const axisName = isAdhocColumn(formAxis) ? labelOfColumn(formAxis) : typeof formAxis === 'string' ? formAxis : null
  const axisColumn = axisName === null ? undefined : findColumn(dataset, axisName)
  const isTimeAxis = axisName !== null && ((axisColumn !== undefined && isTemporalColumn(axisColumn)) || isAdhocColumn(formAxis))
  if (isTimeAxis && axisName !== granularity) return replaceAxis({ ...query, filters }, axisName, granularity)
  const temporal = filters.filter(({ op }) => op === 'TEMPORAL_RANGE').map(({ col }) => labelOfColumn(col))
  const replaced = isTimeAxis ? axisName : temporal.includes(granularity) ? granularity : temporal[0]
  return { ...query, filters: withoutFilter(filters, replaced) }
}

const withoutFilter = (filters: Query['filters'], label: string | undefined): Query['filters'] =>
  label === undefined ? filters : filters.filter(({ col, op }) => op !== 'TEMPORAL_RANGE' || labelOfColumn(col) !== label)

function replaceAxis(query: Query, from: string, to: string): Query {
  const renamed = (names: unknown): unknown => (Array.isArray(names) ? names.map((name: unknown) => (name === from ? to : name)) : names)
  return {
    ...query,
    columns: query.columns.map((column) => {
      if (labelOfColumn(column) !== from) return column
      return isAdhocColumn(column) ? { ...column, sqlExpression: to, label: to } : to
    }),
    orderBy: query.orderBy.map(([by, ascending]) => [by === from ? to : by, ascending] as (typeof query.orderBy)[number]),
    postProcessing: query.postProcessing.map((step) =>
      step.operation === 'pivot' && step.options ? { ...step, options: { ...step.options, index: renamed(step.options['index']) } } : step,
    ),
    filters: withoutFilter(query.filters, from),
  }
}
