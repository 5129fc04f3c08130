import { ok, type Result } from '../result.ts'
import type { Expression, Predicate, Select, SelectItem, Source } from './ast.ts'
import { planMetric } from './plan-columns.ts'
import type { PlanContext } from './plan-context.ts'
import { labelOfColumn, type Query } from './query.ts'
import { findColumn, kindOfType } from './query-dataset.ts'

interface Parts {
  readonly columns: readonly SelectItem[]
  readonly metrics: readonly SelectItem[]
  readonly source: Source
  /** Everything that narrows the rows: the largest series are chosen among the rows that the asker sees. */
  readonly where: readonly Predicate[]
}

/** How the series that the limit leaves out are called together. */
const othersWord = 'Others'

interface LimitedSeries {
  readonly join: Select['join']
  readonly columns: readonly SelectItem[]
}

/**
 * Keeps only the series with the largest (or smallest) metric, by a join with a select of their keys; or keeps all rows and calls those of
 * other series by one name, so that they are counted together.
 */
export function planSeriesLimit(query: Query, parts: Parts, context: PlanContext): Result<LimitedSeries> {
  const names = new Set(query.seriesColumns.map(labelOfColumn))
  const series = parts.columns.filter(({ label }) => names.has(label))
  const [first] = parts.metrics
  if (query.seriesLimit === 0 || series.length === 0 || !first) return ok({ join: undefined, columns: parts.columns })
  const ranking = query.seriesLimitMetric ? planMetric(query.seriesLimitMetric, context) : ok(first.expression)
  if (!ranking.ok) return ranking
  const keyOf = ({ label }: SelectItem) => `${label}__`
  const join: Select['join'] = {
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
    keepsAll: query.groupsOthers,
  }
  if (!query.groupsOthers) return ok({ join, columns: parts.columns })
  const isText = ({ label, expression }: SelectItem): boolean => {
    const column = expression.kind === 'column' ? findColumn(context.dataset, label) : undefined
    return column !== undefined && kindOfType(column.type) === 'string'
  }
  const orOthers = (item: SelectItem): SelectItem => {
    // A column of numbers has no place for a word.
    const of: Expression = isText(item) ? item.expression : { kind: 'text', of: item.expression }
    return names.has(item.label) ? { ...item, expression: { kind: 'or-others', of, key: keyOf(item), word: othersWord } } : item
  }
  return ok({ join, columns: parts.columns.map(orOthers) })
}
