import { frameOf, kindNumbers, nameOf, printCell, rowsInPiece, type Cell, type Frame, type Kind, type Table } from '@sightline/core'
import type { KeptRows } from '../../queries/kept-rows.ts'
import { openJsonRows } from '../../wire/print-packed.ts'
import { epochWriterOf } from '../../wire/print-values.ts'
import { isFrame } from '../../wire/row-batch.ts'
import type { Reshaped, ReshapedName } from '../reshape/reshaped.ts'
import type { FinishOrder } from './finish-order.ts'

const bytesOf = (text: string): Buffer => Buffer.from(text, 'utf8')

/** What is said about the rows. */
interface Facts {
  readonly rowcount: number
  readonly sqlRows: number
  readonly columns: readonly { readonly parts: readonly string[]; readonly coltype: number }[]
}

const printFacts = ({ rowcount, sqlRows, columns }: Facts): string =>
  JSON.stringify({
    rowcount,
    sql_rowcount: sqlRows,
    label_map: Object.fromEntries(columns.map((column) => [nameOf(column), column.parts])),
    colnames: columns.map(nameOf),
    coltypes: columns.map(({ coltype }) => coltype),
  }).slice(1, -1)

/** A column the dataset takes for times is one; one without any value has no type, unless we made it. */
const coltypeOf = (name: string, kind: Kind, isEmpty: boolean, { timeNames }: FinishOrder): number =>
  timeNames.has(name) ? kindNumbers.temporal : isEmpty ? kindNumbers.string : kindNumbers[kind]

const numbersPerPiece = 20_000

function* printNumbers(length: number): Generator<Buffer> {
  for (let start = 0; start < length; start += numbersPerPiece) {
    let piece = start === 0 ? '' : ','
    for (let row = start; row < Math.min(start + numbersPerPiece, length); row++) piece += row === start ? row : `,${row}`
    yield bytesOf(piece)
  }
}

function* printList(cells: readonly (Cell | readonly Cell[])[]): Generator<Buffer> {
  for (let start = 0; start < cells.length; start += numbersPerPiece) {
    const part = cells.slice(start, start + numbersPerPiece).map((cell) => printCell(cell as Cell))
    yield bytesOf((start === 0 ? '' : ',') + part.join(','))
  }
}

/** Rows that were not changed are printed from the memory in which they came. */
export function* printPlainJson({ rows, labels }: FinishOrder['main'], order: FinishOrder): Generator<Buffer> {
  const columns = rows.columns.map((column, index) => {
    const name = labels[index] ?? column.name
    return { parts: [name], coltype: coltypeOf(name, column.kind, isColumnEmpty(rows, index), order) }
  })
  yield bytesOf(`${printFacts({ rowcount: rows.length, sqlRows: rows.length, columns })},"indexnames":[`)
  yield* printNumbers(rows.length)
  yield bytesOf('],"data":[')
  const names = columns.map(nameOf)
  const packed = rows.layouts && openJsonRows(names, rows.layouts, epochWriterOf)
  let isFirst = true
  for (const batch of rows.batches) {
    if (isFrame(batch)) {
      yield* printObjects(batch, names, isFirst)
      packed?.skipFirst()
    } else yield* packed!(batch)
    isFirst = false
  }
  yield bytesOf(']')
}

function isColumnEmpty({ batches }: KeptRows, index: number): boolean {
  return batches.every((batch) => (isFrame(batch) ? batch.values[index]!.every((cell) => cell === null) : batch.columns[index]!.nulls === batch.length))
}

function* printObjects({ values, length }: Pick<Frame, 'values' | 'length'>, names: readonly string[], isFirst: boolean): Generator<Buffer> {
  const keys = names.map((name, index) => `${index === 0 ? '' : ','}${JSON.stringify(name)}:`)
  const rowsPerPiece = rowsInPiece(names.length)
  for (let start = 0; start < length; start += rowsPerPiece) {
    let piece = ''
    for (let row = start; row < Math.min(start + rowsPerPiece, length); row++) {
      piece += row === 0 && isFirst ? '{' : ',{'
      for (let column = 0; column < keys.length; column++) piece += keys[column]! + printCell(values[column]![row] ?? null)
      piece += '}'
    }
    yield bytesOf(piece)
  }
}

export function* printTableJson(table: Table, order: FinishOrder): Generator<Buffer> {
  yield bytesOf(`${printFacts(factsOf(table, order))},"indexnames":[`)
  const { index, numbers } = table
  const [only] = index
  yield* printList(index.length === 0 ? numbers : index.length === 1 ? only!.values : numbers.map((_, row) => index.map(({ values }) => values[row]!)))
  yield bytesOf('],"data":[')
  const frame = frameOf(table)
  yield* printObjects(
    frame,
    frame.columns.map(({ name }) => name),
    true,
  )
  yield bytesOf(']')
}

const factsOf = (table: Table, order: FinishOrder): Facts => ({
  rowcount: table.length,
  sqlRows: order.main.rows.length,
  columns: table.columns.map((column) => {
    const isEmpty = !column.isComputed && column.values.every((cell) => cell === null)
    return { parts: column.parts, coltype: coltypeOf(nameOf(column), column.kind, isEmpty, order) }
  }),
})

/** Columns by name, in each the values by the names of the rows. What was true of the columns before is still said of them. */
export function* printReshapedJson({ columns, rows, length }: Reshaped, before: Table, order: FinishOrder): Generator<Buffer> {
  const name = ({ parts, text }: ReshapedName): Cell => (parts === null ? text : parts)
  const { label_map } = JSON.parse(`{${printFacts(factsOf(before, order))}}`) as { label_map: unknown }
  const facts = JSON.stringify({
    rowcount: length,
    sql_rowcount: order.main.rows.length,
    label_map,
    coltypes: columns.map((column) => coltypeOf(column.name.parts === null ? column.name.text : '', column.kind, isEmptyText(column), order)),
  })
  yield bytesOf(`${facts.slice(1, -1)},"colnames":[`)
  yield* printList(columns.map((column) => name(column.name)))
  yield bytesOf('],"indexnames":[')
  yield* printList(rows.map((row, at) => (row.parts === null ? at : row.parts)))
  yield bytesOf('],"data":{')
  const keys = rows.map(({ text }) => JSON.stringify(text))
  for (const [at, column] of columns.entries()) {
    yield bytesOf(`${at === 0 ? '' : ','}${JSON.stringify(column.name.text)}:{`)
    for (let start = 0; start < length; start += numbersPerPiece) {
      const cells = keys.slice(start, start + numbersPerPiece).map((key, row) => `${key}:${printCell(column.values[start + row] ?? null)}`)
      yield bytesOf((start === 0 ? '' : ',') + cells.join(','))
    }
    yield bytesOf('}')
  }
  yield bytesOf('}')
}

const isEmptyText = ({ kind, values }: Reshaped['columns'][number]): boolean => kind !== 'numeric' && values.every((cell) => cell === null)
