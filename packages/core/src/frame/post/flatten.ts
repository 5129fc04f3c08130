import { ok } from '../../result.ts'
import { rowNumbers } from '../table.ts'
import type { Step } from './step.ts'

/** The index becomes the first columns. Names of several parts stay as they are: they are joined when they are printed. */
export const flatten: Step = (table, options) => {
  const dropped = new Set(Array.isArray(options['drop_levels']) ? (options['drop_levels'] as readonly unknown[]) : [])
  const columns = table.columns.map((column) => {
    const parts = column.parts.filter((part, level) => part !== '' && !dropped.has(level))
    return { ...column, parts: parts.length === 0 ? [column.parts.join(', ')] : parts }
  })
  if (options['reset_index'] === false) return ok({ ...table, columns })
  return ok({ index: [], numbers: rowNumbers(table.length), columns: [...table.index, ...columns], length: table.length })
}
