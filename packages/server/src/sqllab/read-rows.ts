import { ProblemError, type RowStream } from '@sightline/connectors'
import { fail, ok, type Cell, type Frame, type Result } from '@sightline/core'

export interface ReadRows {
  /** The first rows, as many as are shown. */
  readonly frame: Frame
  /** How many there were in all. */
  readonly total: number
}

/** Reads a result to its end and keeps what will be shown: a million rows nobody sees would only be carried around. */
export async function readRows({ columns, batches }: RowStream, keep: number): Promise<Result<ReadRows>> {
  const values: Cell[][] = columns.map(() => [])
  let total = 0
  try {
    for await (const batch of batches) {
      const taken = Math.min(batch.length, Math.max(0, keep - total))
      for (const [index, all] of values.entries()) {
        const cells = batch.values[index]!
        for (let row = 0; row < taken; row++) all.push(cells[row]!)
      }
      total += batch.length
    }
  } catch (error) {
    if (error instanceof ProblemError) return fail(error.problem)
    throw error
  }
  return ok({ frame: { columns, values, length: Math.min(total, keep) }, total })
}
