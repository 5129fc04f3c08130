import { axisColumn, buildQuery, extraOf, grainOf, uniqueColumns, uniqueMetrics } from '../base-query.ts'
import type { QueryObject } from '../chart.ts'
import { columnLabel, listOf, metricLabel } from '../labels.ts'
import type { TableForm } from './form.ts'

/** Raw rows when asked for, or when nothing else could be meant. */
export const isRaw = (form: TableForm): boolean => (form.query_mode ? form.query_mode === 'raw' : listOf(form.all_columns).length > 0)

function readOrder(value: unknown): unknown[] {
  return listOf(value).flatMap((item) => {
    if (typeof item !== 'string') return [item]
    try {
      return [JSON.parse(item) as unknown]
    } catch {
      return []
    }
  })
}

const paging = (form: TableForm): QueryObject => {
  if (!form.server_pagination) return {}
  const state = (form['ownState'] ?? {}) as { readonly currentPage?: number; readonly pageSize?: number }
  const size = Number(state.pageSize ?? form.server_page_length)
  return { row_limit: size, row_offset: (state.currentPage ?? 0) * size }
}

/** The rows; then, if asked for, how many there are in all (server paging), then the totals. */
export function tableQueries(form: TableForm): readonly QueryObject[] {
  const extra = extraOf(form)
  if (isRaw(form)) {
    const columns = uniqueColumns(listOf(form.all_columns))
    if (columns.length === 0) return []
    const query = buildQuery(form, { columns, orderby: readOrder(form.order_by_cols), hasGrain: true, rest: { post_processing: [], ...paging(form) } })
    return form.server_pagination ? [query, countOf(query)] : [query]
  }
  const metrics = uniqueMetrics(listOf(form.metrics))
  const percents = uniqueMetrics(listOf(form.percent_metrics)).map(metricLabel)
  const all = uniqueMetrics([...metrics, ...listOf(form.percent_metrics)])
  const dimensions = uniqueColumns([...listOf(form.groupby), ...listOf(extra['interactive_groupby'])])
  if (all.length === 0 && dimensions.length === 0) return []
  const lookup = (form.temporal_columns_lookup ?? {}) as Readonly<Record<string, unknown>>
  const grain = grainOf(form)
  const columns = dimensions.map((column) => (grain && typeof column === 'string' && lookup[column] ? axisColumn(column, grain) : column))
  const contribution = {
    operation: 'contribution',
    options: { columns: percents, rename_columns: percents.map((label) => `%${label}`) },
  }
  const query = buildQuery(form, {
    columns,
    metrics: all,
    orderby: orderOf(form, metrics),
    hasGrain: true,
    rest: { post_processing: percents.length > 0 ? [contribution] : [], ...paging(form) },
  })
  const queries: QueryObject[] = [query]
  if (form.server_pagination) queries.push(countOf(query))
  if (form.show_totals && all.length > 0) {
    const { orderby: _orderby, order_desc: _orderDesc, series_limit_metric: _metric, ...rest } = query
    queries.push({ ...rest, columns: [], row_limit: 0, row_offset: 0, post_processing: [] })
  }
  return queries
}

/** By the metric that was chosen for it; else the largest of the first metric come first, whichever way the choice would have gone. */
function orderOf(form: TableForm, metrics: readonly unknown[]): readonly unknown[] {
  const [chosen] = listOf(form.timeseries_limit_metric)
  if (chosen) return [[chosen, !(form.order_desc ?? true)]]
  return metrics.length > 0 ? [[metrics[0], false]] : []
}

const countOf = (query: QueryObject): QueryObject => ({ ...query, is_rowcount: true, row_limit: 0, row_offset: 0, post_processing: [] })

/** The shown columns in order: dimensions, metrics, percentages. Raw rows keep the order they were asked in. */
export function shownColumns(form: TableForm): readonly string[] {
  if (isRaw(form)) return uniqueColumns(listOf(form.all_columns)).map(columnLabel)
  const extra = extraOf(form)
  return [
    ...uniqueColumns([...listOf(form.groupby), ...listOf(extra['interactive_groupby'])]).map(columnLabel),
    ...uniqueMetrics(listOf(form.metrics)).map(metricLabel),
    ...uniqueMetrics(listOf(form.percent_metrics)).map((metric) => `%${metricLabel(metric)}`),
  ]
}
