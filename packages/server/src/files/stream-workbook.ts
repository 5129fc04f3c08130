import type { Cell, Frame, FrameColumn } from '@sightline/core'
import { columnName, printSheetCell } from './print-sheet-cell.ts'
import { sheetBegin, sheetEnd, sheetFile, workbookFiles } from './workbook-files.ts'
import { streamZip, type ZipStreamEntry } from './zip.ts'

/** No spreadsheet reads more rows of one sheet. */
const rowsPerSheet = 1_048_576
const rowsPerPiece = 200

/** A workbook in pieces, as its rows come. Rows beyond what a sheet can hold go on in the next one, under the same names. */
export function streamWorkbook(
  columns: readonly FrameColumn[],
  names: readonly string[],
  batches: AsyncIterable<Frame>,
  mostRows = rowsPerSheet,
): AsyncGenerator<Buffer> {
  const letters = columns.map((_, at) => columnName(at))
  const isTemporal = columns.map(({ kind }) => kind === 'temporal')
  const rows = rowsIn(batches)

  const printRow = (place: number, cells: readonly Cell[], isHeader: boolean): string =>
    `<row r="${place}">${cells.map((cell, at) => printSheetCell(cell, `${letters[at]!}${place}`, !isHeader && isTemporal[at]!)).join('')}</row>`

  async function* entries(): AsyncGenerator<ZipStreamEntry> {
    let sheets = 0
    let next = await rows.next()
    async function* sheet(): AsyncGenerator<Buffer> {
      yield Buffer.from(sheetBegin + printRow(1, names, true))
      let place = 1
      while (!next.done && place < mostRows) {
        let piece = ''
        for (let count = 0; !next.done && place < mostRows && count < rowsPerPiece; count++) {
          piece += printRow(++place, next.value, false)
          next = rows.nextNow() ?? (await rows.next())
        }
        yield Buffer.from(piece, 'utf8')
      }
      yield Buffer.from(sheetEnd)
    }
    do {
      sheets++
      yield { name: sheetFile(sheets), pieces: sheet() }
    } while (!next.done)
    for (const { name, bytes } of workbookFiles(sheets)) yield { name, pieces: [bytes] }
  }
  return streamZip(entries())
}

type NextRow = { readonly done: false; readonly value: readonly Cell[] } | { readonly done: true }

/** One row after the other; `nextNow` gives those that are there already without the wait of a promise. */
function rowsIn(batches: AsyncIterable<Frame>): { next(): Promise<NextRow>; nextNow(): NextRow | null } {
  const source = batches[Symbol.asyncIterator]()
  let frame: Frame | null = null
  let row = 0
  const nextNow = (): NextRow | null => {
    if (!frame || row >= frame.length) return null
    const at = row++
    return { done: false, value: frame.values.map((cells) => cells[at] ?? null) }
  }
  return {
    nextNow,
    next: async () => {
      for (;;) {
        const there = nextNow()
        if (there) return there
        const { done, value } = await source.next()
        if (done) return { done: true }
        frame = value
        row = 0
      }
    },
  }
}
