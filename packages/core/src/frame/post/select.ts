import { ok } from '../../result.ts'
import { columnsNamed, nameOf, refuseMissing } from '../table.ts'
import { readNames } from './options.ts'
import { rename } from './rename.ts'
import type { Step } from './step.ts'

/** Keeps some columns, in the order named; leaves out others; gives new names. */
export const select: Step = (table, options) => {
  const kept = readNames(options, 'columns')
  if (!kept.ok) return kept
  const excluded = readNames(options, 'exclude')
  if (!excluded.ok) return excluded
  if ([...kept.value, ...excluded.value].some((name) => columnsNamed(table, name).length === 0)) return refuseMissing()
  const gone = new Set(excluded.value)
  const columns = (kept.value.length === 0 ? table.columns : kept.value.flatMap((name) => columnsNamed(table, name))).filter(
    (column) => !gone.has(nameOf(column)),
  )
  const selected = { ...table, columns }
  return options['rename'] ? rename(selected, { columns: options['rename'] }) : ok(selected)
}
