import { printPieces } from '../chart-data/print-pieces.ts'
import type { RunAnswer } from './execute.ts'
import { printRows } from './print-rows.ts'

/** The answer as bytes, made in turns so that other requests are served in between. */
export function printAnswer(answer: RunAnswer): Promise<Uint8Array> {
  return printPieces(pieces())

  function* pieces(): Generator<string> {
    if (!('frame' in answer)) {
      yield JSON.stringify({ query: answer.query })
      return
    }
    const { query, frame, names, columns, isCut } = answer
    yield `{"query_id":${query.queryId},"status":${JSON.stringify(query.state)},"data":`
    yield* printRows(frame, names)
    const rest = {
      columns,
      selected_columns: columns,
      expanded_columns: [],
      ...(isCut ? { displayLimitReached: true } : {}),
      query,
    }
    yield `,${JSON.stringify(rest).slice(1)}`
  }
}
