import { buildQuery, uniqueColumns, uniqueMetrics } from './base-query.ts'
import type { QueryObject } from './chart.ts'
import { listOf } from './labels.ts'

type Form = Readonly<Record<string, unknown>>

const metricKeys = ['metric', 'metrics', 'percent_metrics', 'metric_2', 'secondary_metric', 'x', 'y', 'size']
const filled = (value: unknown): unknown[] => listOf(value).filter((one) => one !== null && one !== undefined && one !== '')
const allOf = (form: Form, keys: readonly string[]): unknown[] => keys.flatMap((key) => filled(form[key]))

/** What a form of an older type asks for when its type says nothing else: groups and metrics wherever the form names them. */
export function oldQuery(form: Form): QueryObject {
  const isRaw = form['query_mode'] === 'raw'
  const metrics = isRaw ? [] : uniqueMetrics(allOf(form, metricKeys))
  const groups = isRaw ? [] : allOf(form, ['groupby', 'series'])
  const raw = form['query_mode'] === 'aggregate' ? [] : allOf(form, ['columns', 'all_columns'])
  const isGrouped = metrics.length > 0 || groups.length > 0
  const orderby = filled(form['order_by_cols']).flatMap(readOrder)
  return buildQuery(form, {
    columns: uniqueColumns([...groups, ...raw]),
    ...(isGrouped ? { metrics } : {}),
    ...(orderby.length > 0 ? { orderby } : {}),
    hasGrain: true,
  })
}

/** Orders are kept as the text of a list: a column, and whether upwards. */
function readOrder(text: unknown): unknown[] {
  try {
    const order: unknown = typeof text === 'string' ? JSON.parse(text) : text
    return Array.isArray(order) && order.length === 2 && typeof order[1] === 'boolean' ? [order] : []
  } catch {
    return []
  }
}
