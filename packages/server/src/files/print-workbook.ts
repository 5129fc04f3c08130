import type { Cell, Frame } from '@sightline/core'
import { printPieces } from '../chart-data/print-pieces.ts'
import { columnName, printSheetCell } from './print-sheet-cell.ts'
import { sheetBegin, sheetEnd, sheetFile, workbookFiles } from './workbook-files.ts'
import { zipFiles } from './zip.ts'

function* printSheet(frame: Frame, names: readonly string[], labels: readonly Cell[]): Generator<string, void> {
  yield sheetBegin
  yield `<row r="1">${['', ...names].map((name, at) => (at === 0 ? '<c r="A1"/>' : printSheetCell(name, `${columnName(at)}1`, false))).join('')}</row>`
  const isTemporal = frame.columns.map(({ kind }) => kind === 'temporal')
  const letters = frame.columns.map((_, at) => columnName(at + 1))
  for (let start = 0; start < frame.length; start += 500) {
    let piece = ''
    for (let row = start; row < Math.min(start + 500, frame.length); row++) {
      const cells = frame.values.map((values, at) => printSheetCell(values[row] ?? null, `${letters[at]!}${row + 2}`, isTemporal[at]!))
      piece += `<row r="${row + 2}">${printSheetCell(labels[row] ?? null, `A${row + 2}`, false)}${cells.join('')}</row>`
    }
    yield piece
  }
  yield sheetEnd
}

/** A workbook of one sheet: row labels first, then the columns under the given names. */
export async function printWorkbook(frame: Frame, names: readonly string[], labels: readonly Cell[]): Promise<Buffer> {
  return zipFiles([...workbookFiles(1), { name: sheetFile(1), bytes: await printPieces(printSheet(frame, names, labels)) }])
}
