import type { QueryFilter } from '@sightline/contract'
import { ok, type Result } from '../result.ts'
import { addUnits } from '../time/calendar.ts'
import { readTimeRange, type TimeRange, type TimeRangeOptions } from '../time/time-range.ts'
import type { Expression, Operand, Predicate, Select, Source } from './ast.ts'
import { type FilterValue, momentOperand, readFilterValue } from './filter-value.ts'
import { datasetColumnOf } from './plan-columns.ts'
import { expressionOf, type PlanContext, readAskersFragment, refuse, timeExpressionOf, withGrain } from './plan-context.ts'
import { isAdhocColumn, labelOfColumn } from './query.ts'
import { kindOfType, type QueryDatasetColumn } from './query-dataset.ts'
import { timeSideOf, type TimeSide } from './zone-times.ts'

export interface PlannedFilters {
  readonly predicates: readonly Predicate[]
  readonly applied: readonly string[]
  readonly rejected: readonly string[]
}

/** Where a filter may look for the latest value of its column: among the rows that the asker may see. */
export interface VisibleRows {
  readonly source: Source
  readonly rules: readonly Predicate[]
}

export function planFilters(filters: readonly QueryFilter[], context: PlanContext, times: TimeRangeOptions, visible: VisibleRows): Result<PlannedFilters> {
  const predicates: Predicate[] = []
  const applied: string[] = []
  const rejected: string[] = []
  for (const filter of filters) {
    const label = labelOfColumn(filter.col)
    if (!isAdhocColumn(filter.col) && !datasetColumnOf(filter.col, context)) {
      rejected.push(label)
      continue
    }
    const planned = planFilter(filter, context, times, visible)
    if (!planned.ok) return planned
    predicates.push(...planned.value)
    applied.push(label)
  }
  return ok({ predicates, applied, rejected: [...new Set(rejected)] })
}

function planFilter(filter: QueryFilter, context: PlanContext, times: TimeRangeOptions, visible: VisibleRows): Result<readonly Predicate[]> {
  const column = datasetColumnOf(filter.col, context)
  const left = filterSide(filter, column, context)
  if (!left.ok) return left
  if (filter.op === 'TEMPORAL_RANGE') {
    if (typeof filter.val !== 'string') return refuse('A time range filter needs a text as its value')
    const range = readTimeRange(filter.val, times)
    return range.ok ? ok(timePredicates(left.value, range.value, column, context)) : range
  }
  if (filter.op === 'LATEST PARTITION') return ok([{ kind: 'latest', left: left.value, of: latestOf(left.value, visible) }])
  const predicate = planOperator(filter, left.value, column, timeSideOf(left.value, column, context.zone))
  return predicate.ok ? ok([predicate.value]) : predicate
}

function filterSide(filter: QueryFilter, column: QueryDatasetColumn | undefined, context: PlanContext): Result<Expression> {
  if (column) return filter.grain ? timeExpressionOf(column, filter.grain, context) : expressionOf(column, context)
  const text = readAskersFragment(isAdhocColumn(filter.col) ? filter.col.sqlExpression : filter.col, context)
  return text.ok ? withGrain({ kind: 'fragment', text: text.value }, filter.grain, context) : text
}

const latestOf = (of: Expression, { source, rules }: VisibleRows): Select => ({
  items: [{ expression: { kind: 'aggregate', name: 'MAX', distinct: false, of }, label: 'latest' }],
  from: source,
  where: rules,
  groupBy: [],
  having: [],
  orderBy: [],
  limit: null,
  offset: 0,
})

/** Start inclusive, end exclusive; the dataset's offset is taken from both. */
export function timePredicates(
  left: Expression,
  { since, until }: TimeRange,
  column: QueryDatasetColumn | undefined,
  context: PlanContext,
): readonly Predicate[] {
  const side = timeSideOf(left, column, context.zone)
  const shifted = (wall: Date): Operand => momentOperand(addUnits(side.fromWall(wall), -context.dataset.offsetHours, 'hour'), column)
  return [
    ...(since ? [{ kind: 'compare', left, operator: '>=', right: shifted(since) } as const] : []),
    ...(until ? [{ kind: 'compare', left, operator: '<', right: shifted(until) } as const] : []),
  ]
}

const comparisons = { '==': '=', '!=': '!=', '>': '>', '<': '<', '>=': '>=', '<=': '<=' } as const

function planOperator({ op, val }: QueryFilter, left: Expression, column: QueryDatasetColumn | undefined, side: TimeSide): Result<Predicate> {
  const scalar = (): FilterValue => readFilterValue(Array.isArray(val) ? val[0] : val, column, side)
  switch (op) {
    case 'IS NULL':
      return ok({ kind: 'is', left, what: 'NULL' })
    case 'IS NOT NULL':
      return ok({ kind: 'is', left, what: 'NOT NULL' })
    case 'IS TRUE':
      return ok({ kind: 'is', left, what: 'TRUE' })
    case 'IS FALSE':
      return ok({ kind: 'is', left, what: 'FALSE' })
    case 'IN':
    case 'NOT IN': {
      const list = Array.isArray(val) ? (val as readonly unknown[]) : [val]
      if (list.length === 0) return refuse('Filter value list cannot be empty')
      const found = planList(list, left, column, side)
      return ok(op === 'IN' ? found : { kind: 'not', of: found })
    }
    case 'LIKE':
    case 'NOT LIKE':
    case 'ILIKE':
    case 'NOT ILIKE': {
      const first: unknown = Array.isArray(val) ? val[0] : val
      if (first === null || first === undefined) return refuse('Must specify a value for filters with comparison operators')
      if (typeof first === 'object') return refuse(`The value of ${op} must be a text`)
      const isText = column !== undefined && kindOfType(column.type) === 'string'
      const like: Predicate = {
        kind: 'like',
        left: isText ? left : { kind: 'text', of: left },
        right: { kind: 'value', value: String(first as string) },
        ignoresCase: op.endsWith('ILIKE'),
      }
      return ok(op.startsWith('NOT') ? { kind: 'not', of: like } : like)
    }
    case 'TEMPORAL_RANGE':
    case 'LATEST PARTITION':
      return refuse(`Invalid filter operation type: ${op}`)
    default: {
      const value = scalar()
      if (value === 'null') {
        if (op === '==') return ok({ kind: 'is', left, what: 'NULL' })
        if (op === '!=') return ok({ kind: 'is', left, what: 'NOT NULL' })
        return refuse('Must specify a value for filters with comparison operators')
      }
      // No number equals a word; every number differs from it.
      if (value === 'unfit') {
        if (op === '==') return ok({ kind: 'never' })
        if (op === '!=') return ok({ kind: 'is', left, what: 'NOT NULL' })
        return refuse('Must specify a value for filters with comparison operators')
      }
      return ok({ kind: 'compare', left, operator: comparisons[op], right: value })
    }
  }
}

function planList(list: readonly unknown[], left: Expression, column: QueryDatasetColumn | undefined, side: TimeSide): Predicate {
  const values = list.map((value) => readFilterValue(value, column, side))
  const operands = values.filter((value): value is Operand => typeof value === 'object')
  const parts: Predicate[] = []
  if (values.includes('null')) parts.push({ kind: 'is', left, what: 'NULL' })
  if (operands.length > 0) parts.push({ kind: 'in', left, right: operands })
  const [only] = parts
  if (!only) return { kind: 'never' }
  return parts.length === 1 ? only : { kind: 'or', parts }
}
