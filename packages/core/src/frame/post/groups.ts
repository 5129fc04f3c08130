import type { Cell } from '../frame.ts'
import { compareCells, type TableColumn } from '../table.ts'

export interface Group {
  readonly keys: readonly Cell[]
  readonly rows: readonly number[]
}

const keyText = (cells: readonly Cell[]): string => cells.map((cell) => (cell === null ? 'n' : `${typeof cell}:${String(cell as string)}`)).join('\u0000')

/** Rows with equal keys, in the order of the keys. Rows without a key are left out. */
export function groupRows(columns: readonly TableColumn[], length: number): readonly Group[] {
  const groups = new Map<string, { keys: readonly Cell[]; rows: number[] }>()
  for (let row = 0; row < length; row++) {
    const keys = columns.map(({ values }) => values[row] ?? null)
    if (keys.includes(null)) continue
    const name = keyText(keys)
    const group = groups.get(name)
    if (group) group.rows.push(row)
    else groups.set(name, { keys, rows: [row] })
  }
  return [...groups.values()].toSorted((a, b) => {
    for (let at = 0; at < a.keys.length; at++) {
      const order = compareCells(a.keys[at]!, b.keys[at]!)
      if (order !== 0) return order
    }
    return 0
  })
}
