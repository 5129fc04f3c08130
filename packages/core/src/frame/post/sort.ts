import { ok } from '../../result.ts'
import { columnsNamed, refuseMissing, refuseStep, takeRows } from '../table.ts'
import { codeColumn } from './groups.ts'
import { readNames } from './options.ts'
import type { Step } from './step.ts'

/** By columns, or by the index; nulls last in both directions. Equal rows keep their order. */
export const sort: Step = (table, options) => {
  const names = readNames(options, 'by')
  if (!names.ok) return names
  const byIndex = options['is_sort_index'] === true
  const columns = byIndex
    ? table.index.length > 0
      ? table.index
      : [{ values: table.numbers }]
    : names.value.map((name) => columnsNamed(table, name)[0] ?? table.index.find(({ parts }) => parts[0] === name))
  if (columns.some((column) => column === undefined)) return refuseMissing()
  if (columns.length === 0) return ok(table)
  const given = options['ascending']
  if (Array.isArray(given) && given.length !== columns.length) return refuseStep('The option `ascending` must have as many values as `by`')
  const isAscending = (at: number) => (Array.isArray(given) ? given[at] !== false : given !== false)
  // From the last column to the first, each pass keeping the order of the one before among equals.
  let rows: Int32Array = Int32Array.from({ length: table.length }, (_, row) => row)
  for (let at = columns.length - 1; at >= 0; at--) {
    const { codes, cells } = codeColumn(columns[at]!, table.length)
    const last = cells.length
    const ascending = isAscending(at)
    rows = countingSort(
      rows,
      codes.map((code) => (code < 0 ? last : ascending ? code : last - 1 - code)),
      last + 1,
    )
  }
  return ok(takeRows(table, [...rows]))
}

function countingSort(rows: Int32Array, ranks: Int32Array, different: number): Int32Array {
  const places = new Int32Array(different + 1)
  for (const rank of ranks) places[rank + 1]!++
  for (let rank = 0; rank < different; rank++) places[rank + 1]! += places[rank]!
  const sorted = new Int32Array(rows.length)
  for (const row of rows) sorted[places[ranks[row]!]!++] = row
  return sorted
}
