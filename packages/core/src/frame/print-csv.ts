import { Exact, type Cell, type Frame } from './frame.ts'
import { rowsInPiece } from './print-frame.ts'

/** A cell that a spreadsheet would run as a formula gets an apostrophe in front; numbers are left alone. */
function escapeFormula(text: string): string {
  if (!/^[=+\-@|%\t\r]/.test(text)) return text
  if (/^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return text
  return `'${text.replaceAll('|', '\\|')}`
}

const quoteField = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

function printField(cell: Cell, isTemporal: boolean): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return printCsvText(cell)
  if (typeof cell === 'number') {
    if (!Number.isFinite(cell)) return ''
    if (!isTemporal) return String(cell)
    const text = new Date(cell).toISOString().replace('T', ' ').replace('Z', '')
    return text.endsWith(' 00:00:00.000') ? text.slice(0, 10) : text.replace('.000', '')
  }
  if (typeof cell === 'boolean') return cell ? 'True' : 'False'
  if (typeof cell === 'bigint' || cell instanceof Exact) return String(cell)
  return printCsvText(JSON.stringify(cell, (_, value: unknown) => (typeof value === 'bigint' || value instanceof Exact ? String(value) : value)))
}

/** A text as a field of CSV: no formula, and quoted where it must be. */
export const printCsvText = (text: string): string => quoteField(escapeFormula(text))

/** Comma separated text in pieces, first the names. */
export function* printCsv(
  frame: Frame,
  names: readonly string[] = frame.columns.map(({ name }) => name),
  rowsPerPiece = rowsInPiece(names.length),
): Generator<string, void> {
  yield `${names.map(printCsvText).join(',')}\n`
  const isTemporal = frame.columns.map(({ kind }) => kind === 'temporal')
  for (let start = 0; start < frame.length; start += rowsPerPiece) {
    let piece = ''
    for (let row = start; row < Math.min(start + rowsPerPiece, frame.length); row++) {
      piece += `${frame.values.map((cells, column) => printField(cells[row] ?? null, isTemporal[column]!)).join(',')}\n`
    }
    yield piece
  }
}
