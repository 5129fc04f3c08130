import { Exact, type Cell, type Frame } from './frame.ts'
import { rowsInPiece } from './print-frame.ts'

/** A cell that a spreadsheet would run as a formula gets an apostrophe in front; numbers are left alone. */
function escapeFormula(text: string): string {
  if (!/^[=+\-@|%\t\r]/.test(text)) return text
  if (/^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return text
  return `'${text.replaceAll('|', '\\|')}`
}

const quoteField = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

function printField(cell: Cell, zone: string | null): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return printCsvText(cell)
  if (typeof cell === 'number') {
    if (!Number.isFinite(cell)) return ''
    return zone === null ? String(cell) : printMoment(cell, zone)
  }
  if (typeof cell === 'boolean') return cell ? 'True' : 'False'
  if (typeof cell === 'bigint' || cell instanceof Exact) return String(cell)
  return printCsvText(JSON.stringify(cell, (_, value: unknown) => (typeof value === 'bigint' || value instanceof Exact ? String(value) : value)))
}

/** A text as a field of CSV: no formula, and quoted where it must be. */
export const printCsvText = (text: string): string => quoteField(escapeFormula(text))

/** Days without a time as days alone; milliseconds and microseconds only where there are any. */
function printMoment(milliseconds: number, zone: string): string {
  const date = new Date(Math.floor(milliseconds / 1000) * 1000)
  if (Number.isNaN(date.getTime())) return ''
  const text = date.toISOString().replace('T', ' ').slice(0, -5)
  const micros = Math.round((milliseconds - date.getTime()) * 1000)
  if (micros === 0 && text.endsWith(' 00:00:00')) return text.slice(0, -9)
  const fraction = micros === 0 ? '' : micros % 1000 === 0 ? `.${String(micros / 1000).padStart(3, '0')}` : `.${String(micros).padStart(6, '0')}`
  return text + fraction + zone
}

export const printCsvHeader = (names: readonly string[]): string => `${names.map(printCsvText).join(',')}\n`

/** Comma separated text in pieces, first the names. */
export function* printCsv(frame: Frame, names: readonly string[] = frame.columns.map(({ name }) => name)): Generator<string, void> {
  yield printCsvHeader(names)
  yield* printCsvLines(frame)
}

export function* printCsvLines({ columns, values, length }: Frame): Generator<string, void> {
  const zones = columns.map(({ kind, type }) => (kind !== 'temporal' ? null : /with time zone|timestamptz/i.test(type) ? '+00:00' : ''))
  const rowsPerPiece = rowsInPiece(columns.length)
  for (let start = 0; start < length; start += rowsPerPiece) {
    let piece = ''
    for (let row = start; row < Math.min(start + rowsPerPiece, length); row++) {
      piece += `${values.map((cells, column) => printField(cells[row] ?? null, zones[column]!)).join(',')}\n`
    }
    yield piece
  }
}
