import { ok } from '../../result.ts'
import { columnsNamed, isColumnNamed, refuseMissing } from '../table.ts'
import { readNames } from './options.ts'
import { readRenaming, renameColumns } from './rename.ts'
import type { Step } from './step.ts'

/** Keeps some columns, in the order named; leaves out others; gives new names. */
export const select: Step = (table, options) => {
  const kept = readNames(options, 'columns')
  if (!kept.ok) return kept
  const excluded = readNames(options, 'exclude')
  if (!excluded.ok) return excluded
  const names = readRenaming(options['rename'] ?? {})
  if (!names.ok) return names
  if ([...kept.value, ...excluded.value, ...names.value.keys()].some((name) => !isColumnNamed(table, name))) return refuseMissing()
  const gone = new Set(excluded.value.flatMap((name) => columnsNamed(table, name)))
  const columns = kept.value.length === 0 ? table.columns : kept.value.flatMap((name) => columnsNamed(table, name))
  return ok({ ...table, columns: columns.filter((column) => !gone.has(column)).map((column) => renameColumns(column, names.value, null)) })
}
