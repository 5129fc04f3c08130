import { ok, type Result } from '../result.ts'
import type { OrderTerm } from './ast.ts'
import { planColumn, planMetric } from './plan-columns.ts'
import { type PlanContext, refuse } from './plan-context.ts'
import { isAdhocColumn, labelOfColumn, labelOfMetric, type Query, timeAxisLabel } from './query.ts'
import { findColumn } from './query-dataset.ts'

type OrderBy = Query['orderBy'][number][0]

/** Some clients send an adhoc metric as the text of its JSON. */
function unpack(by: OrderBy): OrderBy {
  if (typeof by !== 'string' || !by.startsWith('{')) return by
  try {
    const read: unknown = JSON.parse(by)
    if (typeof read === 'object' && read !== null && 'expressionType' in read) {
      const { expressionType } = read as { expressionType: unknown }
      if (expressionType === 'SQL' && 'sqlExpression' in read && typeof read.sqlExpression === 'string') return read as OrderBy
      if (expressionType === 'SIMPLE' && 'column' in read && 'aggregate' in read && typeof read.aggregate === 'string') {
        const { column } = read as { column: unknown }
        if (typeof column === 'object' && column !== null && 'column_name' in column && typeof column.column_name === 'string') return read as OrderBy
      }
    }
  } catch {
    // Then it is a name that begins with a brace.
  }
  return by
}

/** Whether ordering alone asks for groups: a metric has no value in a row. */
export const ordersByMetric = (query: Query, { dataset }: PlanContext): boolean =>
  query.orderBy.some(([given]) => {
    const by = unpack(given)
    if (typeof by === 'object') return !('sqlExpression' in by) || !findsColumnObject(by, query)
    return !findColumn(dataset, by) && dataset.metrics.some(({ name }) => name === by)
  })

/** Custom SQL may be a column or a metric; it is a column where the query selects it as one. */
const findsColumnObject = (by: object, query: Query): boolean =>
  'sqlExpression' in by && query.columns.some((column) => isAdhocColumn(column) && column.sqlExpression === by.sqlExpression)

export function planOrder(query: Query, context: PlanContext): Result<readonly OrderTerm[]> {
  const terms: OrderTerm[] = []
  for (const [given, ascending] of query.orderBy) {
    const by = planOrderBy(unpack(given), query, context)
    if (!by.ok) return by
    terms.push({ by: by.value, descending: !ascending })
  }
  return ok(terms)
}

function planOrderBy(by: OrderBy, query: Query, context: PlanContext): Result<OrderTerm['by']> {
  if (typeof by === 'object') {
    if (findsColumnObject(by, query)) {
      const column = query.columns.find((one) => isAdhocColumn(one) && 'sqlExpression' in by && one.sqlExpression === by.sqlExpression)!
      return ok({ label: labelOfColumn(column) })
    }
    if ('columnType' in by && isAdhocColumn(by)) return planColumn(by, query, context)
    const label = labelOfMetric(by as Parameters<typeof labelOfMetric>[0])
    const selected = query.metrics?.find((metric) => labelOfMetric(metric) === label)
    if (selected && JSON.stringify(selected) === JSON.stringify(by)) return ok({ label })
    return planMetric(by as Parameters<typeof planMetric>[0], context)
  }
  if (query.isTimeseries && by === timeAxisLabel) return ok({ label: by })
  if (query.metrics?.some((metric) => labelOfMetric(metric) === by)) return ok({ label: by })
  const column = findColumn(context.dataset, by)
  if (column) {
    const isSelected = query.columns.some((one) => labelOfColumn(one) === by && (!isAdhocColumn(one) || one.sqlExpression === by))
    return isSelected ? ok({ label: by }) : planColumn(by, query, context)
  }
  if (context.dataset.metrics.some(({ name }) => name === by)) return planMetric(by, context)
  return refuse(`Unknown column used in orderby: ${by}`)
}
