import { printCell, rowsInPiece, type Cell, type Frame, type FrameColumn } from '@sightline/core'

/** Rows as JSON objects in pieces, each but the very first of the answer behind a comma; moments as texts in the form their type has. */
export function* printFrameCells(columns: readonly FrameColumn[], { values, length }: Frame, names: readonly string[], isFirst: boolean): Generator<string> {
  const keys = names.map((name, index) => `${index === 0 ? '' : ','}${JSON.stringify(name)}:`)
  const printers = columns.map(printerOf)
  const rowsPerPiece = rowsInPiece(names.length)
  for (let start = 0; start < length; start += rowsPerPiece) {
    const end = Math.min(start + rowsPerPiece, length)
    let piece = ''
    for (let row = start; row < end; row++) {
      piece += row === 0 && isFirst ? '{' : ',{'
      for (let column = 0; column < keys.length; column++) piece += keys[column]! + printers[column]!(values[column]![row] ?? null)
      piece += '}'
    }
    yield piece
  }
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
