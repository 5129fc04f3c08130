import type { QueryColumn } from '@sightline/contract'
import { ok, type Result } from '../result.ts'
import type { Expression, SelectItem } from './ast.ts'
import { expressionOf, type PlanContext, readAskersFragment, readKeepersFragment, refuse, timeExpressionOf, withGrain } from './plan-context.ts'
import { isAdhocColumn, labelOfMetric, type Query } from './query.ts'
import { findColumn, isTemporalColumn, type QueryDatasetColumn } from './query-dataset.ts'
import { keepsDays } from './zone-times.ts'

/** Names that the dataset does not have, in columns and under simple metrics. */
export function refuseMissingColumns({ columns, metrics }: Pick<Query, 'columns' | 'metrics'>, { dataset }: PlanContext): Result<void> {
  const isKnown = (name: string) => findColumn(dataset, name) !== undefined
  const wanted = [
    ...columns.filter((column): column is string => !isAdhocColumn(column)),
    ...(metrics ?? []).flatMap((metric) => (typeof metric === 'object' && 'column' in metric ? [metric.column.column_name] : [])),
  ]
  const missing = [...new Set(wanted.filter((name) => !isKnown(name)))]
  return missing.length === 0 ? ok(undefined) : refuse(`Columns missing in dataset: [${missing.map((name) => `'${name}'`).join(', ')}]`)
}

/** The dataset column that a query column stands for, if it is one. */
export function datasetColumnOf(column: QueryColumn, { dataset }: PlanContext): QueryDatasetColumn | undefined {
  return findColumn(dataset, isAdhocColumn(column) ? column.sqlExpression : column)
}

/**
 * A column of the query as an expression. The axis is cut to its grain where it is a time; a plain column that is also the query's
 * time column is cut to the query's grain, as old charts expect.
 */
export function planColumn(column: QueryColumn, query: Pick<Query, 'granularity' | 'timeGrain'>, context: PlanContext): Result<Expression> {
  const known = datasetColumnOf(column, context)
  if (known && isAdhocColumn(column)) {
    return column.columnType === 'BASE_AXIS' && isTemporalColumn(known)
      ? timeExpressionOf(known, column.timeGrain ?? null, context)
      : expressionOf(known, context)
  }
  if (known) return known.name === query.granularity && query.timeGrain ? timeExpressionOf(known, query.timeGrain, context) : expressionOf(known, context)
  if (!isAdhocColumn(column)) return refuse(`Columns missing in dataset: ['${column}']`)
  const text = readAskersFragment(column.sqlExpression, context)
  if (!text.ok) return text
  const plain: Expression = { kind: 'fragment', text: text.value }
  return column.columnType === 'BASE_AXIS' ? withGrain(plain, column.timeGrain, context) : ok(plain)
}

const aggregateNames = new Set(['AVG', 'COUNT', 'MAX', 'MIN', 'SUM'])

/** A saved metric, a simple one, or custom SQL. */
export function planMetric(metric: NonNullable<Query['metrics']>[number], context: PlanContext): Result<Expression> {
  if (typeof metric === 'object' && 'column' in metric) {
    const aggregate = metric.aggregate.toUpperCase()
    if (aggregate !== 'COUNT_DISTINCT' && !aggregateNames.has(aggregate)) return refuse(`Unknown aggregate: ${metric.aggregate}`)
    const column = findColumn(context.dataset, metric.column.column_name)
    if (!column) return refuse(`Columns missing in dataset: ['${metric.column.column_name}']`)
    const of = expressionOf(column, context)
    if (!of.ok) return of
    const distinct = aggregate === 'COUNT_DISTINCT'
    const keepsTimes = (aggregate === 'MIN' || aggregate === 'MAX') && isTemporalColumn(column) && !column.dateFormat
    const keeps = keepsTimes ? (keepsDays(column) ? ('days' as const) : ('moments' as const)) : undefined
    return ok({ kind: 'aggregate', name: distinct ? 'COUNT' : (aggregate as 'SUM'), distinct, of: of.value, keeps })
  }
  if (typeof metric === 'object' && 'sqlExpression' in metric) {
    const text = readAskersFragment(metric.sqlExpression, context)
    return text.ok ? ok({ kind: 'fragment', text: text.value }) : text
  }
  const name = labelOfMetric(metric)
  const saved = context.dataset.metrics.find((one) => one.name === name)
  if (!saved) return refuse(`Metric '${name}' does not exist`)
  const text = readKeepersFragment(saved.expression, context)
  return text.ok ? ok({ kind: 'fragment', text: text.value }) : text
}

export function planItems<Thing>(
  things: readonly Thing[],
  labelOf: (thing: Thing) => string,
  plan: (thing: Thing) => Result<Expression>,
): Result<readonly SelectItem[]> {
  const items: SelectItem[] = []
  for (const thing of things) {
    const expression = plan(thing)
    if (!expression.ok) return expression
    items.push({ expression: expression.value, label: labelOf(thing) })
  }
  return ok(items)
}
