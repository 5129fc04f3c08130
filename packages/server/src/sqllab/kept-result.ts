import { ProblemError } from '@sightline/connectors'
import type { Problem } from '@sightline/contract'
import { fail, ok, type Caller, type Result } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { UnreadableResult, type KeptResult } from '../results/results.ts'
import { firstRows, type RowBatch } from '../wire/row-batch.ts'
import { contextOf, findDatabase, openPlace } from './open-place.ts'
import { prepareText } from './prepare-run.ts'
import { describeRun, type QueryRow } from './query-row.ts'
import { describeColumns, distinctNames } from './result-columns.ts'
import type { RunAnswer } from './run-answer.ts'
import { hashOfSteps } from './run-query.ts'

const unknown: Problem = {
  code: 'RESULTS_BACKEND_ERROR',
  status: 404,
  message: 'The query associated with these results could not be found. You need to re-run the original query.',
}
const closed: Problem = { code: 'QUERY_SECURITY_ACCESS_ERROR', status: 403, message: 'Cannot access the query' }
const gone: Problem = {
  code: 'RESULTS_BACKEND_ERROR',
  status: 410,
  message: 'Data could not be retrieved from the results backend. You need to re-run the original query.',
}
const unreadable: Problem = {
  code: 'RESULTS_BACKEND_ERROR',
  status: 404,
  message: 'Data could not be deserialized from the results backend. The storage format might have changed. You need to re-run the original query.',
}

/** A kept result for whoever would get the same rows by running the same text now. `most` null: all rows. */
export async function readKept(deps: Deps, caller: Caller, key: string, most: number | null, signal: AbortSignal): Promise<Result<RunAnswer>> {
  const row = key === '' ? undefined : await deps.db.selectFrom('queries').selectAll().where('results_key', '=', key).executeTakeFirst()
  if (!row) return fail(unknown)
  const allowed = await mayReadKept(deps, caller, row, signal)
  if (!allowed.ok) return allowed
  const kept = await openKept(deps, key)
  if (!kept.ok) return kept
  const { columns, layouts, batches } = kept.value
  const total = row.rows ?? 0
  const length = most === null ? total : Math.min(total, Math.max(0, most))
  const names = distinctNames(columns)
  const described = total === 0 ? [] : describeColumns(columns, names)
  // Looked at before the answer begins: a damaged beginning is still an answer of its own.
  const begun = await peek(firstOf(batches, length))
  if (!begun.ok) return begun
  const author = await authorOf(deps, row)
  return ok({
    query: describeRun(row, allowed.value, author ?? caller),
    rows: { columns, layouts, names, described, batches: begun.value },
    isCut: length < total,
    isAccepted: false,
  })
}

async function openKept(deps: Deps, key: string): Promise<Result<KeptResult>> {
  try {
    const kept = await deps.results.open(key)
    return kept ? ok(kept) : fail(gone)
  } catch (error) {
    if (error instanceof UnreadableResult) return fail(unreadable)
    throw error
  }
}

/**
 * The text that ran is prepared again for this reader: tables must be open to the reader, and row rules must leave the same rows. Rights and rules
 * may have changed since; then the author too has to run it again. Answers the database's name.
 */
async function mayReadKept(deps: Deps, caller: Caller, row: QueryRow, signal: AbortSignal): Promise<Result<string>> {
  const database = await findDatabase(deps, caller, row.database_id)
  if (!database || row.rendered_sql === null || row.steps_hash === null) return fail(closed)
  const place = await openPlace(deps, database, row.schema, signal)
  if (!place.ok) return place
  const body = { database_id: database.id, sql: row.rendered_sql, schema: row.schema, queryLimit: row.limit }
  const prepared = await prepareText(deps, caller, place.value, body, contextOf(caller, null))
  if (!prepared.ok || hashOfSteps(place.value, prepared.value) !== row.steps_hash) return fail(closed)
  return ok(database.database_name)
}

const authorOf = async ({ db }: Deps, row: QueryRow) => {
  const user =
    row.user_id === null
      ? undefined
      : await db.selectFrom('users').select(['first_name', 'last_name', 'username']).where('id', '=', row.user_id).executeTakeFirst()
  return user && { firstName: user.first_name, lastName: user.last_name, username: user.username }
}

async function* firstOf(batches: AsyncIterable<RowBatch>, most: number): AsyncGenerator<RowBatch> {
  let left = most
  for await (const batch of batches) {
    if (left <= 0) return
    yield firstRows(batch, left)
    left -= batch.length
  }
}

async function peek(batches: AsyncGenerator<RowBatch>): Promise<Result<AsyncIterable<RowBatch>>> {
  let first: IteratorResult<RowBatch>
  try {
    first = await batches.next()
  } catch (error) {
    if (error instanceof UnreadableResult) return fail(unreadable)
    throw error
  }
  async function* all(): AsyncGenerator<RowBatch> {
    if (first.done) return
    yield first.value
    try {
      yield* batches
    } catch (error) {
      throw error instanceof UnreadableResult ? new ProblemError(unreadable) : error
    }
  }
  return ok(all())
}
