import type { UploadOptions } from '@sightline/contract'
import { cellOf, ColumnGuess, typeOfWord, type RawCell, type Reading } from './cells.ts'
import type { ReadColumn } from './protocol.ts'
import { EmptyProblem, ReadProblem, readingLimits } from './read-problem.ts'

/** Rows that can be read from the start as often as needed. Rows of no cells are blank. */
export interface RowSource {
  rows(): AsyncIterable<RawCell[][]>
  /** A text of a workbook is meant as text; one of a CSV file may be anything. */
  readonly textIsText: boolean
  readonly keepsBlankRows: boolean
}

interface PlannedColumn extends ReadColumn {
  /** Place in a row; -1 is the number of the row. */
  readonly place: number
  readonly reading: Reading
}

interface TablePlan {
  readonly columns: readonly PlannedColumn[]
  readonly totalRows: number
}

/** What reads as nothing unless the sender says otherwise. */
const usualNulls = ['', 'NULL', 'null', 'NaN', 'nan', '-nan', '-NaN', 'None', 'N/A', 'n/a', 'NA', '#N/A', '#NA', '<NA>']

/** Tells names and types; `mostRows` limits how many rows are looked at. */
export async function planTable(source: RowSource, options: UploadOptions, mostRows: number, onRows: (rows: number) => void): Promise<TablePlan> {
  const head: { names: readonly string[] | null } = { names: null }
  const guesses: ColumnGuess[] = []
  const decimal = options.decimal_character ?? '.'
  const isNull = nullsOf(options)
  let totalRows = 0
  let width = 0
  for await (const rows of dataRows(source, options, (names) => (head.names = names), mostRows)) {
    for (const row of rows) {
      if (row.length > width) width = widen(row, head.names, width, totalRows)
      while (guesses.length < width) guesses.push(new ColumnGuess(decimal, options.day_first ?? false))
      for (let at = 0; at < row.length && at < width; at++) {
        const cell = row[at]!
        if (!isNull(cell)) guesses[at]!.see(cell, source.textIsText)
      }
      totalRows++
    }
    onRows(totalRows)
  }
  const names = head.names ?? Array.from({ length: width }, () => '')
  if (names.length === 0) throw new EmptyProblem('The file holds no columns.')
  if (head.names === null && width === 0) throw new EmptyProblem('The file holds no rows.')
  return { columns: arrange(nameColumns(names), guesses, options), totalRows }
}

/** With a header, values beyond it are a mistake unless they are empty; without one, the widest row counts. */
function widen(row: readonly RawCell[], names: readonly string[] | null, width: number, rowNumber: number): number {
  if (names === null) return row.length
  for (let at = names.length; at < row.length; at++)
    if (row[at] !== '' && row[at] !== null)
      throw new ReadProblem(`Row ${rowNumber + 1} of the data has ${row.length} values, but the header names ${names.length} columns.`)
  return Math.max(width, names.length)
}

/** The cells of the planned columns, batch by batch. */
export async function* readTable(
  source: RowSource,
  options: UploadOptions,
  plan: TablePlan,
  mostRows: number,
): AsyncGenerator<{ length: number; cells: unknown[][] }> {
  const isNull = nullsOf(options)
  let number = 0
  for await (const rows of dataRows(source, options, () => undefined, mostRows)) {
    const first = number
    const cells = plan.columns.map(({ name, place, reading }) =>
      rows.map((row, index) => {
        if (place < 0) return first + index
        const raw = row[place] ?? null
        if (isNull(raw)) return null
        const cell = cellOf(raw, reading)
        if (cell !== undefined) return cell
        const shown = typeof raw === 'object' ? '' : ` ${JSON.stringify(String(raw).slice(0, 60))}`
        throw new ReadProblem(`Row ${first + index + 1}, column "${name}": the value${shown} is not of type ${reading.type}.`)
      }),
    )
    number += rows.length
    yield { length: rows.length, cells }
  }
}

