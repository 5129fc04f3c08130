import { printCell, rowsInPiece, type Cell, type Frame, type FrameColumn } from '@sightline/core'

/** The rows as a JSON list in pieces; moments as texts in the form their type has. */
export function* printRows(frame: Frame, names: readonly string[]): Generator<string> {
  const { length } = frame
  const keys = names.map((name, index) => `${index === 0 ? '' : ','}${JSON.stringify(name)}:`)
  const printers = frame.columns.map(printerOf)
  const rowsPerPiece = rowsInPiece(names.length)
  yield '['
  for (let start = 0; start < length; start += rowsPerPiece) {
    const end = Math.min(start + rowsPerPiece, length)
    let piece = ''
    for (let row = start; row < end; row++) {
      piece += row === 0 ? '{' : ',{'
      for (let column = 0; column < keys.length; column++) piece += keys[column]! + printers[column]!(frame.values[column]![row] ?? null)
      piece += '}'
    }
    yield piece
  }
  yield ']'
}

function printerOf({ kind, type }: FrameColumn): (cell: Cell) => string {
  if (kind !== 'temporal') return printCell
  const isDate = /^date$/i.test(type)
  const zone = /with time zone|timestamptz/i.test(type) ? '+00:00' : ''
  return (cell) => (typeof cell === 'number' ? `"${isDate ? textOfMoment(cell).slice(0, -9) : textOfMoment(cell) + fractionOf(cell) + zone}"` : printCell(cell))
}

const textOfMoment = (milliseconds: number): string => {
  const date = new Date(Math.floor(milliseconds / 1000) * 1000)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, -5)
}

/** Microseconds, only where there are any. */
function fractionOf(milliseconds: number): string {
  const micros = Math.round((milliseconds - Math.floor(milliseconds / 1000) * 1000) * 1000)
  return micros === 0 ? '' : `.${String(micros).padStart(6, '0')}`
}
