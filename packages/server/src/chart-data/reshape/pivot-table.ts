import { codeRows, nameOf, ok, toNumber, type Cell, type Kind, type Result, type Table, type TableColumn } from '@sightline/core'
import { sum } from './aggregates.ts'
import { readPivotForm, refuse, type Form, type PivotForm, type ShownNames } from './pivot-form.ts'
import { missingKey, textOfKey, type Reshaped, type ReshapedName } from './reshaped.ts'

/** A key of a row or column of the grid: a value for each level and its text. */
type Key = readonly { readonly value: Cell; readonly text: string }[]

interface Line {
  readonly key: Key
  /** Rows of the table behind each cell; null in totals, which have none of their own. */
  readonly behind: readonly (readonly number[])[] | null
  readonly metric: TableColumn | null
  values: readonly Cell[]
}

/** The table while it is made: columns of cells under keys, beside the keys of their rows. */
interface Grid {
  rows: readonly Key[]
  lines: readonly Line[]
}

/** A few thousand rows by a few thousand columns would fill the memory of the server. */
const mostCells = 5_000_000

const text = (value: string): Key[number] => ({ value, text: value })

/** Rows of a query as the pivot table shows them: keys along two sides, totals and parts of them where the form asks. */
export function reshapePivot(table: Table, form: Form, shown: ShownNames, zone: string): Result<Reshaped> {
  const read = readPivotForm(form, shown)
  if (!read.ok) return read
  const wanted = read.value
  const named = new Map(table.columns.map((column) => [shown.get(nameOf(column)) ?? nameOf(column), column]))
  const missing = [...wanted.rows, ...wanted.columns, ...wanted.metrics].find((name) => !named.has(name))
  if (missing !== undefined) return refuse('Referenced columns not available in DataFrame.')
  // Metrics on the rows are metrics on the columns of the same table laid on its side.
  const [rowNames, columnNames] = wanted.hasMetricsOnRows ? [wanted.columns, wanted.rows] : [wanted.rows, wanted.columns]
  const grid = makeGrid(table, wanted, rowNames, columnNames, named, zone)
  if (!grid.ok) return grid
  if (wanted.combinesMetrics && columnNames.length > 0) combineMetrics(grid.value, wanted.metrics)
  takeShares(grid.value, wanted)
  const total = `Total (${wanted.aggregateName})`
  if (wanted.hasRowTotals) grid.value.lines = withSubtotals(grid.value.lines, total, (lines, key) => totalLine(grid.value, lines, key, wanted))
  if (wanted.hasColumnTotals && rowNames.length > 0) addRowTotals(grid.value, total, wanted)
  return ok(printGrid(wanted.hasMetricsOnRows ? lieOnSide(grid.value) : grid.value))
}

function makeGrid(
  table: Table,
  { metrics, aggregate, aggregateName }: PivotForm,
  rowNames: readonly string[],
  columnNames: readonly string[],
  named: ReadonlyMap<string, TableColumn>,
  zone: string,
): Result<Grid> {
  const filled = (name: string): TableColumn => {
    const column = named.get(name)!
    return { ...column, values: Array.from({ length: table.length }, (_, row) => column.values[row] ?? missingKey) }
  }
  const [rowColumns, keyColumns] = [rowNames.map(filled), columnNames.map(filled)]
  const [rows, keys] = [codeRows(rowColumns, table.length), codeRows(keyColumns, table.length)]
  if (rows.keys.length * keys.keys.length * metrics.length > mostCells) return refuse(`The pivot table would have more than ${mostCells} cells`)
  const behind = keys.keys.map(() => rows.keys.map((): number[] => []))
  for (let row = 0; row < table.length; row++) behind[keys.codes[row]!]![rows.codes[row]!]!.push(row)
  const keyOf = (cells: readonly Cell[], columns: readonly TableColumn[]): Key =>
    cells.map((value, level) => ({ value, text: textOfKey(value, columns[level]!, zone) }))
  const lines = metrics.flatMap((name) => {
    const metric = named.get(name)!
    return keys.keys.map((cells, at): Line => {
      const key = [text(name), ...keyOf(cells, keyColumns)]
      const values = behind[at]!.map((list) => (list.length === 0 ? null : aggregate.of(list.map((row) => metric.values[row] ?? null))))
      return { key, behind: behind[at]!, metric, values }
    })
  })
  return ok({ rows: rowNames.length === 0 ? [[text(`Total (${aggregateName})`)]] : rows.keys.map((cells) => keyOf(cells, rowColumns)), lines })
}

/** Metrics side by side under each value instead of values under each metric. */
function combineMetrics(grid: Grid, metrics: readonly string[]): void {
  const place = new Map(metrics.map((name, at) => [name, at]))
  const keysInOrder = new Map<string, number>()
  const nameOfRest = ({ key }: Line): string => JSON.stringify(key.slice(1).map((part) => part.text))
  for (const line of grid.lines) if (!keysInOrder.has(nameOfRest(line))) keysInOrder.set(nameOfRest(line), keysInOrder.size)
  grid.lines = grid.lines
    .toSorted((a, b) => keysInOrder.get(nameOfRest(a))! - keysInOrder.get(nameOfRest(b))! || place.get(a.key[0]!.text)! - place.get(b.key[0]!.text)!)
    .map((line) => ({ ...line, key: [...line.key.slice(1), line.key[0]!] }))
}

