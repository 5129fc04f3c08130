import { ok, type Result } from '../result.ts'
import type { Predicate, Select, SelectItem, Source } from './ast.ts'
import { planMetric } from './plan-columns.ts'
import type { PlanContext } from './plan-context.ts'
import { labelOfColumn, type Query } from './query.ts'

interface Parts {
  readonly columns: readonly SelectItem[]
  readonly metrics: readonly SelectItem[]
  readonly source: Source
  /** Everything that narrows the rows: the largest series are chosen among the rows that the asker sees. */
  readonly where: readonly Predicate[]
}

/** Keeps only the series with the largest (or smallest) metric, by a join with a select of their keys. */
export function planSeriesLimit(query: Query, parts: Parts, context: PlanContext): Result<Select['join']> {
  const names = new Set(query.seriesColumns.map(labelOfColumn))
  const series = parts.columns.filter(({ label }) => names.has(label))
  const [first] = parts.metrics
  if (query.seriesLimit === 0 || series.length === 0 || !first) return ok(undefined)
  const ranking = query.seriesLimitMetric ? planMetric(query.seriesLimitMetric, context) : ok(first.expression)
  if (!ranking.ok) return ranking
  const keyOf = ({ label }: SelectItem) => `${label}__`
  return ok({
    select: {
      items: [...series.map((item) => ({ expression: item.expression, label: keyOf(item) })), { expression: first.expression, label: 'mme_inner__' }],
      from: parts.source,
      where: parts.where,
      groupBy: series.map(({ expression }) => expression),
      having: [],
      orderBy: [{ by: ranking.value, descending: query.isDescending }],
      limit: query.seriesLimit,
      offset: 0,
    },
    alias: 'series_limit',
    on: series.map((item) => [item.expression, keyOf(item)] as const),
  })
}
