import { Exact, nameOf, ok, toNumber, type Cell, type Result, type Table, type TableColumn } from '@sightline/core'
import { formatNumber } from './format-number.ts'
import type { Form, ShownNames } from './pivot-form.ts'
import { reshapePivot } from './pivot-table.ts'
import type { Reshaped } from './reshaped.ts'

/** Chart types whose rows are shown otherwise than the query gives them. */
const reshapers: ReadonlyMap<unknown, (table: Table, form: Form, shown: ShownNames, zone: string) => Result<Reshaped>> = new Map([
  ['pivot_table_v2', reshapePivot],
  ['table', reshapeTable],
])

export const isReshaped = (form: Form): boolean => reshapers.has(form['viz_type'])

/** The rows as the chart of the form shows them. Times that become names are told by the clocks of the zone. */
export const reshape = (table: Table, form: Form, shown: ShownNames, zone: string): Result<Reshaped> =>
  reshapers.get(form['viz_type'])!(table, form, shown, zone)

/** The names that people gave, and numbers written by the formats of the columns. */
function reshapeTable(table: Table, form: Form, shown: ShownNames): Result<Reshaped> {
  const formats = formatsIn(form['column_config'])
  return ok({
    rows: Array.from({ length: table.length }, (_, row) => ({ parts: null, text: String(row) })),
    length: table.length,
    columns: table.columns.map((column) => {
      const name = shown.get(nameOf(column)) ?? nameOf(column)
      const format = formats.get(name)
      const written = format === undefined ? null : writeNumbers(column, format)
      return {
        name: { parts: null, text: name },
        type: column.type,
        ...(written ? { kind: 'string', values: written } : { kind: column.kind, values: column.values }),
      }
    }),
  })
}

function formatsIn(config: unknown): ReadonlyMap<string, string> {
  if (typeof config !== 'object' || config === null) return new Map()
  return new Map(
    Object.entries(config).flatMap(([name, one]: [string, unknown]) => {
      const format: unknown = typeof one === 'object' && one !== null ? Reflect.get(one, 'd3NumberFormat') : undefined
      return typeof format === 'string' ? [[name, format]] : []
    }),
  )
}

/** All values of a column, or null if one of them cannot be written so. */
function writeNumbers({ kind, type, values }: TableColumn, format: string): readonly Cell[] | null {
  if (kind !== 'numeric') return null
  const isFraction =
    /double|float|real|numeric|decimal/i.test(type) || values.some((cell) => cell instanceof Exact || (typeof cell === 'number' && !Number.isInteger(cell)))
  const written: Cell[] = []
  for (const cell of values) {
    const value = toNumber(cell)
    const text = value === null ? null : formatNumber(format, value, isFraction ? 'fraction' : 'whole')
    if (value !== null && text === null) return null
    written.push(text)
  }
  return written
}
