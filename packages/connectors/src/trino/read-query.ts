import type { Frame } from '@sightline/core'
import type { RowStream } from '../connector.ts'
import { frameOfRows } from '../frame-of-rows.ts'
import type { ProblemError } from '../problem-error.ts'
import type { RunningQuery } from './client.ts'
import { columnOf, readerOf } from './types.ts'

const rowsPerBatch = 4096

type Rows = readonly (readonly unknown[])[]

export interface ReadOptions {
  readonly maxRows: number
  readonly onProgress: ((percent: number) => void) | undefined
  /** What a failure while reading is called. */
  readonly problem: (error: unknown) => ProblemError
  /** Called once, when nothing more will be asked of the statement. */
  readonly end: (how: 'done' | 'failed' | 'left') => Promise<void>
}

/** Waits until the columns are known; then pages become batches as they are read. Statements that return no rows are run to their end first. */
export async function readQuery(query: RunningQuery, { maxRows, onProgress, problem, end }: ReadOptions): Promise<RowStream> {
  const next = async () => {
    const answer = await query.next()
    const percent = answer?.stats?.progressPercentage
    if (percent !== undefined) onProgress?.(percent)
    return answer
  }
  let answer = await next()
  while (answer && (answer.columns === undefined || answer.columns.length === 0 || answer.updateType !== undefined)) answer = await next()
  if (!answer) {
    await end('done')
    return { columns: [], batches: nothing() }
  }
  const columns = answer.columns!.map(columnOf)
  const readers = answer.columns!.map(({ typeSignature }) => readerOf(typeSignature))
  const firstRows: Rows = answer.data ?? []

  async function* batches(): AsyncGenerator<Frame> {
    let how: 'done' | 'failed' | 'left' = 'left'
    let left = maxRows
    try {
      for (let rows: Rows | null = firstRows; rows && left > 0;) {
        for (let from = 0; from < rows.length && left > 0; from += rowsPerBatch) {
          const some = rows.slice(from, Math.min(from + rowsPerBatch, from + left))
          left -= some.length
          yield frameOfRows(columns, readers, some)
        }
        if (left <= 0) break
        const page = await next()
        rows = page ? (page.data ?? []) : null
        if (page === null) how = 'done'
      }
    } catch (error) {
      how = 'failed'
      throw problem(error)
    } finally {
      await end(how)
    }
  }
  return { columns, batches: batches() }
}

async function* nothing(): AsyncGenerator<Frame> {}
