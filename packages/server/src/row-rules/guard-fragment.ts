import { fail, ok, readFragment, splitStatements, type Caller, type Result, type SqlStatement } from '@sightline/core'
import type { Deps } from '../deps.ts'
import type { TemplateContext } from '../templates/templates.ts'
import { isBoundInDatabase } from './bound-by-rules.ts'
import { cannotGuard, guardRows, type GuardPlace } from './guard-rows.ts'

const before = 'SELECT ('
const after = ') AS guarded'

/** Words without which no piece of SQL reads a table: most expressions have none of them, and need no closer look. */
const reading = /\b(select|from|table|with|values|describe|show|summarize|pivot|unpivot|union|intersect|into)\b/i

export const mayReadTables = (text: string): boolean => reading.test(text)

/**
 * An expression that reads tables of its own (`(SELECT max(x) FROM orders)`) as a statement, so that it can be looked at as one; the statement is
 * null where it cannot. Null if it reads none, or is no expression at all: then whoever puts it into a statement refuses it.
 */
export function asStatement(text: string, { dialect }: Pick<GuardPlace, 'dialect'>): { readonly statement: SqlStatement | null } | null {
  if (!mayReadTables(text)) return null
  const rules = { dialectId: dialect.id, placeholder: dialect.placeholder(1) }
  const plain = readFragment(text, { ...rules, mayHaveSubqueries: false })
  if (plain.ok || plain.problem.code !== 'ADHOC_SUBQUERY_NOT_ALLOWED_ERROR') return null
  const whole = readFragment(text, { ...rules, mayHaveSubqueries: true })
  if (!whole.ok) return null
  const statements = splitStatements(`${before}${whole.value}${after}`, dialect.id)
  return { statement: statements?.length === 1 ? statements[0]! : null }
}

/** An expression with the rules that bind the caller put around every table it reads, or a refusal where that cannot be proven right. */
export async function guardFragment(deps: Deps, caller: Caller, place: GuardPlace, text: string, context: TemplateContext): Promise<Result<string>> {
  const read = asStatement(text, place)
  if (!read) return ok(text)
  if (!read.statement) return (await isBoundInDatabase(deps, caller, place.database.id)) ? fail(cannotGuard) : ok(text)
  const guarded = await guardRows(deps, caller, place, [read.statement], context)
  if (!guarded.ok) return guarded
  const [statement] = guarded.value
  return ok(statement === read.statement ? text : statement!.text.slice(before.length, -after.length))
}
