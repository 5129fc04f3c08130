import { Exact, type Cell } from '../frame.ts'
import { compareCells, type TableColumn } from '../table.ts'

export interface Group {
  readonly keys: readonly Cell[]
  readonly rows: readonly number[]
}

/** Rows as numbers of their groups, which stand in the order of their keys; -1 where a key is missing. */
export interface Coded {
  readonly codes: Int32Array
  readonly keys: readonly (readonly Cell[])[]
}

/** Equal cells have equal names; numbers, texts and booleans are their own. */
const nameOfCell = (cell: Exclude<Cell, null>): unknown =>
  typeof cell === 'object' ? (cell instanceof Exact ? `exact ${cell.text}` : JSON.stringify(cell)) : cell

interface CodedColumn {
  readonly codes: Int32Array
  readonly cells: readonly Cell[]
}

/** The values of a column as numbers in their order; -1 where there is none. */
export function codeColumn({ values }: Pick<TableColumn, 'values'>, length: number): CodedColumn {
  return codeNumbers(values, length) ?? codeCells(values, length)
}

/** Plain numbers are put in order as they lie in memory, without looking each up in a table. */
function codeNumbers(values: readonly Cell[], length: number): CodedColumn | null {
  const numbers = new Float64Array(length)
  let known = 0
  for (let row = 0; row < length; row++) {
    const cell = values[row] ?? null
    if (cell === null) continue
    if (typeof cell !== 'number' || Number.isNaN(cell)) return null
    // There is one zero.
    numbers[known++] = cell + 0
  }
  const sorted = numbers.subarray(0, known).sort()
  const different = sorted.filter((value, at) => at === 0 || value !== sorted[at - 1])
  const codes = new Int32Array(length)
  for (let row = 0; row < length; row++) {
    const cell = values[row] ?? null
    codes[row] = cell === null ? -1 : placeIn(different, cell as number)
  }
  return { codes, cells: [...different] }
}

function placeIn(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}

function codeCells(values: readonly Cell[], length: number): CodedColumn {
  const numbers = new Map<unknown, number>()
  const found: Cell[] = []
  const codes = new Int32Array(length)
  let areTexts = true
  for (let row = 0; row < length; row++) {
    const cell = values[row] ?? null
    if (cell === null) {
      codes[row] = -1
      continue
    }
    const name = nameOfCell(cell)
    let code = numbers.get(name)
    if (code === undefined) {
      code = found.length
      numbers.set(name, code)
      found.push(cell)
      areTexts &&= typeof cell === 'string'
    }
    codes[row] = code
  }
  const cells = areTexts ? found.toSorted() : found.toSorted(compareCells)
  const ranks = new Int32Array(found.length)
  for (const [rank, cell] of cells.entries()) ranks[numbers.get(nameOfCell(cell as Exclude<Cell, null>))!] = rank
  for (let row = 0; row < length; row++) if (codes[row]! >= 0) codes[row] = ranks[codes[row]!]!
  return { codes, cells }
}

/** Works on numbers, because comparing the keys themselves row by row is what makes grouping slow. */
export function codeRows(columns: readonly TableColumn[], length: number): Coded {
  const [first, ...others] = columns
  if (!first) return { codes: new Int32Array(length), keys: [[]] }
  const begun = codeColumn(first, length)
  let { codes } = begun
  let keys: (readonly Cell[])[] = begun.cells.map((cell) => [cell])
  for (const column of others) {
    const next = codeColumn(column, length)
    const width = next.cells.length
    const combined = new Float64Array(length)
    const used = new Set<number>()
    for (let row = 0; row < length; row++) {
      const both = codes[row]! < 0 || next.codes[row]! < 0 ? -1 : codes[row]! * width + next.codes[row]!
      combined[row] = both
      if (both >= 0) used.add(both)
    }
    const dense = [...used].toSorted((a, b) => a - b)
    const rank = new Map(dense.map((both, place) => [both, place]))
    const before = keys
    keys = dense.map((both) => [...before[Math.floor(both / width)]!, next.cells[both % width]!])
    codes = new Int32Array(length)
    for (let row = 0; row < length; row++) codes[row] = combined[row]! < 0 ? -1 : rank.get(combined[row]!)!
  }
  return { codes, keys }
}

/** Rows with equal keys, in the order of the keys. Rows without a key are left out. */
export function groupRows(columns: readonly TableColumn[], length: number): readonly Group[] {
  const { codes, keys } = codeRows(columns, length)
  const groups = keys.map((key): { keys: readonly Cell[]; rows: number[] } => ({ keys: key, rows: [] }))
  for (let row = 0; row < length; row++) if (codes[row]! >= 0) groups[codes[row]!]!.rows.push(row)
  return groups
}
