import { readSamples, readSelectStar, readStoredColumns, readTableColumns, runDraftSql, type Rows } from './queries.ts'
import type { DatasetDraft } from './draft.ts'
import type { SourceColumn } from './wire.ts'

/** The fields that decide where rows come from. */
export const sourceOf = (draft: DatasetDraft): string =>
  JSON.stringify([
    draft.databaseId,
    draft.schema,
    draft.isVirtual ? draft.sql : draft.table_name,
    draft.isVirtual,
    draft.isVirtual ? draft.template_params : '',
    draft.normalize_columns,
  ])

export const isSourceChanged = (draft: DatasetDraft, stored: DatasetDraft): boolean => sourceOf(draft) !== sourceOf(stored)

/** Columns of the source the draft names: of SQL that is not saved yet by running it, for one row. */
export const readSourceColumns = (id: number, draft: DatasetDraft, stored: DatasetDraft, signal?: AbortSignal): Promise<readonly SourceColumn[]> => {
  if (!isSourceChanged(draft, stored)) return readStoredColumns(id, signal)
  return draft.isVirtual ? runDraftSql(draft, draft.sql, 1, signal).then(({ columns }) => columns) : readTableColumns(draft, signal)
}

const previewRows = 25

/** The first rows of the source the draft names. */
export const readSourceRows = async (id: number, draft: DatasetDraft, stored: DatasetDraft, signal?: AbortSignal): Promise<Rows> => {
  if (!isSourceChanged(draft, stored)) return readSamples(id, previewRows, signal)
  return runDraftSql(draft, draft.isVirtual ? draft.sql : await readSelectStar(draft, signal), previewRows, signal)
}
