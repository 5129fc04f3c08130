import type { ExecuteBody, Problem, ResultColumn } from '@sightline/contract'
import { fail, ok, quoteName, type Caller, type Dialect, type Result } from '@sightline/core'
import { randomUUID } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { hashKey } from '../queries/cache-key.ts'
import { moveRun, readExtra, type QueryRow } from './query-row.ts'
import type { PreparedRun, RunPlace } from './prepare-run.ts'
import { describeColumns, distinctNames } from './result-columns.ts'
import { runScript, type ScriptHooks, type ScriptRows } from './run-script.ts'
import type { RowChannel } from '../wire/row-channel.ts'

export interface RunOrder {
  readonly caller: Caller
  readonly place: RunPlace
  readonly row: QueryRow
  readonly body: ExecuteBody
  readonly prepared: PreparedRun
  readonly signal: AbortSignal
  readonly timeoutSeconds: number
  /** How many rows the answer shows, and where they go. */
  readonly shown: number
  readonly channel: RowChannel | null
  /** `must`: a result that cannot be kept is a failure; `may`: then it is only shown. */
  readonly keep: 'must' | 'may' | 'no'
}

export interface RanQuery {
  readonly row: QueryRow
  readonly described: readonly ResultColumn[]
  /** There were more rows than are shown. */
  readonly isCut: boolean
}

const stopped: Problem = { code: 'GENERIC_DB_ENGINE_ERROR', message: 'Query was stopped.', extra: { stopped: true } }
const progressEveryMs = 500

/** A prepared run from its first statement to its end, its row told every step. Who calls it notes a failure. */
export async function runQuery(deps: Deps, order: RunOrder): Promise<Result<RanQuery>> {
  const { prepared, row, place, body } = order
  const extra = { ...readExtra(row.extra_json), sql_tables: prepared.tables }
  const session = await deps.queries.session({
    databaseId: place.database.id,
    schema: body.schema ?? undefined,
    readOnly: prepared.steps.every(({ readOnly }) => readOnly),
    timeoutSeconds: order.timeoutSeconds,
    signal: order.signal,
    userId: order.caller.id,
  })
  if (!session.ok) return session
  const key = randomUUID()
  let script: Result<ScriptRows>
  try {
    script = await runScript(session.value, prepared, hooksOf(deps, order, extra, key))
  } finally {
    await session.value.close()
  }
  return script.ok ? finish(deps, order, extra, key, script.value) : script
}

function hooksOf(deps: Deps, { prepared, row, place, shown, channel, keep }: RunOrder, extra: Record<string, unknown>, key: string): ScriptHooks {
  const count = prepared.steps.length
  const percentOf = (index: number, own: number): number => Math.min(99, Math.floor(((index - 1 + own / 100) / count) * 100))
  // It runs once the database is reached; a run that waits for its turn is pending.
  const first = {
    status: 'running',
    start_running_time: deps.now().getTime(),
    limit: prepared.limit,
    limiting_factor: prepared.limitingFactor,
    rendered_sql: prepared.text,
    steps_hash: hashOfSteps(place, prepared),
  }
  let told = 0
  let tellingUntil = 0
  return {
    shown,
    channel,
    begin: async (index, sql) => {
      told = percentOf(index, 0)
      const progress = count > 1 ? { progress: `Running statement ${index} out of ${count}` } : {}
      const moved = await moveRun(deps, row.id, {
        ...(index === 1 ? first : {}),
        executed_sql: sql,
        progress: told,
        extra_json: JSON.stringify({ ...extra, ...progress }),
      })
      return moved !== null
    },
    progress: (index, own) => {
      const percent = percentOf(index, Math.max(0, Math.min(100, own)))
      const time = performance.now()
      if (percent <= told || time < tellingUntil) return
      told = percent
      tellingUntil = time + progressEveryMs
      moveRun(deps, row.id, { progress: percent }).catch((error: unknown) => deps.log.warn({ err: error }, 'progress could not be noted'))
    },
    keep: async (rows) =>
      keep === 'no' || rows.columns.length === 0 ? null : deps.results.begin(key, rows, place.database.cache_timeout || deps.config.resultsSeconds),
  }
}

/** What was made is shown by the state of the row: a run that was stopped meanwhile leaves no result. */
async function finish(deps: Deps, order: RunOrder, extra: Record<string, unknown>, key: string, script: ScriptRows): Promise<Result<RanQuery>> {
  const { row, prepared, body, place, keep } = order
  if (script.isTooLarge && keep === 'must') {
    return fail({ code: 'RESULT_TOO_LARGE_ERROR', message: `The result takes more than ${deps.config.resultMaxMb} MB and cannot be kept.` })
  }
  await script.writer?.finish()
  const isKept = script.writer !== null
  const names = distinctNames(script.columns)
  const described = script.total === 0 ? [] : describeColumns(script.columns, names)
  const isTable = body.select_as_cta === true
  const time = deps.now().getTime()
  const done = await moveRun(deps, row.id, {
    status: 'success',
    progress: 100,
    rows: script.total,
    limiting_factor: script.hasMore ? prepared.limitingFactor : 'NOT_LIMITED',
    end_time: time,
    error_message: null,
    select_as_cta_used: isTable,
    select_sql: isTable ? selectFrom(row, place.dialect, prepared.limit) : null,
    results_key: isKept ? key : null,
    end_result_backend_time: isKept ? time : null,
    runner: null,
    extra_json: JSON.stringify({ ...extra, progress: null, columns: described }),
  })
  if (!done) {
    if (isKept) await deps.results.remove(key)
    return fail(stopped)
  }
  return ok({ row: done, described, isCut: script.total > script.shownLength })
}

/** The first rows of the table that was made. */
function selectFrom(row: QueryRow, dialect: Dialect, limit: number): string {
  const path = [row.tmp_schema_name, row.tmp_table_name].filter((part) => part !== null).map((part) => quoteName(part, dialect))
  return `SELECT *\nFROM ${path.join('.')}\nLIMIT ${limit}`
}

/** A name for what is sent to the database. Two people for whom it is the same see the same rows. */
export const hashOfSteps = (place: RunPlace, { steps }: Pick<PreparedRun, 'steps'>): string =>
  hashKey({ database: place.database.id, schema: place.schema, steps: steps.map(({ sql }) => sql) })
