import { setImmediate } from 'node:timers/promises'
import type { ExecuteBody, Problem } from '@sightline/contract'
import type { TableName } from '@sightline/connectors'
import {
  fail,
  forbiddenNames,
  kindOfStatement,
  limitOf,
  limitRows,
  longestSql,
  makeFromQuery,
  ok,
  quoteName,
  readTables,
  splitStatements,
  type Caller,
  type Dialect,
  type Result,
  type SqlStatement,
} from '@sightline/core'
import type { DatabaseRow } from '../datasets/load-dataset.ts'
import type { Deps } from '../deps.ts'
import { prepareQuery } from '../chart-data/run-query.ts'
import { answerCallsFor } from '../templates/answer-call.ts'
import type { Rendered, TemplateContext } from '../templates/templates.ts'
import { guardRows } from '../row-rules/guard-rows.ts'
import { mayRun } from './may-run.ts'

const turnMilliseconds = 15

type LimitingFactor = 'QUERY' | 'DROPDOWN' | 'QUERY_AND_DROPDOWN'

export interface PreparedRun {
  /** What was prepared, its template filled in. */
  readonly text: string
  readonly steps: readonly { readonly sql: string; readonly readOnly: boolean }[]
  /** The last of them with no limit but its own. */
  readonly whole: string
  /** Rows shown; one more is asked for, to tell whether there are more. */
  readonly limit: number
  readonly limitingFactor: LimitingFactor
  readonly tables: readonly { readonly catalog: string | null; readonly schema: string | null; readonly table: string }[]
}

export interface RunPlace {
  readonly database: DatabaseRow
  readonly dialect: Dialect
  readonly engineName: string
  /** Where unqualified names are looked up, as far as that is known. */
  readonly schema: string | null
  /** Tables and views of a schema, as the database lists them. */
  readonly tablesIn: (schema: string | null) => Promise<Result<readonly TableName[]>>
  readonly signal: AbortSignal
}

/** Text of the editor → the statements to send: template filled in, access checked, row rules and limit put in. Nothing has run yet. */
export async function prepareRun(deps: Deps, caller: Caller, place: RunPlace, body: ExecuteBody, context: TemplateContext): Promise<Result<PreparedRun>> {
  const rendered = await renderTemplate(deps, caller, place, body.sql, context)
  return rendered.ok ? prepareText(deps, caller, place, { ...body, sql: rendered.value.text }, context) : rendered
}

export const renderTemplate = (deps: Deps, caller: Caller, place: RunPlace, text: string, context: TemplateContext): Promise<Result<Rendered>> =>
  deps.templates.render(text, contextIn(deps, caller, place, context))

/** What a template sees, with the place whose literals it writes and whose tables it may ask about. */
function contextIn(deps: Deps, caller: Caller, { database, dialect, schema, signal }: RunPlace, context: TemplateContext): TemplateContext {
  const seen = { ...context, dialectId: dialect.id }
  return { ...seen, ask: answerCallsFor(deps, caller, { databaseId: database.id, dialect, schema, signal, prepare: prepareQuery }, seen) }
}

