import { ok, type Result } from '../../result.ts'
import type { Cell } from '../frame.ts'
import { columnsNamed, compareCells, refuseMissing, refuseStep, type Table, type TableColumn } from '../table.ts'
import { groupRows, type Group } from './groups.ts'
import { readAggregates } from './operators.ts'
import { readNames } from './options.ts'
import type { Step } from './step.ts'

/** How a value is called when it becomes part of a column's name. */
export function partOf(cell: Cell, { kind, type }: Pick<TableColumn, 'kind' | 'type'>): string {
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
  const fill = typeof options['column_fill_value'] === 'string' ? options['column_fill_value'] : '<NULL>'
  const withoutNulls = (column: TableColumn): TableColumn => ({ ...column, values: column.values.map((cell) => cell ?? fill) })
  return ok({
    index: index.value.map((name) => find(name)!),
    columns: columns.value.map((name) => withoutNulls(find(name)!)),
    aggregates: aggregates.value
      .map(({ name, column, aggregate }) => ({ name, source: find(column)!, aggregate }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  })
}

/** Values of some columns become names of columns; one row per index. */
export const pivot: Step = (table, options) => {
  const wanted = readWanted(table, options)
  if (!wanted.ok) return wanted
  const { index, columns, aggregates } = wanted.value
  const dropsMissing = options['drop_missing_columns'] !== false
  const cellsOf = ({ rows }: Group, source: TableColumn): Cell[] => rows.map((row) => source.values[row] ?? null)

  let cells = groupRows([...index, ...columns], table.length).map((group) => ({
    group,
    values: aggregates.map(({ source, aggregate }) => (cellsOf(group, source).every((cell) => cell === null) ? null : aggregate(cellsOf(group, source)))),
  }))
  if (dropsMissing) cells = cells.filter(({ values }) => values.some((value) => value !== null))
  const text = (keys: readonly Cell[]) => keys.map((cell) => `${typeof cell}:${String(cell as string)}`).join('\u0000')
  const rowKeys = distinct(cells.map(({ group }) => group.keys.slice(0, index.length)))
  const columnKeys = distinct(cells.map(({ group }) => group.keys.slice(index.length)))
  const found = new Map(cells.map(({ group, values }) => [text(group.keys), values]))
  const fill = toCell(options['metric_fill_value'])

  const withMargins = options['marginal_distributions'] === true
  const marginName = typeof options['marginal_distribution_name'] === 'string' ? options['marginal_distribution_name'] : 'All'
  /** The aggregate of all rows whose index and column keys match; null matches all. */
  const marginOf = (at: number, row: readonly Cell[] | null, column: readonly Cell[] | null): Cell => {
    const { source, aggregate } = aggregates[at]!
    const rows = table.numbers
      .map((_, place) => place)
      .filter((place) => {
        const matches = (keys: readonly Cell[] | null, from: readonly TableColumn[]) =>
          keys === null || from.every(({ values }, level) => text([values[place] ?? null]) === text([keys[level]!]))
        return matches(row, index) && matches(column, columns)
      })
    return rows.length === 0 ? null : aggregate(rows.map((place) => source.values[place] ?? null))
  }

  const made: TableColumn[] = []
  aggregates.forEach(({ name, source }, at) => {
    for (const keys of columnKeys) {
      const values = rowKeys.map((row) => found.get(text([...row, ...keys]))?.[at] ?? null)
      if (dropsMissing && values.every((value) => value === null)) continue
      if (withMargins) values.push(marginOf(at, null, keys))
      const filled = fill === null ? values : values.map((value) => value ?? fill)
      made.push({
        parts: [name, ...keys.map((cell, level) => partOf(cell, columns[level]!))],
        kind: 'numeric',
        isComputed: true,
        type: source.type,
        values: filled,
      })
    }
    if (withMargins && columns.length > 0) {
      const values = [...rowKeys.map((row) => marginOf(at, row, null)), marginOf(at, null, null)]
      made.push({ parts: [name, marginName, ...columns.slice(1).map(() => '')], kind: 'numeric', isComputed: true, type: source.type, values })
    }
  })
  const allRows = withMargins ? [...rowKeys, index.map((_, level) => (level === 0 ? marginName : ''))] : rowKeys
  return ok({
    index: index.map((column, level) => ({ ...column, values: allRows.map((keys) => keys[level]!) })),
    numbers: allRows.map((_, row) => row),
    length: allRows.length,
    columns: options['combine_value_with_metric'] === true ? metricLast(made) : made,
  })
}

const toCell = (value: unknown): Cell => (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean' ? value : null)

function distinct(list: readonly (readonly Cell[])[]): readonly (readonly Cell[])[] {
  const known = new Map(list.map((keys) => [keys.map((cell) => `${typeof cell}:${String(cell as string)}`).join('\u0000'), keys]))
  return [...known.values()].toSorted((a, b) => {
    for (let at = 0; at < a.length; at++) {
      const order = compareCells(a[at]!, b[at]!)
      if (order !== 0) return order
    }
    return 0
  })
}

/** Names begin with the values, the metric comes last. */
const metricLast = (columns: readonly TableColumn[]): readonly TableColumn[] =>
  columns
    .map((column) => ({ ...column, parts: [...column.parts.slice(1), column.parts[0]!] }))
    .toSorted((a, b) => (a.parts.join('\u0000') < b.parts.join('\u0000') ? -1 : 1))
