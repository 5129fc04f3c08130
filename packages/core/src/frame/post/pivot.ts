import { ok, type Result } from '../../result.ts'
import type { Cell } from '../frame.ts'
import { columnsNamed, isText, refuseMissing, refuseStep, refuseText, rowNumbers, type Table, type TableColumn } from '../table.ts'
import { codeRows, type Coded } from './groups.ts'
import { keepsSingle, needsNumbers, readAggregates } from './operators.ts'
import { readNames } from './options.ts'
import type { Step } from './step.ts'

/** How a value is called when it becomes part of a column's name. */
function partOf(cell: Cell, { kind, type }: Pick<TableColumn, 'kind' | 'type'>): string {
  if (typeof cell === 'boolean') return cell ? 'True' : 'False'
  if (typeof cell === 'number' && Number.isInteger(cell) && /double|float|real/i.test(type)) return `${cell}.0`
  if (kind === 'temporal' && typeof cell === 'number') return new Date(cell).toISOString().replace('T', ' ').replace('.000Z', '').replace('Z', '')
  return String(cell as string)
}

interface Wanted {
  readonly index: readonly TableColumn[]
  readonly columns: readonly TableColumn[]
  readonly aggregates: readonly { readonly name: string; readonly source: TableColumn; readonly aggregate: (cells: readonly Cell[]) => Cell }[]
}

function readWanted(table: Table, options: Readonly<Record<string, unknown>>): Result<Wanted> {
  const index = readNames(options, 'index')
  if (!index.ok) return index
  if (index.value.length === 0) return refuseStep('Pivot operation requires at least one index')
  const columns = readNames(options, 'columns')
  if (!columns.ok) return columns
  const aggregates = readAggregates(options['aggregates'])
  if (!aggregates.ok) return aggregates
  if (aggregates.value.length === 0) return refuseStep('Pivot operation must include at least one aggregate')
  const find = (name: string) => columnsNamed(table, name)[0]
  const found = [...index.value, ...columns.value, ...aggregates.value.map(({ column }) => column)].map(find)
  if (found.includes(undefined)) return refuseMissing()
  const text = [...aggregates.value].find(({ column, aggregate }) => needsNumbers(aggregate) && isText(find(column)!))
  if (text) return refuseText(find(text.column)!)
  const fill = typeof options['column_fill_value'] === 'string' ? options['column_fill_value'] : '<NULL>'
  const withoutNulls = (column: TableColumn): TableColumn => ({ ...column, values: column.values.map((cell) => cell ?? fill) })
  // Columns of the result are called by their source, whatever name the aggregate has: clients of the interface rely on it.
  const bySource = new Map(aggregates.value.map(({ column, aggregate }) => [column, aggregate]))
  return ok({
    index: index.value.map((name) => find(name)!),
    columns: columns.value.map((name) => withoutNulls(find(name)!)),
    aggregates: [...bySource].map(([name, aggregate]) => ({ name, source: find(name)!, aggregate })).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  })
}

interface Cells {
  /** The first row of the table that belongs to a place of the result; -1 where none does. */
  readonly firstAt: (row: number, column: number) => number
  /** All of them. */
  readonly rowsAt: (row: number, column: number) => readonly number[]
  /** All that belong to some place; totals are computed of them. */
  readonly all: readonly number[]
}

/** A few thousand times by a few thousand series would fill the memory of the server with empty places. */
const mostCells = 5_000_000

function collectCells(index: Coded, columns: Coded, length: number): Cells {
  const width = columns.keys.length
  const first = new Int32Array(index.keys.length * width).fill(-1)
  // The database has grouped the rows already as a rule, so that few places have a second one.
  const others = new Map<number, number[]>()
  const all: number[] = []
  for (let row = 0; row < length; row++) {
    if (index.codes[row]! < 0 || columns.codes[row]! < 0) continue
    all.push(row)
    const at = index.codes[row]! * width + columns.codes[row]!
    const before = first[at]!
    if (before < 0) first[at] = row
    else {
      const there = others.get(at)
      if (there) there.push(row)
      else others.set(at, [before, row])
    }
  }
  return {
    firstAt: (row, column) => first[row * width + column]!,
    rowsAt: (row, column) => {
      const at = row * width + column
      return others.get(at) ?? (first[at]! < 0 ? [] : [first[at]!])
    },
    all,
  }
}