/** The same for a text whose template is filled in already. */
export async function prepareText(deps: Deps, caller: Caller, place: RunPlace, body: ExecuteBody, given: TemplateContext): Promise<Result<PreparedRun>> {
  const context = contextIn(deps, caller, place, given)
  const { database, dialect } = place
  const statements = splitStatements(body.sql, dialect.id)
  const syntax = (message: string): Problem => ({ code: 'SYNTAX_ERROR', message, extra: { engine_name: place.engineName } })
  if (body.sql.length > longestSql) return fail(syntax(`Your query is longer than ${longestSql} characters.`))
  if (!statements) return fail(syntax('Your query cannot be read: a quote or a comment never ends, or there is a character or a comment that is not allowed.'))
  if (statements.length === 0) return fail(syntax('There is no statement to run.'))
  await setImmediate()
  const forbidden = [...new Set(statements.flatMap(forbiddenNames))]
  if (forbidden.length > 0) return fail(syntax(`Your query uses what is not allowed: ${forbidden.join(', ')}`))
  if (!database.allow_dml && statements.some((statement) => !kindOfStatement(statement).reads)) {
    return fail({
      code: 'DML_NOT_ALLOWED_ERROR',
      message: 'Only SELECT statements are allowed against this database.',
      extra: { engine_name: place.engineName },
    })
  }
  const allowed = await mayRun(deps, caller, database, dialect.id, place.schema, statements)
  if (!allowed.ok) return allowed
  // Whatever the flags say: the editor shows nobody more rows than a chart would.
  const whereabouts = { database, dialect, schema: place.schema, askedSchema: body.schema ?? null, tablesIn: place.tablesIn }
  const guarded = await guardRows(deps, caller, whereabouts, statements, context)
  if (!guarded.ok) return guarded

  const last = guarded.value.at(-1)!
  const asked = body.queryLimit && body.queryLimit > 0 ? Math.min(body.queryLimit, deps.config.sqlMaxRow) : deps.config.sqlMaxRow
  const own = limitOf(last)
  const limit = own === null ? asked : Math.min(own, asked)
  const steps: { sql: string; readOnly: boolean }[] = []
  let begun = performance.now()
  for (const statement of guarded.value) {
    // A long script is read in turns with the work of others.
    if (performance.now() - begun > turnMilliseconds) {
      await setImmediate()
      begun = performance.now()
    }
    steps.push({ sql: limitRows(statement, limit + 1, statement === last ? 'replace' : 'lower'), readOnly: kindOfStatement(statement).reads })
  }
  if (body.select_as_cta) {
    const made = tableFromSelect(database, dialect, body, guarded.value, deps.config.ctasNoLimit ? last.text : steps.at(-1)!.sql)
    if (!made.ok) return made
    steps[steps.length - 1] = { sql: made.value, readOnly: false }
  }
  const tables = new Map(
    statements
      .flatMap((statement) => readTables(statement).tables)
      .map(({ catalog, schema, table }) => [`${catalog}.${schema}.${table}`, { catalog, schema, table }]),
  )
  return ok({
    text: body.sql,
    steps,
    whole: last.text,
    limit,
    limitingFactor: own === null || own > asked ? 'DROPDOWN' : own < asked ? 'QUERY' : 'QUERY_AND_DROPDOWN',
    tables: [...tables.values()],
  })
}

function tableFromSelect(database: DatabaseRow, dialect: Dialect, body: ExecuteBody, statements: readonly SqlStatement[], select: string): Result<string> {
  const isView = body.ctas_method?.toUpperCase() === 'VIEW'
  if (!(isView ? database.allow_cvas : database.allow_ctas)) {
    return fail({ code: 'QUERY_SECURITY_ACCESS_ERROR', message: `This database does not allow creating a ${isView ? 'view' : 'table'} from a query.` })
  }
  if (!kindOfStatement(statements.at(-1)!).isQuery || (isView && statements.length > 1)) {
    return fail(
      isView
        ? { code: 'INVALID_CVAS_QUERY_ERROR', message: 'A view can be made from exactly one SELECT statement.' }
        : { code: 'INVALID_CTAS_QUERY_ERROR', message: 'A table can be made only when the last statement is a SELECT.' },
    )
  }
  const name = body.tmp_table_name
  if (!name || !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) {
    return fail({ code: 'INVALID_CTAS_QUERY_ERROR', message: 'The name of the new table may hold letters, digits and underscores.' })
  }
  const path = [...(database.force_ctas_schema ? [database.force_ctas_schema] : []), name].map((part) => quoteName(part, dialect)).join('.')
  const made = makeFromQuery(select, dialect.id, isView ? 'VIEW' : 'TABLE', path)
  return made === null ? fail({ code: 'INVALID_CTAS_QUERY_ERROR', message: 'This query cannot be made into a table.' }) : ok(made)
}
