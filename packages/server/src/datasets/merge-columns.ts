import type { SourceColumn } from './read-columns.ts'

interface Known {
  readonly id: number
  readonly column_name: string
  readonly type: string | null
  readonly expression: string | null
}

export interface ColumnChanges {
  readonly add: readonly SourceColumn[]
  readonly retype: readonly { readonly id: number; readonly type: string; readonly is_dttm: boolean }[]
  readonly remove: readonly number[]
}

/** What must change so that the known columns follow the database. Calculated columns are the author's: they stay. */
export function mergeColumns(known: readonly Known[], source: readonly SourceColumn[]): ColumnChanges {
  const physical = known.filter(({ expression }) => !expression)
  const byName = new Map(physical.map((column) => [column.column_name, column]))
  const names = new Set(source.map(({ column_name }) => column_name))
  const taken = new Set(known.filter(({ expression }) => expression).map(({ column_name }) => column_name))
  return {
    add: source.filter(({ column_name }) => !byName.has(column_name) && !taken.has(column_name)),
    retype: source.flatMap(({ column_name, type, is_dttm }) => {
      const old = byName.get(column_name)
      return old && old.type !== type ? [{ id: old.id, type, is_dttm }] : []
    }),
    remove: physical.filter(({ column_name }) => !names.has(column_name)).map(({ id }) => id),
  }
}

interface TimeColumn {
  readonly column_name: string
  readonly is_dttm: boolean
}

/** The default time column of a dataset with these columns: the one it had, else the first that is a time. */
export const mainTimeOf = (known: string | null, columns: readonly TimeColumn[]): string | null =>
  known !== null && columns.some(({ column_name }) => column_name === known) ? known : (columns.find(({ is_dttm }) => is_dttm)?.column_name ?? null)
