import { emptyFrame, joinFrames, type Frame } from '@sightline/core'
import { printPieces } from '../chart-data/print-pieces.ts'
import { printRows } from './print-rows.ts'
import type { RunAnswer } from './run-answer.ts'

/** The answer as bytes, made in turns so that other requests are served in between. */
export async function printAnswer({ query, rows }: RunAnswer): Promise<Uint8Array> {
  if (!rows) return Buffer.from(JSON.stringify({ query }), 'utf8')
  const batches: Frame[] = []
  for await (const batch of rows.batches) batches.push(batch)
  const frame = batches.length === 0 ? emptyFrame(rows.columns) : joinFrames(batches)
  return printPieces(pieces())

  function* pieces(): Generator<string> {
    yield `{"query_id":${query.queryId},"status":${JSON.stringify(query.state)},"data":`
    yield* printRows(frame, rows!.names)
    const rest = {
      columns: rows!.described,
      selected_columns: rows!.described,
      expanded_columns: [],
      ...(rows!.isCut ? { displayLimitReached: true } : {}),
      query,
    }
    yield `,${JSON.stringify(rest).slice(1)}`
  }
}
