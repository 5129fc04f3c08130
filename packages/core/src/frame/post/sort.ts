import { ok } from '../../result.ts'
import { columnsNamed, compareCells, refuseMissing, takeRows, type TableColumn } from '../table.ts'
import { readNames } from './options.ts'
import type { Step } from './step.ts'

/** By columns, or by the index; nulls last in both directions. */
export const sort: Step = (table, options) => {
  const names = readNames(options, 'by')
  if (!names.ok) return names
  const byIndex = options['is_sort_index'] === true
  const columns = byIndex ? table.index : names.value.map((name) => columnsNamed(table, name)[0] ?? table.index.find(({ parts }) => parts[0] === name))
  if (columns.some((column) => column === undefined)) return refuseMissing()
  const given = options['ascending']
  const isAscending = (at: number) => (Array.isArray(given) ? given[at] !== false : given !== false)
  const rows = Array.from({ length: table.length }, (_, row) => row).toSorted((a, b) => {
    for (const [at, column] of (columns as readonly TableColumn[]).entries()) {
      const [left, right] = [column.values[a] ?? null, column.values[b] ?? null]
      const order = compareCells(left, right)
      if (order !== 0) return left === null || right === null || isAscending(at) ? order : -order
    }
    return 0
  })
  return ok(takeRows(table, rows))
}
