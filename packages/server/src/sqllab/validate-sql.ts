import { fail, forbiddenNames, kindOfStatement, longestSql, ok, placeOfMistake, splitStatements, strangeVerb, type Caller, type Result } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { mayRun } from './may-run.ts'
import { contextOf, findDatabase, openPlace } from './open-place.ts'
import { renderTemplate } from './prepare-run.ts'

export interface ValidateInput {
  readonly sql: string
  readonly schema?: string | null | undefined
  readonly template_params?: Readonly<Record<string, unknown>> | null | undefined
}

export interface Mistake {
  readonly line_number: number | null
  readonly start_column: number | null
  readonly end_column: number | null
  readonly message: string
}

const mostStatements = 50
const mistakes = new Set([
  'SYNTAX_ERROR',
  'COLUMN_DOES_NOT_EXIST_ERROR',
  'TABLE_DOES_NOT_EXIST_ERROR',
  'SCHEMA_DOES_NOT_EXIST_ERROR',
  'GENERIC_DB_ENGINE_ERROR',
])

/** What the database thinks is wrong in each statement, and where. Statements that read are described by the database; those that write are not tried. */
export async function validateSql(deps: Deps, caller: Caller, id: number, input: ValidateInput, signal: AbortSignal): Promise<Result<readonly Mistake[]>> {
  const database = await findDatabase(deps, caller, id)
  if (!database) return fail({ code: 'DATABASE_NOT_FOUND_ERROR', status: 404, message: 'Database not found.' })
  const place = await openPlace(deps, database, input.schema ?? null, signal)
  if (!place.ok) return place
  const rendered = await renderTemplate(deps, caller, place.value, input.sql, contextOf(caller, JSON.stringify(input.template_params ?? {})))
  if (!rendered.ok) return ok([{ line_number: 1, start_column: null, end_column: null, message: rendered.problem.message }])
  const { text } = rendered.value
  const { dialect } = place.value
  const statements = splitStatements(text, dialect.id)
  if (text.length > longestSql)
    return ok([{ line_number: 1, start_column: null, end_column: null, message: `Your query is longer than ${longestSql} characters.` }])
  if (!statements)
    return ok([{ line_number: 1, start_column: null, end_column: null, message: 'A quote or a comment never ends, or a character is not allowed.' }])
  const allowed = await mayRun(deps, caller, database, dialect.id, place.value.schema, statements)
  if (!allowed.ok) return allowed
  const driver = await deps.queries.driverOf(database.id)
  if (!driver.ok) return driver
  const found: Mistake[] = []
  for (const statement of statements.slice(0, mostStatements)) {
    const line_number = text.slice(0, statement.start).split('\n').length
    const forbidden = forbiddenNames(statement)
    if (forbidden.length > 0) found.push({ line_number, start_column: null, end_column: null, message: `Not allowed: ${forbidden.join(', ')}` })
    const strange = strangeVerb(statement)
    if (strange) {
      const before = text.slice(0, statement.start + strange.start)
      const start_column = before.length - before.lastIndexOf('\n')
      const message = `No statement begins with "${strange.text}".`
      found.push({ line_number: before.split('\n').length, start_column, end_column: start_column + strange.text.length, message })
    }
    if (forbidden.length > 0 || !kindOfStatement(statement).isQuery) continue
    const limit = AbortSignal.any([signal, AbortSignal.timeout(deps.config.costEstimateTimeoutSeconds * 1000)])
    const described = await driver.value.describe({ sql: statement.text, params: [] }, { signal: limit, schema: input.schema ?? undefined, readOnly: true })
    if (described.ok) continue
    // A database that cannot be reached is no mistake of the author's.
    if (!mistakes.has(described.problem.code)) return described
    const { line, start, end } = placeOfMistake(described.problem.message, statement)
    const above = text.slice(0, statement.start)
    // Columns of a first line begin where the statement does.
    const shift = line === 1 ? above.length - (above.lastIndexOf('\n') + 1) : 0
    found.push({
      line_number: line_number - 1 + line,
      start_column: start === null ? null : start + shift,
      end_column: end === null ? null : end + shift,
      message: described.problem.message,
    })
  }
  return ok(found)
}