function splitRows(rows: readonly number[], { codes, keys }: Coded): readonly (readonly number[])[] {
  const parts: number[][] = keys.map(() => [])
  for (const row of rows) parts[codes[row]!]!.push(row)
  return parts
}

/** Values of some columns become names of columns; one row per index. */
export const pivot: Step = (table, options) => {
  const wanted = readWanted(table, options)
  if (!wanted.ok) return wanted
  const { index, columns, aggregates } = wanted.value
  const dropsMissing = options['drop_missing_columns'] !== false
  const [rowCodes, columnCodes] = [codeRows(index, table.length), codeRows(columns, table.length)]
  if (rowCodes.keys.length * columnCodes.keys.length * aggregates.length > mostCells)
    return refuseStep(`Pivot operation would make more than ${mostCells} cells. Limit the number of series or rows`)
  const { firstAt, rowsAt, all } = collectCells(rowCodes, columnCodes, table.length)
  const compute = (at: number, rows: readonly number[]): Cell => {
    const { source, aggregate } = aggregates[at]!
    if (rows.length === 0) return null
    if (rows.length === 1 && keepsSingle(aggregate)) {
      const only = source.values[rows[0]!] ?? null
      if (typeof only === 'number') return only
    }
    return aggregate(rows.map((row) => source.values[row] ?? null))
  }
  const matrix = aggregates.map((_, at) =>
    columnCodes.keys.map((_key, column) => rowCodes.keys.map((_row, row) => (firstAt(row, column) < 0 ? null : compute(at, rowsAt(row, column))))),
  )
  // Without missing values, a row of the result that has none goes, as a column does.
  const kept = rowCodes.keys
    .map((_, row) => row)
    .filter((row) =>
      dropsMissing
        ? matrix.some((byColumn) => byColumn.some((values) => values[row] !== null))
        : columnCodes.keys.some((_key, column) => firstAt(row, column) >= 0),
    )

  const fill = toCell(options['metric_fill_value'])
  const withMargins = options['marginal_distributions'] === true
  const marginName = typeof options['marginal_distribution_name'] === 'string' ? options['marginal_distribution_name'] : 'All'
  const rowsOfColumn = withMargins ? splitRows(all, columnCodes) : []
  const rowsOfRow = withMargins ? splitRows(all, rowCodes) : []
  const made: TableColumn[] = []
  aggregates.forEach(({ name, source }, at) => {
    const described = { kind: 'numeric', isComputed: true, type: source.type } as const
    columnCodes.keys.forEach((keys, column) => {
      const values: Cell[] = kept.map((row) => matrix[at]![column]![row]!)
      if (dropsMissing && values.every((value) => value === null)) return
      if (withMargins) values.push(compute(at, rowsOfColumn[column]!))
      const parts = [name, ...keys.map((cell, level) => partOf(cell, columns[level]!))]
      made.push({ ...described, parts, values: fill === null ? values : values.map((value) => value ?? fill) })
    })
    if (withMargins && columns.length > 0) {
      const values = [...kept.map((row) => compute(at, rowsOfRow[row]!)), compute(at, all)]
      made.push({ ...described, parts: [name, marginName, ...columns.slice(1).map(() => '')], values })
    }
  })
  const rowKeys = kept.map((row) => rowCodes.keys[row]!)
  const allRows = withMargins ? [...rowKeys, index.map((_, level) => (level === 0 ? marginName : ''))] : rowKeys
  return ok({
    index: index.map((column, level) => ({ ...column, values: allRows.map((keys) => keys[level]!) })),
    numbers: rowNumbers(allRows.length),
    length: allRows.length,
    columns: options['combine_value_with_metric'] === true ? metricLast(made) : made,
  })
}

const toCell = (value: unknown): Cell => (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean' ? value : null)

/** Names begin with the values, the metric comes last. */
const metricLast = (columns: readonly TableColumn[]): readonly TableColumn[] =>
  columns
    .map((column) => ({ ...column, parts: [...column.parts.slice(1), column.parts[0]!] }))
    .toSorted((a, b) => (a.parts.join('\u0000') < b.parts.join('\u0000') ? -1 : 1))
