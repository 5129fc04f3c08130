import { ok } from '../../result.ts'
import { columnsNamed, nameOf, refuseMissing, refuseStep } from '../table.ts'
import type { Step } from './step.ts'

/** New names for columns, or for one part of their names; null takes the part away. */
export const rename: Step = (table, options) => {
  const map = options['columns']
  if (typeof map !== 'object' || map === null || Array.isArray(map)) return refuseStep('The option `columns` must map names to names')
  const entries = Object.entries(map) as [string, unknown][]
  if (entries.length === 0) return ok(table)
  if (entries.some(([, to]) => to !== null && typeof to !== 'string')) return refuseStep('The option `columns` must map names to names')
  const level = options['level']
  if (level !== undefined && level !== null && (typeof level !== 'number' || !Number.isInteger(level)))
    return refuseStep('The option `level` must be a whole number')
  if (typeof level !== 'number') {
    if (entries.some(([from]) => columnsNamed(table, from).length === 0)) return refuseMissing()
    const taken = new Set(table.columns.map(nameOf))
    if (entries.every(([, to]) => typeof to === 'string' && taken.has(to))) return refuseStep('Label already exists')
  }
  const names = new Map(entries)
  return ok({
    ...table,
    columns: table.columns.map((column) => {
      if (typeof level !== 'number' && names.has(nameOf(column))) {
        const to = names.get(nameOf(column))
        return { ...column, parts: [typeof to === 'string' ? to : ''] }
      }
      const parts = column.parts.flatMap((part, at) => {
        if ((typeof level === 'number' && at !== level) || !names.has(part)) return [part]
        const to = names.get(part)
        return typeof to === 'string' ? [to] : []
      })
      return { ...column, parts: parts.length === 0 ? column.parts : parts }
    }),
  })
}
