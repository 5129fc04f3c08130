import { ok } from '../../result.ts'
import { columnsNamed, refuseMissing, refuseStep, takeRows, type TableColumn } from '../table.ts'
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
  const ranks = (columns as readonly Pick<TableColumn, 'values'>[]).map((column, at) => {
    const { codes, cells } = codeColumn(column, table.length)
    const last = cells.length
    const ascending = isAscending(at)
    return codes.map((code) => (code < 0 ? last : ascending ? code : last - 1 - code))
  })
  const rows = Int32Array.from({ length: table.length }, (_, row) => row).sort((a, b) => {
    for (const rank of ranks) if (rank[a] !== rank[b]) return rank[a]! - rank[b]!
    return a - b
  })
  return ok(takeRows(table, [...rows]))
}
