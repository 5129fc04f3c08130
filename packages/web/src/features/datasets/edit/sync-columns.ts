import { newColumn } from './change-draft.ts'
import type { DatasetDraft, DraftColumn } from './draft.ts'
import type { SourceColumn } from './wire.ts'

export interface SyncSummary {
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
}

/**
 * Columns as the source has them now, in its order. What people wrote about a column stays; one that was made temporal by hand stays so;
 * calculated columns are not looked at.
 */
export const syncColumns = (
  draft: DatasetDraft,
  source: readonly SourceColumn[],
  makeKey: () => string,
): { readonly draft: DatasetDraft; readonly summary: SyncSummary } => {
  const known = new Map(draft.columns.map((column) => [column.column_name, column]))
  const names = new Set(source.map(({ column_name }) => column_name))
  const added: string[] = []
  const changed: string[] = []
  const columns = source.map(({ column_name, type, is_dttm }): DraftColumn => {
    const before = known.get(column_name)
    if (before === undefined) {
      added.push(column_name)
      return newColumn(makeKey(), { column_name, type, is_dttm })
    }
    const turnsTemporal = is_dttm && !before.is_dttm
    if (before.type === type && !turnsTemporal) return before
    changed.push(column_name)
    return { ...before, type, is_dttm: before.is_dttm || is_dttm }
  })
  const removed = draft.columns.filter(({ column_name }) => !names.has(column_name)).map(({ column_name }) => column_name)
  const isDefaultGone = draft.main_dttm_col !== null && removed.includes(draft.main_dttm_col)
  return { draft: { ...draft, columns, main_dttm_col: isDefaultGone ? null : draft.main_dttm_col }, summary: { added, changed, removed } }
}
