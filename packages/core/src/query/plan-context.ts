import type { Problem } from '@sightline/contract'
import { fail, ok, type Result } from '../result.ts'
import { readFragment } from '../sql/read-fragment.ts'
import type { Expression } from './ast.ts'
import type { Dialect } from './dialect.ts'
import type { QueryDataset, QueryDatasetColumn } from './query-dataset.ts'
import { grainInZone } from './zone-times.ts'

/** What every step of planning looks at. */
export interface PlanContext {
  readonly dataset: QueryDataset
  readonly dialect: Dialect
  /** Whose days and hours count. */
  readonly zone: string
  /** Within which moments the rows of a time column lie, as far as the query says. */
  readonly spanOf: (column: string) => { readonly from: number; readonly to: number }
  /** Whether custom fields of a query may hold sub-queries (flag ALLOW_ADHOC_SUBQUERY). */
  readonly mayHaveSubqueries: boolean
}

export const refuse = (message: string, more: Partial<Problem> = {}): { readonly ok: false; readonly problem: Problem } =>
  fail({ code: 'GENERIC_COMMAND_ERROR', status: 400, message, ...more })

/** SQL that the asker wrote. A sub-query in a field is bad input; in a clause, where it could look for others' rows, it is forbidden. */
export function readAskersFragment(sql: string, { dialect, mayHaveSubqueries }: PlanContext, place: 'field' | 'clause' = 'field'): Result<string> {
  const read = readFragment(sql, { dialectId: dialect.id, placeholder: dialect.placeholder(1), mayHaveSubqueries })
  return read.ok || place === 'clause' ? read : fail({ ...read.problem, status: 400 })
}

/** SQL that whoever keeps the dataset or the rules wrote: it must be complete in itself, but may look at other tables. */
export function readKeepersFragment(sql: string, { dialect }: Pick<PlanContext, 'dialect'>): Result<string> {
  return readFragment(sql, { dialectId: dialect.id, placeholder: dialect.placeholder(1), mayHaveSubqueries: true })
}

/** A column of the dataset as it stands in a row. */
export function expressionOf(column: QueryDatasetColumn, context: PlanContext): Result<Expression> {
  if (!column.expression) return ok({ kind: 'column', name: column.name })
  const text = readKeepersFragment(column.expression, context)
  return text.ok ? ok({ kind: 'fragment', text: text.value }) : text
}

/** A time column cut to a grain; numbers since 1970 are turned into times first. */
export function timeExpressionOf(column: QueryDatasetColumn, grain: string | null, context: PlanContext): Result<Expression> {
  const plain = expressionOf(column, context)
  if (!plain.ok) return plain
  const isEpoch = column.dateFormat === 'epoch_s' || column.dateFormat === 'epoch_ms'
  if (isEpoch && !context.dialect.fromEpoch) {
    return grain ? refuse(`Times kept as numbers cannot be grouped by ${grain} on this database`) : plain
  }
  const time: Expression = isEpoch ? { kind: 'from-epoch', unit: column.dateFormat === 'epoch_s' ? 's' : 'ms', of: plain.value } : plain.value
  return withGrain(time, grain, context, column)
}

export function withGrain(of: Expression, grain: string | null | undefined, context: PlanContext, column?: QueryDatasetColumn): Result<Expression> {
  const { dialect, zone } = context
  if (!grain) return ok(of)
  if (!Object.hasOwn(dialect.grains, grain)) return refuse(`No grain spec for ${grain} for database ${dialect.id}`)
  if (zone !== 'UTC' && !dialect.addSeconds) return refuse(`Times cannot be grouped by the days of ${zone} on this database`)
  // A number since 1970 has become a time by now, and is compared as one.
  const asTime = column && of.kind === 'from-epoch' ? { ...column, type: 'TIMESTAMP', dateFormat: null } : column
  return ok(grainInZone(of, grain, asTime, { zone, dialect, span: context.spanOf(column?.name ?? '') }))
}
