import { ProblemError, type RowStream } from '@sightline/connectors'
import { fail, ok, type FrameColumn, type Result } from '@sightline/core'
import type { QuerySession } from '../queries/queries.ts'
import type { ResultWriter } from '../results/results.ts'
import { batchesOf, firstRows, type RowBatches } from '../wire/row-batch.ts'
import type { RowChannel } from '../wire/row-channel.ts'
import type { PreparedRun } from './prepare-run.ts'

export interface ScriptHooks {
  /** Before each statement, counted from 1; false: somebody stopped the run. */
  begin(index: number, sql: string): Promise<boolean>
  progress(index: number, percent: number): void
  /** Where the rows of the last statement are kept; null: nowhere. */
  keep(rows: Pick<RowBatches, 'columns' | 'layouts'>): Promise<ResultWriter | null>
  /** How many rows of it are shown, and where they go. */
  readonly shown: number
  readonly channel: RowChannel | null
}

export interface ScriptRows {
  readonly columns: readonly FrameColumn[]
  readonly shownLength: number
  /** At most the limit. */
  readonly total: number
  /** The database had more rows than the limit. */
  readonly hasMore: boolean
  readonly writer: ResultWriter | null
  /** It was to be kept, and is larger than a kept result may be. */
  readonly isTooLarge: boolean
}

const quiet = { code: 'GENERIC_DB_ENGINE_ERROR' as const, message: 'Query was stopped.', extra: { stopped: true } }

/** The statements of a script on one connection, one after the other; the rows of the last one count. What they wrote is committed once, at the end. */
export async function runScript(session: QuerySession, { steps, limit }: PreparedRun, hooks: ScriptHooks): Promise<Result<ScriptRows>> {
  const count = steps.length
  let last: ScriptRows = { columns: [], shownLength: 0, total: 0, hasMore: false, writer: null, isTooLarge: false }
  for (const [place, { sql }] of steps.entries()) {
    const index = place + 1
    if (!(await hooks.begin(index, sql))) return fail(quiet)
    const rows = await session.stream({ sql, params: [] }, { maxRows: limit + 1, onProgress: (percent) => hooks.progress(index, percent) })
    const read = rows.ok ? await (index === count ? readLast(rows.value, limit, hooks) : drain(rows.value)) : rows
    if (!read.ok) return count > 1 && read.problem.extra?.['stopped'] !== true ? fail(named(read.problem, index, count)) : read
    if (read.value) last = read.value
  }
  if (steps.some(({ readOnly }) => !readOnly)) {
    const committed = await session.commit()
    if (!committed.ok) {
      await last.writer?.discard()
      return committed
    }
  }
  return ok(last)
}

const named = <P extends { readonly message: string }>(problem: P, index: number, count: number): P => ({
  ...problem,
  message: `Statement ${index} out of ${count} ${problem.message}`,
})

export async function drain({ batches }: RowStream): Promise<Result<null>> {
  return guard(async () => {
    for await (const _ of batches);
    return null
  })
}

async function readLast(stream: RowStream, limit: number, hooks: ScriptHooks): Promise<Result<ScriptRows>> {
  const { columns } = stream
  const rows = batchesOf(stream)
  hooks.channel?.begin(rows)
  let writer = await hooks.keep(rows)
  let shownLength = 0
  let total = 0
  let isTooLarge = false
  const read = await guard(async () => {
    for await (const batch of rows.batches) {
      const left = limit - total
      total += batch.length
      // The one row that was asked for beyond the limit only tells that there are more.
      const own = left <= 0 ? null : firstRows(batch, left)
      if (!own || own.length === 0) continue
      if (hooks.channel && shownLength < hooks.shown) {
        const piece = firstRows(own, hooks.shown - shownLength)
        shownLength += piece.length
        await hooks.channel.write(piece)
      }
      if (writer && !(await writer.write(own))) {
        isTooLarge = true
        await writer.discard()
        writer = null
      }
    }
  }).catch(async (error: unknown) => {
    await writer?.discard()
    throw error
  })
  if (!read.ok) {
    await writer?.discard()
    return read
  }
  return ok({ columns, shownLength, total: Math.min(total, limit), hasMore: total > limit, writer, isTooLarge })
}

async function guard<Value>(read: () => Promise<Value>): Promise<Result<Value>> {
  try {
    return ok(await read())
  } catch (error) {
    if (error instanceof ProblemError) return fail(error.problem)
    throw error
  }
}
