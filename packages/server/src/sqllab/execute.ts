import type { ExecuteBody, Problem } from '@sightline/contract'
import { fail, ok, type Caller, type Result } from '@sightline/core'
import { randomBytes } from 'node:crypto'
import type { DatabaseRow } from '../datasets/load-dataset.ts'
import type { Deps } from '../deps.ts'
import { momentOf } from '../moment.ts'
import { openRowChannel, type RowChannel } from '../wire/row-channel.ts'
import { contextOf, findDatabase, openPlace } from './open-place.ts'
import { prepareRun, type PreparedRun, type RunPlace } from './prepare-run.ts'
import { addQueryRow, describeRun, markFailed, type QueryRow } from './query-row.ts'
import { describeColumns, distinctNames } from './result-columns.ts'
import type { RunAnswer, RunRows } from './run-answer.ts'
import { runQuery } from './run-query.ts'
import { beginRun } from './running.ts'

export interface RunInput {
  readonly body: ExecuteBody
  readonly urlParams: Readonly<Record<string, string>>
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal
  /** All rows are wanted, not only as many as the editor shows. */
  readonly wantsAll?: boolean
}

const notFound: Problem = {
  code: 'GENERIC_BACKEND_ERROR',
  status: 404,
  message: 'The database referenced in this query was not found. Please contact an administrator for further assistance or try again.',
}
const tooMany: Problem = { code: 'GENERIC_BACKEND_ERROR', status: 503, message: 'Too many queries are waiting. Please try again in a moment.' }
const mostWaiting = { own: 500, all: 5000 }

/** Runs SQL and answers its rows; or, in the background, accepts it. */
export async function executeSql(deps: Deps, caller: Caller, given: RunInput): Promise<Result<RunAnswer>> {
  const database = await findDatabase(deps, caller, given.body.database_id)
  if (!database) return fail(notFound)
  const input = { ...given, body: withTableName(deps, caller, given.body) }
  const clientId = input.body.client_id || randomBytes(5).toString('hex')
  const row = (await isTaken(deps, clientId)) ? undefined : await addQueryRow(deps, firstValues(deps, caller, database, input.body, clientId))
  if (!row) return sameAgain(deps, caller, database, input.body, clientId)
  const channel = openRowChannel(mostHeld)
  const running = runToEnd(deps, caller, database, row, input, channel)
  const isShort = await Promise.race([running.then(() => true), channel.overflow.then(() => false)])
  if (isShort) return running
  const now = await deps.db.selectFrom('queries').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow()
  return ok({
    query: describeRun(now, database.database_name, caller),
    rows: rowsOf(channel),
    isCut: false,
    isAccepted: false,
    ending: running.catch((error: unknown) => {
      deps.log.error({ err: error }, 'unexpected error of a query')
      return fail(unexpected)
    }),
  })
}

const unexpected: Problem = { code: 'GENERIC_BACKEND_ERROR', message: 'An unexpected error occurred.' }
/** Longer answers are sent while they are read. */
const mostHeld = 10_000

function rowsOf(channel: RowChannel): RunRows {
  const rows = channel.rows() ?? { columns: [], layouts: null, batches: none() }
  const names = distinctNames(rows.columns)
  return { ...rows, names, described: channel.length === 0 ? [] : describeColumns(rows.columns, names) }
}

async function* none(): AsyncGenerator<never> {}

/** A run from its first statement until its row tells how it ended. */
async function runToEnd(deps: Deps, caller: Caller, database: DatabaseRow, row: QueryRow, input: RunInput, channel: RowChannel): Promise<Result<RunAnswer>> {
  const run = beginRun(deps.queries, row.client_id, input.signal)
  try {
    const answer = await runStored(deps, caller, database, row, input, run.signal, channel)
    if (!answer.ok) await markFailed(deps, row.id, stateAfter(answer.problem, run.signal), answer.problem)
    return answer
  } catch (error) {
    await markFailed(deps, row.id, 'failed', unexpected)
    throw error
  } finally {
    run.end()
    channel.end()
  }
}

/** What prepares and runs a stored query, at once or as a job. */
export async function prepareStored(
  deps: Deps,
  caller: Caller,
  database: DatabaseRow,
  row: QueryRow,
  { body, urlParams, signal }: RunInput,
): Promise<Result<{ readonly place: RunPlace; readonly prepared: PreparedRun }>> {
  const place = await openPlace(deps, database, body.schema ?? null, signal)
  if (!place.ok) return place
  const prepared = await prepareRun(deps, caller, place.value, body, contextOf(caller, body.templateParams, urlParams))
  if (prepared.ok) return ok({ place: place.value, prepared: prepared.value })
  const isTemplate = prepared.problem.code === 'MISSING_TEMPLATE_PARAMS_ERROR' || prepared.problem.code === 'INVALID_TEMPLATE_PARAMS_ERROR'
  return isTemplate ? fail({ ...prepared.problem, message: `Failed to execute query '${row.id}' - '${body.sql}': ${prepared.problem.message}` }) : prepared
}

