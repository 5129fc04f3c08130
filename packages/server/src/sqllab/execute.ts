import type { ExecuteBody, Problem, QueryRun, ResultColumn } from '@sightline/contract'
import { fail, ok, type Caller, type Frame, type Result } from '@sightline/core'
import { randomBytes } from 'node:crypto'
import type { DatabaseRow } from '../datasets/load-dataset.ts'
import type { Deps } from '../deps.ts'
import { contextOf, findDatabase, openPlace } from './open-place.ts'
import { prepareRun, type PreparedRun } from './prepare-run.ts'
import { addQueryRow, changeQueryRow, describeRun, type QueryRow } from './query-row.ts'
import { readRows, type ReadRows } from './read-rows.ts'
import { describeColumns, distinctNames } from './result-columns.ts'
import { beginRun } from './running.ts'

/** Either the rows of the last statement, or only the run when the same one is under way already. */
export type RunAnswer =
  | { readonly query: QueryRun }
  | {
      readonly query: QueryRun
      readonly frame: Frame
      readonly names: readonly string[]
      readonly columns: readonly ResultColumn[]
      /** There were more rows than are shown. */
      readonly isCut: boolean
    }

export interface RunInput {
  readonly body: ExecuteBody
  readonly urlParams: Readonly<Record<string, string>>
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal
}

const notFound: Problem = {
  code: 'GENERIC_BACKEND_ERROR',
  status: 404,
  message: 'The database referenced in this query was not found. Please contact an administrator for further assistance or try again.',
}

export async function executeSql(deps: Deps, caller: Caller, input: RunInput): Promise<Result<RunAnswer>> {
  const { body } = input
  const database = await findDatabase(deps, caller, body.database_id)
  if (!database) return fail(notFound)
  const clientId = body.client_id || randomBytes(5).toString('hex')
  const same = await deps.db.selectFrom('queries').selectAll().where('client_id', '=', clientId).executeTakeFirst()
  if (same) {
    const isOwn = same.user_id === caller.id && same.sql_editor_id === (body.sql_editor_id ?? null)
    if (isOwn && ['running', 'pending', 'timed_out'].includes(same.status)) return ok({ query: describeRun(same, database.database_name, caller) })
    return fail({ code: 'GENERIC_COMMAND_ERROR', status: 409, message: 'A query with this client id exists already.' })
  }
  const row = await addQueryRow(deps, firstValues(deps, caller, body, clientId))
  const run = beginRun(deps.queries, clientId, input.signal)
  try {
    const answer = await runStored(deps, caller, database, row, input, run.signal)
    if (!answer.ok) return fail(await markFailed(deps, row.id, answer.problem, run.signal))
    return answer
  } catch (error) {
    await changeQueryRow(deps, row.id, { status: 'failed', error_message: 'An unexpected error occurred.', end_time: deps.now().getTime() })
    throw error
  } finally {
    run.end()
  }
}

async function runStored(
  deps: Deps,
  caller: Caller,
  database: DatabaseRow,
  row: QueryRow,
  { body, urlParams }: RunInput,
  signal: AbortSignal,
): Promise<Result<RunAnswer>> {
  const place = await openPlace(deps, database, body.schema ?? null, signal)
  if (!place.ok) return place
  const prepared = await prepareRun(deps, caller, place.value, body, contextOf(caller, body.templateParams, urlParams))
  if (!prepared.ok) {
    const isTemplate = prepared.problem.code === 'MISSING_TEMPLATE_PARAMS_ERROR' || prepared.problem.code === 'INVALID_TEMPLATE_PARAMS_ERROR'
    return isTemplate ? fail({ ...prepared.problem, message: `Failed to execute query '${row.id}' - '${body.sql}': ${prepared.problem.message}` }) : prepared
  }
  const { limit, limitingFactor, tables } = prepared.value
  const extra = { progress: null, sql_tables: tables }
  await changeQueryRow(deps, row.id, {
    status: 'running',
    start_running_time: deps.now().getTime(),
    limit,
    limiting_factor: limitingFactor,
    extra_json: JSON.stringify(extra),
  })
  const read = await runSteps(deps, caller, database.id, prepared.value, body.schema ?? undefined, signal)
  if (!read.ok) return read
  const hasMore = read.value.total > limit
  const rows = Math.min(read.value.total, limit)
  const shown = { ...read.value.frame, length: Math.min(read.value.frame.length, limit) }
  // An empty result has no columns on the wire, as clients of the interface expect.
  const names = shown.length === 0 ? [] : distinctNames(shown.columns)
  const columns = shown.length === 0 ? [] : describeColumns(shown.columns, names)
  const done = await changeQueryRow(deps, row.id, {
    status: 'success',
    progress: 100,
    rows,
    limiting_factor: hasMore ? limitingFactor : 'NOT_LIMITED',
    executed_sql: prepared.value.steps.at(-1)!.sql,
    end_time: deps.now().getTime(),
    error_message: null,
    select_as_cta_used: body.select_as_cta === true,
    extra_json: JSON.stringify({ ...extra, columns }),
  })
  return ok({ query: describeRun(done, database.database_name, caller), frame: shown, names, columns, isCut: rows > shown.length })
}

