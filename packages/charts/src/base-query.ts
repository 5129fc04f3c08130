import type { QueryObject } from './chart.ts'
import { columnLabel, listOf, metricLabel } from './labels.ts'

type Form = Readonly<Record<string, unknown>>
type Filter = Readonly<Record<string, unknown>>

/** What a dashboard's filters add to a form; anything but an object adds nothing. */
export const extraOf = (form: Form): Form => {
  const extra = form['extra_form_data']
  return typeof extra === 'object' && extra !== null ? (extra as Form) : {}
}

const unary = new Set(['IS NULL', 'IS NOT NULL', 'IS TRUE', 'IS FALSE', 'LATEST PARTITION'])

function withoutRepeats<Item>(items: readonly Item[], labelOf: (item: Item) => string): Item[] {
  const seen = new Set<string>()
  return items.filter((item) => {
    const label = labelOf(item)
    if (seen.has(label)) return false
    seen.add(label)
    return true
  })
}

export const uniqueColumns = (columns: readonly unknown[]): unknown[] => withoutRepeats(columns, columnLabel)
export const uniqueMetrics = (metrics: readonly unknown[]): unknown[] => withoutRepeats(metrics, metricLabel)

const wireFilter = ({ subject, operator, comparator }: Filter): Filter =>
  unary.has(String(operator)) ? { col: subject, op: operator } : { col: subject, op: operator, val: comparator }

/** A comment at the end of custom SQL would swallow the closing parenthesis. */
const enclose = (sql: unknown): string => `(${String(sql)}${String(sql).includes('--') ? '\n' : ''})`

const filtersIn = (value: unknown): Filter[] => listOf(value).filter((one): one is Filter => typeof one === 'object' && one !== null)

function readFilters(adhoc: readonly Filter[]) {
  const simple = adhoc.filter(({ expressionType, clause }) => expressionType !== 'SQL' && (clause ?? 'WHERE') === 'WHERE')
  const custom = (clause: string) =>
    adhoc
      .filter((filter) => filter['expressionType'] === 'SQL' && (filter['clause'] ?? 'WHERE') === clause && filter['sqlExpression'])
      .map((filter) => enclose(filter['sqlExpression']))
      .join(' AND ')
  return { filters: simple.map(wireFilter), where: custom('WHERE'), having: custom('HAVING') }
}

const numberOrNothing = (value: unknown): number | undefined => {
  if (value === null || value === undefined || value === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** What a chart type decides about its query; the rest is the same for all of them. */
export interface QueryParts {
  readonly columns: readonly unknown[]
  /** Left out for raw rows: then nothing is grouped. */
  readonly metrics?: readonly unknown[]
  readonly orderby?: readonly unknown[]
  /** Whether the panel has a row limit (big numbers have none). */
  readonly hasRowLimit?: boolean
  /** Whether the panel has a time grain; one that a form kept from another chart type must not change the query. */
  readonly hasGrain?: boolean
  readonly rest?: QueryObject
}

/** The query object of a form, without the keys that do not apply. */
export function buildQuery(form: Form, parts: QueryParts): QueryObject {
  const extra = extraOf(form)
  const own = readFilters([...filtersIn(form['adhoc_filters']), ...filtersIn(extra['adhoc_filters'])])
  const grain = 'time_grain_sqla' in extra ? extra['time_grain_sqla'] : parts.hasGrain ? form['time_grain_sqla'] : undefined
  const timeRange = extra['time_range'] ?? form['time_range']
  const granularity = extra['granularity_sqla'] ?? form['granularity_sqla']
  const [limitMetric] = listOf(form['series_limit_metric'] ?? form['timeseries_limit_metric'])
  const relative = Object.fromEntries(['relative_start', 'relative_end'].filter((key) => extra[key]).map((key) => [key, extra[key]]))
  const rowLimit = parts.hasRowLimit === false ? undefined : numberOrNothing(form['row_limit'])
  return {
    ...(timeRange ? { time_range: timeRange } : {}),
    ...(granularity ? { granularity } : {}),
    filters: [...filtersIn(extra['filters']), ...filtersIn(form['filters']), ...own.filters],
    extras: { ...(grain === undefined ? {} : { time_grain_sqla: grain }), ...relative, having: own.having, where: own.where },
    applied_time_extras: {},
    columns: [...parts.columns],
    ...(parts.metrics ? { metrics: [...parts.metrics] } : {}),
    ...(parts.orderby ? { orderby: [...parts.orderby] } : {}),
    annotation_layers: [...listOf(form['annotation_layers'])],
    ...(rowLimit === undefined ? {} : { row_limit: rowLimit }),
    ...(numberOrNothing(form['row_offset']) === undefined ? {} : { row_offset: numberOrNothing(form['row_offset']) }),
    series_limit: numberOrNothing(form['series_limit']) ?? numberOrNothing(form['limit']) ?? 0,
    ...(limitMetric ? { series_limit_metric: limitMetric } : {}),
    order_desc: form['order_desc'] ?? true,
    url_params: form['url_params'] ?? {},
    custom_params: form['custom_params'] ?? {},
    custom_form_data: extra['custom_form_data'] ?? {},
    ...parts.rest,
  }
}

/** The grain that holds for a form: a dashboard's filter wins. Undefined means that the form says nothing, null that it asks for none. */
export const grainOf = (form: Form): unknown => {
  const extra = extraOf(form)
  return 'time_grain_sqla' in extra ? extra['time_grain_sqla'] : form['time_grain_sqla']
}

/** The column that a chart is drawn over, bucketed by the grain where it is a time. */
export function axisColumn(column: unknown, grain: unknown): QueryObject {
  const timeGrain = grain === undefined ? {} : { timeGrain: grain }
  if (typeof column === 'object' && column !== null) return { ...timeGrain, columnType: 'BASE_AXIS', ...(column as QueryObject) }
  return { ...timeGrain, columnType: 'BASE_AXIS', sqlExpression: column, label: column, expressionType: 'SQL' }
}

/** How rows are ordered when the form does not say: by the limit metric, else by the first metric. */
export function defaultOrder(form: Form, metrics: readonly unknown[]): readonly unknown[] | undefined {
  const ranking = listOf(form['series_limit_metric'] ?? form['timeseries_limit_metric'])[0] ?? form['legacy_order_by'] ?? metrics[0]
  return ranking ? [[ranking, !(form['order_desc'] ?? true)]] : undefined
}

/**
 * Charts over a dataset with a time column always carry a filter on it, so that the time range of a dashboard has something to act on.
 * Returns the same form when it has one already.
 */
export function withTimeFilter<Any extends Form>(form: Any, timeColumn: string | null | undefined): Any {
  const filters = filtersIn(form['adhoc_filters'])
  if (!timeColumn || filters.some(({ operator }) => operator === 'TEMPORAL_RANGE')) return form
  const filter = {
    clause: 'WHERE',
    subject: timeColumn,
    operator: 'TEMPORAL_RANGE',
    operatorId: 'TEMPORAL_RANGE',
    comparator: form['time_range'] ?? 'No filter',
    expressionType: 'SIMPLE',
  }
  return { ...form, adhoc_filters: [...filters, filter] }
}
