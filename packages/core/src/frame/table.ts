import type { Problem } from '@sightline/contract'
import { fail, type Result } from '../result.ts'
import { Exact, type Cell, type Frame, type Kind } from './frame.ts'

/**
 * A frame while it is being reshaped: columns may have several name parts (`count`, `North`), and some columns may stand aside as the
 * index of the rows. A step takes a table and returns a table.
 */
export interface TableColumn {
  readonly parts: readonly string[]
  readonly kind: Kind
  readonly type: string
  readonly values: readonly Cell[]
  readonly isComputed?: boolean | undefined
}

export interface Table {
  readonly index: readonly TableColumn[]
  /** The numbers of the rows where no column is the index: they are kept when rows go. */
  readonly numbers: readonly number[]
  readonly columns: readonly TableColumn[]
  readonly length: number
}

export const nameOf = (column: Pick<TableColumn, 'parts'>): string => column.parts.join(', ')

export const rowNumbers = (length: number): readonly number[] => Array.from({ length }, (_, row) => row)

export const tableOf = (frame: Frame): Table => ({
  index: [],
  numbers: rowNumbers(frame.length),
  columns: frame.columns.map(({ name, kind, type, isComputed }, index) => ({ parts: [name], kind, type, values: frame.values[index]!, isComputed })),
  length: frame.length,
})

export const frameOf = (table: Table): Frame => ({
  columns: table.columns.map((column) => ({ name: nameOf(column), kind: column.kind, type: column.type })),
  values: table.columns.map(({ values }) => values),
  length: table.length,
})

export const refuseStep = (message: string): { readonly ok: false; readonly problem: Problem } => fail({ code: 'GENERIC_COMMAND_ERROR', status: 400, message })
export const refuseMissing = (): { readonly ok: false; readonly problem: Problem } => refuseStep('Referenced columns not available in DataFrame.')

/** The columns that a name means: one, or all whose first part it is. */
export const columnsNamed = (table: Pick<Table, 'columns'>, name: string): readonly TableColumn[] => {
  const exact = table.columns.filter((column) => nameOf(column) === name)
  return exact.length > 0 ? exact : table.columns.filter(({ parts }) => parts.length > 1 && parts[0] === name)
}
export const isColumnNamed = (table: Pick<Table, 'columns'>, name: string): boolean =>
  table.columns.some((column) => (column.parts.length > 1 && column.parts[0] === name) || nameOf(column) === name)

export const toNumber = (cell: Cell | undefined): number | null => {
  if (cell === null || cell === undefined) return null
  if (typeof cell === 'number') return Number.isNaN(cell) ? null : cell
  if (typeof cell === 'bigint' || typeof cell === 'boolean') return Number(cell)
  if (cell instanceof Exact) return Number(cell.text)
  return null
}

/** Texts, of which nothing can be computed. */
export const isText = ({ kind, values }: Pick<TableColumn, 'kind' | 'values'>): boolean => kind === 'string' && values.some((cell) => typeof cell === 'string')
export const refuseText = (column: Pick<TableColumn, 'parts'>): { readonly ok: false; readonly problem: Problem } =>
  refuseStep(`Column "${nameOf(column)}" is not numeric`)

/** The numbers of a column in one piece of memory; NaN where there is none. */
export function numbersOf({ values }: Pick<TableColumn, 'values'>): Float64Array {
  const numbers = new Float64Array(values.length)
  for (let row = 0; row < values.length; row++) numbers[row] = toNumber(values[row]) ?? NaN
  return numbers
}

/** NaN becomes a missing value again. */
export const cellsOf = (numbers: ArrayLike<number>): readonly Cell[] =>
  Array.from({ length: numbers.length }, (_, row) => (Number.isNaN(numbers[row]) ? null : numbers[row]!))

/** Puts each result in the place of its source if it keeps the name, else at the end (or over a column that has the new name). */
export function putColumns(table: Table, made: readonly TableColumn[]): Table {
  const columns = [...table.columns]
  const places = new Map(columns.map((column, at) => [nameOf(column), at]))
  for (const column of made) {
    const at = places.get(nameOf(column)) ?? columns.length
    columns[at] = column
    places.set(nameOf(column), at)
  }
  return { ...table, columns }
}

/** The step's `columns` option, source name → new name. */
export function readColumnMap(
  options: Readonly<Record<string, unknown>>,
  table: Table,
): Result<readonly { readonly source: TableColumn; readonly parts: readonly string[] }[]> {
  const map = options['columns']
  if (typeof map !== 'object' || map === null || Array.isArray(map)) return refuseStep('The option `columns` must map names to names')
  const found: { source: TableColumn; parts: readonly string[] }[] = []
  for (const [from, to] of Object.entries(map)) {
    if (typeof to !== 'string') return refuseStep('The option `columns` must map names to names')
    const sources = columnsNamed(table, from)
    if (sources.length === 0) return refuseMissing()
    for (const source of sources) found.push({ source, parts: from === to ? source.parts : [to, ...source.parts.slice(1)] })
  }
  return { ok: true, value: found }
}

export const takeRows = (table: Table, rows: readonly number[]): Table => {
  const pick = (column: TableColumn): TableColumn => ({ ...column, values: rows.map((row) => column.values[row] ?? null) })
  return { index: table.index.map(pick), numbers: rows.map((row) => table.numbers[row] ?? row), columns: table.columns.map(pick), length: rows.length }
}

/** Order of values of one column: numbers, texts by code point, false before true; null after everything. */
export function compareCells(left: Cell, right: Cell): number {
  if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1
  const [a, b] = [toNumber(left), toNumber(right)]
  if (a !== null && b !== null) return a - b
  const [x, y] = [String(left as string), String(right as string)]
  return x < y ? -1 : x > y ? 1 : 0
}
