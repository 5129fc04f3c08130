import { streamZip, type ZipStreamEntry } from '../files/zip.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/problem.ts'
import type { Pieces } from './finish/finish-order.ts'
import { orderOf, printHead, refusalOfRows } from './print-answers.ts'
import type { ChartDataAnswer } from './run-chart-data.ts'

export interface DownloadedFile {
  readonly extension: 'csv' | 'xlsx' | 'zip'
  readonly type: string
  readonly pieces: AsyncGenerator<Uint8Array>
}

const types = { csv: 'text/csv; charset=utf-8', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', zip: 'application/zip' } as const

/** The rows as a file; those of several queries as an archive of files. In pieces: memory does not grow with them. */
export async function printFiles(deps: Deps, answers: readonly ChartDataAnswer[], format: 'csv' | 'xlsx', signal: () => AbortSignal): Promise<DownloadedFile> {
  const files: Pieces[] = []
  for (const answer of answers) {
    if (answer.kind !== 'rows') throw new Refusal(400, 'Only rows can be sent as a file')
    const finished = await deps.finisher.finish(orderOf(answer, { kind: format }), signal())
    if (!finished.ok) throw refusalOfRows(finished)
    files.push(finished.value)
  }
  const [only] = files
  if (only && files.length === 1) return { extension: format, type: types[format], pieces: piecesOf(only) }
  const entries = files.map((pieces, at): ZipStreamEntry => ({ name: `query_${at + 1}.${format}`, pieces }))
  return { extension: 'zip', type: types.zip, pieces: streamZip(entries) }
}

/** The rows of one query as an Arrow stream; what JSON says about them besides is in its metadata. */
export async function printArrow(deps: Deps, answers: readonly ChartDataAnswer[], signal: () => AbortSignal): Promise<AsyncGenerator<Uint8Array>> {
  const [answer] = answers
  if (answer?.kind !== 'rows') throw new Refusal(400, 'Only rows can be sent as Arrow')
  const finished = await deps.finisher.finish(orderOf(answer, { kind: 'arrow', answer: printHead(answer) }), signal())
  if (!finished.ok) throw refusalOfRows(finished)
  return piecesOf(finished.value)
}

async function* piecesOf(pieces: Pieces): AsyncGenerator<Uint8Array> {
  yield* pieces
}
