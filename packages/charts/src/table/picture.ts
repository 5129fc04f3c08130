import { type Cell, type Frame, type FrameColumn, currencyFrom, numberFormatter, numberFrom, patternOfGrain, timeFormatter } from '@sightline/core'
import { grainOf } from '../base-query.ts'
import type { Picture, Surroundings, TableCellStyle } from '../chart.ts'
import { colorOfRules, extentOf, withStrength } from '../conditional-formatting.ts'
import { emptyPicture } from '../empty-picture.ts'
import { cellLabel, entryOf, listOf, metricLabel } from '../labels.ts'
import type { ColumnSettings, TableForm } from './form.ts'
import { isRaw, shownColumns } from './queries.ts'

type Writer = (cell: Cell) => string
type Drawn = Extract<Picture, { readonly kind: 'table' }>

/** How the cells of a column are written. */
function writerOf(column: FrameColumn, form: TableForm, settings: ColumnSettings | undefined, surroundings: Surroundings): Writer {
  const { name, kind } = column
  const plain: Writer = (cell) => (cell === null ? 'N/A' : kind === 'boolean' ? cellLabel(cell) : typeof cell === 'object' ? cellLabel(cell) : String(cell))
  if (kind === 'temporal') {
    const wanted = settings?.d3TimeFormat || form.table_timestamp_format
    const pattern = wanted && wanted !== 'smart_date' ? wanted : (patternOfGrain(String(grainOf(form) ?? '')) ?? 'database_datetime')
    const write = timeFormatter(pattern, surroundings.timeZone)
    const writeDate = timeFormatter('database_date', surroundings.timeZone)
    const isDate = pattern === 'database_datetime' && /^date$/i.test(column.type)
    return (cell) => (typeof cell === 'number' ? (isDate ? writeDate : write)(cell) : plain(cell))
  }
  if (kind !== 'numeric') return plain
  const isShare = !isRaw(form) && name.startsWith('%') && listOf(form.percent_metrics).map(metricLabel).includes(name.slice(1))
  const isMetric = !isRaw(form) && listOf(form.metrics).map(metricLabel).includes(name)
  const pattern = settings?.d3NumberFormat || entryOf(surroundings.dataset.formats, name) || (isShare ? ',.3%' : isMetric ? 'SMART_NUMBER' : undefined)
  const currency = currencyFrom(settings?.currencyFormat) ?? entryOf(surroundings.dataset.currencies, name)
  if (!pattern && !currency) return plain
  const write = numberFormatter(pattern ?? '~g', currency)
  const small = settings?.d3SmallNumberFormat ? numberFormatter(settings.d3SmallNumberFormat, currency) : write
  return (cell) => (cell === null ? 'N/A' : (Math.abs(numberFrom(cell) ?? 1) < 1 ? small : write)(cell))
}

/** Where a bar lies in its cell, from 0 to 1: from the left edge, or from zero when the column has both signs. */
function barOf(value: number, low: number, high: number, isAligned: boolean): TableCellStyle['bar'] {
  if (isAligned) {
    const most = Math.max(Math.abs(low), Math.abs(high))
    return most === 0 ? undefined : { from: 0, to: Math.abs(value) / most }
  }
  const above = Math.max(high, 0)
  const below = Math.abs(Math.min(low, 0))
  const whole = above + below
  if (whole === 0) return undefined
  return { from: Math.min(below + value, below) / whole, to: Math.max(below + value, below) / whole }
}

