import { Exact, type Cell, type Frame } from './frame.ts'

/** JSON of one cell. Every digit of big integers and long decimals is kept; what is no number prints as null. */
export function printCell(cell: Cell): string {
  switch (typeof cell) {
    case 'string':
      return JSON.stringify(cell)
    case 'number':
      return Number.isFinite(cell) ? String(cell) : 'null'
    case 'bigint':
    case 'boolean':
      return String(cell)
    default:
      return printObject(cell)
  }
}

function printObject(cell: Exclude<Cell, string | number | bigint | boolean> | undefined): string {
  if (cell === null || cell === undefined) return 'null'
  if (cell instanceof Exact) return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(cell.text) ? cell.text : 'null'
  if (Array.isArray(cell)) return `[${(cell as readonly Cell[]).map(printCell).join(',')}]`
  return `{${Object.entries(cell as { readonly [key: string]: Cell })
    .map(([key, value]) => `${JSON.stringify(key)}:${printCell(value)}`)
    .join(',')}}`
}

/** Printing this many takes about a millisecond. */
const cellsPerPiece = 4000

/** How many rows of so many columns make a piece of text. */
export const rowsInPiece = (columns: number): number => Math.max(1, Math.floor(cellsPerPiece / Math.max(1, columns)))

/** The text of the rows, as a JSON list of objects by column name, in pieces: the reader may let others work in between. */
export function* printFrameRows(
  frame: Frame,
  names: readonly string[] = frame.columns.map(({ name }) => name),
  rowsPerPiece = rowsInPiece(names.length),
): Generator<string, void> {
  const keys = names.map((name, index) => `${index === 0 ? '' : ','}${JSON.stringify(name)}:`)
  const { values, length } = frame
  if (length === 0) {
    yield '[]'
    return
  }
  for (let start = 0; start < length; start += rowsPerPiece) {
    const end = Math.min(start + rowsPerPiece, length)
    let piece = start === 0 ? '[' : ','
    for (let row = start; row < end; row++) {
      piece += row === start ? '{' : ',{'
      for (let column = 0; column < keys.length; column++) piece += keys[column]! + printCell(values[column]![row] ?? null)
      piece += '}'
    }
    yield end === length ? `${piece}]` : piece
  }
}
