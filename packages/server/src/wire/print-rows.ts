import { ProblemError } from '@sightline/connectors'
import type { Problem } from '@sightline/contract'
import { packFrame, printCsvHeader, printCsvLines, UnfitCell, type FrameColumn } from '@sightline/core'
import { layoutOfType } from '../arrow/layout-of.ts'
import type { ArrowStream, Outcome } from '../arrow/print-stream.ts'
import { openCsvRows, openJsonRows } from './print-packed.ts'
import { printFrameCells } from './print-frame-rows.ts'
import { isFrame, type RowBatches } from './row-batch.ts'

export const arrowType = 'application/vnd.apache.arrow.stream'
export const wantsArrow = (accept: string | undefined): boolean => accept?.includes(arrowType) === true

/** What a failure of the rows is called once the answer has begun; a bug is thrown on. */
export function problemOfRows(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem
  if (error instanceof UnfitCell) return { code: 'GENERIC_DB_ENGINE_ERROR', message: `${error.message} Ask for JSON instead.` }
  throw error
}

/** The rows as a JSON list in pieces, and how many there were. Moments are texts in the form their type has. */
export async function* printJsonRows({ columns, layouts, batches }: RowBatches, names: readonly string[]): AsyncGenerator<Buffer, number> {
  const packed = layouts && openJsonRows(names, layouts)
  let rows = 0
  yield Buffer.from('[')
  for await (const batch of batches) {
    if (!isFrame(batch)) yield* packed!(batch)
    else {
      for (const piece of printFrameCells(columns, batch, names, rows === 0)) yield Buffer.from(piece, 'utf8')
      if (batch.length > 0) packed?.skipFirst()
    }
    rows += batch.length
  }
  yield Buffer.from(']')
  return rows
}

/** Spreadsheets read the file as UTF-8 only when it begins with this. */
const byteOrderMark = '\ufeff'

/** Comma separated values, first the names. */
export async function* printCsvRows({ layouts, batches }: RowBatches, names: readonly string[]): AsyncGenerator<Buffer> {
  yield Buffer.from(byteOrderMark + printCsvHeader(names))
  const packed = layouts && openCsvRows(layouts)
  for await (const batch of batches) {
    if (!isFrame(batch)) yield* packed!(batch)
    else for (const piece of printCsvLines(batch)) yield Buffer.from(piece, 'utf8')
  }
}

/** The rows as an Arrow stream. What ends it, well or not, is told by `end`, which gets the number of rows and the problem that stopped them. */
export async function* printArrowRows(
  { columns, layouts, batches }: RowBatches,
  names: readonly string[],
  facts: Readonly<Record<string, unknown>>,
  end: (rows: number, problem: Problem | null) => Promise<Outcome>,
): AsyncGenerator<Uint8Array> {
  const stream = await openStream(columns, names, layouts, facts)
  yield stream.head
  let rows = 0
  let problem: Problem | null = null
  try {
    for await (const batch of batches) {
      yield stream.printBatch(isFrame(batch) ? packFrame(batch, stream.layouts) : batch)
      rows += batch.length
    }
  } catch (error) {
    problem = problemOfRows(error)
  }
  yield stream.printEnd(await end(rows, problem))
}

/** The library is loaded by its first use: most servers are never asked for Arrow. */
async function openStream(columns: readonly FrameColumn[], names: readonly string[], layouts: RowBatches['layouts'], facts: Readonly<Record<string, unknown>>) {
  const { openArrowStream } = await import('../arrow/print-stream.ts')
  const chosen = layouts ?? columns.map(layoutOfType)
  return { ...(openArrowStream(columns, names, chosen, facts) satisfies ArrowStream), layouts: chosen }
}