async function runStored(
  deps: Deps,
  caller: Caller,
  database: DatabaseRow,
  row: QueryRow,
  input: RunInput,
  signal: AbortSignal,
  channel: RowChannel,
): Promise<Result<RunAnswer>> {
  const ready = await prepareStored(deps, caller, database, row, { ...input, signal })
  if (!ready.ok) return ready
  const { body } = input
  const flags = deps.config.featureFlags
  if (body.runAsync || flags.SQLLAB_FORCE_RUN_ASYNC) return accept(deps, caller, database, row, input, ready.value.prepared)
  const { sqllabTimeoutSeconds: timeoutSeconds, displayMaxRow } = deps.config
  const shown = input.wantsAll ? Number.POSITIVE_INFINITY : displayMaxRow
  const keep = flags.SQLLAB_BACKEND_PERSISTENCE && !body.select_as_cta ? 'may' : 'no'
  const ran = await runQuery(deps, { caller, row, body, signal, ...ready.value, timeoutSeconds, shown, channel, keep })
  if (!ran.ok) return fail(timedOut(ran.problem, timeoutSeconds))
  const { isCut } = ran.value
  return ok({ query: describeRun(ran.value.row, database.database_name, caller), rows: rowsOf(channel), isCut, isAccepted: false })
}

/** The query and its job are one: either both are stored or the client is told that it failed. */
async function accept(deps: Deps, caller: Caller, database: DatabaseRow, row: QueryRow, input: RunInput, prepared: PreparedRun): Promise<Result<RunAnswer>> {
  const waiting = await deps.jobs.waiting(caller.id)
  if (waiting.own >= mostWaiting.own || waiting.all >= mostWaiting.all) return fail(tooMany)
  const connector = await deps.queries.connectorOf(database.id)
  if (!connector.ok) return connector
  const accepted = await deps.db.transaction().execute(async (tx) => {
    const moved = await tx
      .updateTable('queries')
      .set({ runner: null, limit: prepared.limit, limiting_factor: prepared.limitingFactor, changed_on: momentOf(deps.now()) })
      .where('id', '=', row.id)
      .where('status', '=', 'pending')
      .where('runner', '=', deps.jobs.runner)
      .returningAll()
      .executeTakeFirst()
    if (!moved) return null
    const { body, urlParams } = input
    await deps.jobs.add(tx, {
      queryId: row.id,
      databaseId: database.id,
      userId: caller.id,
      isLocal: connector.value.lacks.network !== undefined,
      mayRepeat: !body.select_as_cta && prepared.steps.every(({ readOnly }) => readOnly),
      input: { body, urlParams },
    })
    return moved
  })
  deps.jobs.wake()
  const now = accepted ?? (await deps.db.selectFrom('queries').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow())
  return ok({ query: describeRun(now, database.database_name, caller), rows: null, isCut: false, isAccepted: true })
}

/** A run that is sent again while it is under way is shown, not run twice. */
async function sameAgain(deps: Deps, caller: Caller, database: DatabaseRow, body: ExecuteBody, clientId: string): Promise<Result<RunAnswer>> {
  const same = await deps.db.selectFrom('queries').selectAll().where('client_id', '=', clientId).executeTakeFirst()
  const isOwn = same?.user_id === caller.id && same.sql_editor_id === (body.sql_editor_id ?? null)
  if (same && isOwn && ['running', 'pending', 'timed_out'].includes(same.status)) {
    return ok({ query: describeRun(same, database.database_name, caller), rows: null, isCut: false, isAccepted: false })
  }
  return fail({ code: 'GENERIC_COMMAND_ERROR', status: 409, message: 'A query with this client id exists already.' })
}

const isTaken = async ({ db }: Deps, clientId: string): Promise<boolean> =>
  (await db.selectFrom('queries').select('id').where('client_id', '=', clientId).executeTakeFirst()) !== undefined

const stateAfter = (problem: Problem, signal: AbortSignal): 'failed' | 'stopped' | 'timed_out' =>
  signal.aborted ? 'stopped' : problem.code === 'BACKEND_TIMEOUT_ERROR' ? 'timed_out' : 'failed'

const timedOut = (problem: Problem, seconds: number): Problem =>
  problem.code === 'BACKEND_TIMEOUT_ERROR'
    ? { ...problem, message: `The query exceeded the ${seconds} seconds timeout.`, extra: { ...problem.extra, timeout: seconds } }
    : problem

/** A table that is made without a name gets one that tells whose it is and since when. */
function withTableName(deps: Deps, caller: Caller, body: ExecuteBody): ExecuteBody {
  if (!body.select_as_cta || body.tmp_table_name) return body
  const moment = deps.now().toISOString().slice(0, 19).replace(/\D/g, '_')
  return { ...body, tmp_table_name: `tmp_${caller.id ?? 0}_table_${moment}` }
}

const firstValues = (deps: Deps, caller: Caller, database: DatabaseRow, body: ExecuteBody, clientId: string) => ({
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
  tmp_schema_name: body.select_as_cta ? (database.force_ctas_schema ?? null) : null,
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