function takeShares(grid: Grid, { aggregate, hasMetricsOnRows }: PivotForm): void {
  const { share } = aggregate
  if (share === undefined) return
  const divide = (cell: Cell, by: Cell): Cell => {
    const [part, whole] = [toNumber(cell), toNumber(by)]
    const quotient = part === null || whole === null ? Number.NaN : part / whole
    return Number.isFinite(quotient) ? quotient : null
  }
  const isByLine = (share === 'columns') !== hasMetricsOnRows
  const lineTotals = grid.lines.map(({ values }) => sum(values))
  const rowTotals = grid.rows.map((_, row) => sum(grid.lines.map(({ values }) => values[row]!)))
  const whole = sum(lineTotals)
  grid.lines = grid.lines.map((line, at) => ({
    ...line,
    values: line.values.map((cell, row) => divide(cell, share === 'total' ? whole : isByLine ? lineTotals[at]! : rowTotals[row]!)),
  }))
}

/** The total of everything at the end, and behind each group of two or more levels its own. */
function withSubtotals<Item extends { readonly key: Key }>(
  items: readonly Item[],
  total: string,
  make: (group: readonly Item[], key: Key) => Item,
): readonly Item[] {
  const levels = items[0]?.key.length ?? 0
  const addTo = (group: readonly Item[], level: number): readonly Item[] => {
    const inner: Item[] = []
    if (level + 1 >= levels) inner.push(...group)
    else {
      let start = 0
      for (let at = 1; at <= group.length; at++) {
        if (at < group.length && group[at]!.key[level]!.text === group[start]!.key[level]!.text) continue
        inner.push(...addTo(group.slice(start, at), level + 1))
        start = at
      }
    }
    const prefix = group[0]!.key.slice(0, level)
    const name = text(level === 0 ? total : 'Subtotal')
    return [...inner, make(group, [...prefix, name, ...Array.from({ length: levels - level - 1 }, () => text(''))])]
  }
  return items.length === 0 ? items : addTo(items, 0)
}

function totalLine({ rows }: Grid, lines: readonly Line[], key: Key, { aggregate }: PivotForm): Line {
  const valuesBehind = (row: number): readonly Cell[] =>
    aggregate.totalsFromCells
      ? lines.map(({ values }) => values[row]!)
      : lines.flatMap(({ behind, metric }) => (behind?.[row] ?? []).map((at) => metric?.values[at] ?? null))
  return { key, behind: null, metric: null, values: rows.map((_, row) => aggregate.of(valuesBehind(row))) }
}

function addRowTotals(grid: Grid, total: string, { aggregate }: PivotForm): void {
  interface Row {
    readonly key: Key
    readonly places: readonly number[]
  }
  const rows = withSubtotals<Row>(
    grid.rows.map((key, place) => ({ key, places: [place] })),
    total,
    (group, key) => ({ key, places: group.flatMap(({ places }) => places) }),
  )
  const isOwn = (row: Row): boolean => row.places.length === 1 && grid.rows[row.places[0]!] === row.key
  const valueOf = ({ values, behind, metric }: Line, row: Row): Cell => {
    if (isOwn(row)) return values[row.places[0]!]!
    if (aggregate.totalsFromCells || !behind || !metric) return aggregate.of(row.places.map((place) => values[place]!))
    return aggregate.of(row.places.flatMap((place) => behind[place]!.map((at) => metric.values[at] ?? null)))
  }
  grid.lines = grid.lines.map((line) => ({ ...line, behind: null, values: rows.map((row) => valueOf(line, row)) }))
  grid.rows = rows.map(({ key }) => key)
}

const lieOnSide = ({ rows, lines }: Grid): Grid => ({
  rows: lines.map(({ key }) => key),
  lines: rows.map((key, row) => ({ key, behind: null, metric: null, values: lines.map(({ values }) => values[row]!) })),
})

/** Keys of one level are texts; of several levels their values stay what they are. */
const nameOfKey = (key: Key): ReshapedName => ({
  parts: key.map((part) => (key.length === 1 ? part.text : part.value)),
  text: key
    .map((part) => part.text)
    .join(' ')
    .trim(),
})

const printGrid = ({ rows, lines }: Grid): Reshaped => ({
  rows: rows.map(nameOfKey),
  length: rows.length,
  columns: lines.map(({ key, values, metric }) => ({ name: nameOfKey(key), kind: kindOf(values, metric), type: metric?.type ?? '', values })),
})

function kindOf(values: readonly Cell[], metric: TableColumn | null): Kind {
  const there = values.filter((cell) => cell !== null)
  if (there.every((cell) => typeof cell === 'boolean') && there.length > 0) return 'boolean'
  if (!there.every((cell) => toNumber(cell) !== null)) return 'string'
  return metric?.kind === 'temporal' ? 'temporal' : 'numeric'
}