/** One after the other; the last one's rows count. */
async function runSteps(
  deps: Deps,
  caller: Caller,
  databaseId: number,
  { steps, limit }: PreparedRun,
  schema: string | undefined,
  signal: AbortSignal,
): Promise<Result<ReadRows>> {
  const deadline = deps.now().getTime() + deps.config.sqllabTimeoutSeconds * 1000
  let last: ReadRows = { frame: { columns: [], values: [], length: 0 }, total: 0 }
  for (const { sql: text, readOnly } of steps) {
    const left = Math.max(0.001, (deadline - deps.now().getTime()) / 1000)
    const rows = await deps.queries.stream({
      databaseId,
      statement: { sql: text, params: [] },
      schema,
      readOnly,
      maxRows: limit + 1,
      timeoutSeconds: steps.length === 1 ? deps.config.sqllabTimeoutSeconds : left,
      signal,
      userId: caller.id,
    })
    const answer = rows.ok ? await readRows(rows.value, deps.config.displayMaxRow) : rows
    if (!answer.ok) {
      if (answer.problem.code !== 'BACKEND_TIMEOUT_ERROR') return answer
      const seconds = deps.config.sqllabTimeoutSeconds
      return fail({ ...answer.problem, message: `The query exceeded the ${seconds} seconds timeout.`, extra: { timeout: seconds } })
    }
    last = answer.value
  }
  return ok(last)
}

const firstValues = (deps: Deps, caller: Caller, body: ExecuteBody, clientId: string) => ({
  client_id: clientId,
  database_id: body.database_id,
  user_id: caller.id,
  status: 'pending',
  tab_name: body.tab ?? null,
  sql_editor_id: body.sql_editor_id ?? null,
  schema: body.schema ?? null,
  catalog: body.catalog ?? null,
  sql: body.sql,
  select_sql: null,
  executed_sql: null,
  limit: null,
  limiting_factor: 'UNKNOWN',
  select_as_cta: body.select_as_cta === true,
  select_as_cta_used: false,
  ctas_method: body.select_as_cta ? (body.ctas_method?.toUpperCase() ?? 'TABLE') : null,
  tmp_table_name: body.select_as_cta ? (body.tmp_table_name ?? null) : null,
  tmp_schema_name: null,
  progress: 0,
  rows: null,
  error_message: null,
  results_key: null,
  tracking_url: null,
  extra_json: '{}',
  start_time: deps.now().getTime(),
  start_running_time: null,
  end_time: null,
  end_result_backend_time: null,
})

/** A run that was stopped stays stopped; what it died of is no failure. */
async function markFailed(deps: Deps, id: number, problem: Problem, signal: AbortSignal): Promise<Problem> {
  await changeQueryRow(deps, id, {
    status: signal.aborted ? 'stopped' : problem.code === 'BACKEND_TIMEOUT_ERROR' ? 'timed_out' : 'failed',
    error_message: problem.message,
    tmp_table_name: null,
    end_time: deps.now().getTime(),
  })
  return problem
}