/** Rows after the header, without what is skipped. */
async function* dataRows(
  source: RowSource,
  options: UploadOptions,
  onHeader: (names: readonly string[]) => void,
  mostRows: number,
): AsyncGenerator<RawCell[][]> {
  let skip = options.skip_rows ?? 0
  // Undefined means the first row, null none at all.
  let before = options.header_row === null ? 0 : (options.header_row ?? 0) + 1
  let left = Math.min(mostRows, options.rows_to_read ?? Number.POSITIVE_INFINITY)
  for await (const batch of source.rows()) {
    let rows = batch
    if (skip > 0) {
      const skipped = Math.min(skip, rows.length)
      skip -= skipped
      rows = rows.slice(skipped)
    }
    if (!source.keepsBlankRows || before > 0) {
      const kept: RawCell[][] = []
      for (const row of rows) {
        if (row.length === 0 && (before > 0 || !source.keepsBlankRows)) continue
        if (before > 0) {
          if (--before === 0) onHeader(row.map((cell) => (cell === null || typeof cell === 'object' ? '' : String(cell))))
        } else kept.push(row)
      }
      rows = kept
    }
    if (rows.length > left) rows = rows.slice(0, left)
    left -= rows.length
    if (rows.length > 0) yield rows
    if (left <= 0 && before === 0) return
  }
}

function nullsOf({ null_values }: UploadOptions): (cell: RawCell) => boolean {
  const nulls = new Set(null_values && null_values.length > 0 ? [...null_values, ''] : usualNulls)
  const longest = Math.max(...[...nulls].map((text) => text.length))
  // Looked up only if it begins like one: most cells do not, and looking up is dear.
  const beginnings = new Set([...nulls].map((text) => text.charCodeAt(0)))
  return (cell) => {
    if (typeof cell !== 'string') return cell === null
    return cell.length <= longest && (cell.length === 0 || beginnings.has(cell.charCodeAt(0))) && nulls.has(cell)
  }
}

/** Names are trimmed and told apart without regard to case, because databases disregard it too. */
export function nameColumns(names: readonly string[]): string[] {
  if (names.length > readingLimits.columns) throw new ReadProblem(`The file has more than ${readingLimits.columns} columns.`)
  const used = new Set<string>()
  return names.map((given, index) => {
    const base =
      given
        .replaceAll(/[\p{Cc}\ufeff]+/gu, ' ')
        .trim()
        .slice(0, readingLimits.nameCharacters) || `column_${index + 1}`
    let name = base
    for (let number = 2; used.has(name.toLowerCase()); number++) name = `${base}_${number}`
    used.add(name.toLowerCase())
    return name
  })
}

/** Chosen columns with their types; the index first. */
function arrange(names: readonly string[], guesses: readonly ColumnGuess[], options: UploadOptions): PlannedColumn[] {
  const decimal = options.decimal_character ?? '.'
  const isDayFirst = options.day_first ?? false
  const placeOf = (name: string): number => {
    const place = names.indexOf(name)
    if (place < 0) throw new ReadProblem(`The file has no column "${name.slice(0, 100)}".`)
    return place
  }
  const dates = new Set((options.column_dates ?? []).map(placeOf))
  const given = new Map(Object.entries(options.column_data_types ?? {}).map(([name, word]) => [placeOf(name), typeOfWord(word)]))
  const chosen = options.columns_read && options.columns_read.length > 0 ? new Set(options.columns_read.map(placeOf)) : null
  const columns = names.map((name, place): PlannedColumn => {
    const guessed = guesses[place]?.reading ?? { type: 'string', isDayFirst, decimal }
    const type = given.get(place) ?? (dates.has(place) && guessed.type !== 'date' ? 'timestamp' : guessed.type)
    return { name, type, place, reading: type === guessed.type ? guessed : { type, isDayFirst, decimal } }
  })
  const index = options.index_column ? placeOf(options.index_column) : -1
  const others = columns.filter(({ place }) => place !== index && (chosen === null || chosen.has(place)))
  if (!options.dataframe_index) return others
  const first: PlannedColumn =
    index < 0
      ? { name: options.index_label || 'index', type: 'integer', place: -1, reading: { type: 'integer', isDayFirst, decimal } }
      : { ...columns[index]!, name: options.index_label || columns[index]!.name }
  const all = [first, ...others]
  const unique = nameColumns(all.map(({ name }) => name))
  return all.map((column, at) => ({ ...column, name: unique[at]! }))
}
