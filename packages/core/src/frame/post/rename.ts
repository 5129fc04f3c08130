import { ok, type Result } from '../../result.ts'
import { isColumnNamed, nameOf, refuseMissing, refuseStep, type TableColumn } from '../table.ts'
import { readInteger } from './options.ts'
import type { Step } from './step.ts'

/** Name → new name; null takes a part of a name away. */
type Renaming = ReadonlyMap<string, string | null>

export function readRenaming(given: unknown): Result<Renaming> {
  const refused = refuseStep('The option `columns` must map names to names')
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return refused
  const entries = Object.entries(given) as [string, unknown][]
  return entries.every(([, to]) => to === null || typeof to === 'string') ? ok(new Map(entries as [string, string | null][])) : refused
}

/** The column under its new name. With a level only that part of the name is looked at, else the whole name and then each part. */
export function renameColumns(column: TableColumn, names: Renaming, level: number | null): TableColumn {
  if (level === null && names.has(nameOf(column))) return { ...column, parts: [names.get(nameOf(column)) ?? ''] }
  const parts = column.parts.flatMap((part, at) => {
    if ((level !== null && at !== level) || !names.has(part)) return [part]
    const to = names.get(part)
    return typeof to === 'string' ? [to] : []
  })
  return { ...column, parts: parts.length === 0 ? column.parts : parts }
}

/** New names for columns, or for one part of their names; null takes the part away. */
export const rename: Step = (table, options) => {
  const names = readRenaming(options['columns'])
  if (!names.ok) return names
  if (names.value.size === 0) return ok(table)
  const given = readInteger(options, 'level')
  if (!given.ok) return given
  const level = given.value ?? null
  const most = Math.max(...table.columns.map(({ parts }) => parts.length))
  if (level !== null && (level < 0 || level >= most)) return refuseStep(`There is no level ${level} in the names of the columns`)
  const isKnown = (name: string) => (level === null ? isColumnNamed(table, name) : table.columns.some(({ parts }) => parts[level] === name))
  if (![...names.value.keys()].every(isKnown)) return refuseMissing()
  if ([...names.value.values()].every((to) => to !== null && isKnown(to))) return refuseStep('Label already exists')
  return ok({ ...table, columns: table.columns.map((column) => renameColumns(column, names.value, level)) })
}