/** Styles of one column, or nothing where none applies. */
function stylesOf(column: FrameColumn, cells: readonly Cell[], form: TableForm, settings: ColumnSettings | undefined): (TableCellStyle | undefined)[] {
  if (column.kind !== 'numeric') return cells.map(() => undefined)
  const values = cells.map((cell) => (cell === null ? undefined : numberFrom(cell)))
  const found = values.filter((value): value is number => value !== undefined && Number.isFinite(value))
  const extent = extentOf(found)
  const { low, high } = extent
  const isKey = isRaw(form) && /(^|_)id$/i.test(column.name)
  const hasBars = (settings?.showCellBars ?? form.show_cell_bars) && found.length > 1 && !isKey
  const isAligned = settings?.alignPositiveNegative ?? form.align_pn
  const isToned = settings?.colorPositiveNegative ?? form.color_pn
  const rules = form.conditional_formatting ?? []
  return values.map((value) => {
    if (value === undefined) return undefined
    const rule = colorOfRules(rules, column.name, value, extent)
    if (rule) return { background: withStrength(rule) }
    const bar = hasBars ? barOf(value, low, high, isAligned) : undefined
    return bar ? { bar, ...(isToned && value < 0 ? { tone: 'negative' as const } : {}) } : undefined
  })
}

export function tablePicture(form: TableForm, frames: readonly Frame[], surroundings: Surroundings): Picture {
  const [frame] = frames
  if (!frame || frame.columns.length === 0 || frame.length === 0) return emptyPicture()
  const wanted = shownColumns(form)
  const known = wanted.flatMap((name) => {
    const index = frame.columns.findIndex((column) => column.name === name)
    return index < 0 ? [] : [index]
  })
  // A frame whose names we do not recognise is still worth showing whole.
  const indexes = known.length > 0 ? known : frame.columns.map((_, index) => index)
  const { verboseNames } = surroundings.dataset
  const shown = indexes.map((index) => {
    const column = frame.columns[index] as FrameColumn
    const settings = entryOf(form.column_config, column.name)
    const cells = frame.values[index] ?? []
    const shownName = (own: string): string => entryOf(verboseNames, own) || own
    const label = column.name.startsWith('%') ? `% ${shownName(column.name.slice(1))}` : shownName(column.name)
    const own = settings?.['customColumnName']
    return { column, settings, cells, label: typeof own === 'string' && own ? own : label, write: writerOf(column, form, settings, surroundings) }
  })
  const styles = shown.map(({ column, cells, settings }) => stylesOf(column, cells, form, settings))
  const turn = <Value>(columns: readonly (readonly Value[])[]): Value[][] =>
    Array.from({ length: frame.length }, (_, row) => columns.map((values) => values[row] as Value))
  const totalsFrame = form.show_totals && !isRaw(form) ? frames[form.server_pagination ? 2 : 1] : undefined
  const countFrame = form.server_pagination ? frames[1] : undefined
  const rowCount = numberFrom(countFrame?.values[0]?.[0])
  const pageLength = form.server_pagination ? form.server_page_length : Number(form.page_length ?? (frame.length * shown.length > 5000 ? 200 : 0))
  const drawn: Drawn = {
    kind: 'table',
    columns: shown.map(({ column, settings, label }) => ({
      key: column.name,
      label,
      kind: column.kind,
      align: settings?.horizontalAlign ?? (column.kind === 'numeric' ? 'right' : 'left'),
      ...(settings?.columnWidth ? { width: settings.columnWidth } : {}),
    })),
    rows: turn(shown.map(({ cells, write }) => cells.map(write))),
    raw: turn(shown.map(({ cells }) => cells)),
    ...(styles.some((list) => list.some(Boolean)) ? { styles: turn(styles) } : {}),
    ...(totalsFrame && totalsFrame.length > 0 ? { totals: totalsOf(shown, totalsFrame) } : {}),
    ...(pageLength > 0 ? { pageLength } : {}),
    ...(form.include_search ? { isSearchable: true } : {}),
    ...(rowCount === undefined ? {} : { rowCount }),
    summary: `Table with ${frame.length} rows and ${shown.length} columns: ${shown.map(({ label }) => label).join(', ')}.`,
  }
  return drawn
}

function totalsOf(shown: readonly { readonly column: FrameColumn; readonly write: Writer }[], frame: Frame): string[] {
  const texts = shown.map(({ column, write }) => {
    const index = frame.columns.findIndex(({ name }) => name === column.name)
    const cell = index < 0 ? undefined : frame.values[index]?.[0]
    return cell === undefined ? '' : write(cell)
  })
  if (texts[0] === '') texts[0] = 'Total'
  return texts
}
