import { fail, ok, type Cell, type Result } from '@sightline/core'
import type { RowStream } from './connector.ts'
import { ProblemError } from './problem-error.ts'

/** Reads a stream to its end as rows: for catalogue queries, whose answers are small. */
export async function readRows(opening: Promise<Result<RowStream>>): Promise<Result<readonly (readonly Cell[])[]>> {
  const rows = await opening
  if (!rows.ok) return rows
  const all: Cell[][] = []
  try {
    for await (const batch of rows.value.batches) for (let row = 0; row < batch.length; row++) all.push(batch.values.map((cells) => cells[row] ?? null))
  } catch (error) {
    if (error instanceof ProblemError) return fail(error.problem)
    throw error
  }
  return ok(all)
}

/** For a statement that is run only to see whether it can be. */
export async function succeeds(asked: Promise<Result<unknown>>): Promise<Result<void>> {
  const answer = await asked
  return answer.ok ? ok(undefined) : answer
}
