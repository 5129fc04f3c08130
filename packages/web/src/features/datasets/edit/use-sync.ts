import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { normaliseError } from '../../../api/normalise-error.ts'
import { newKey } from './change-draft.ts'
import type { DatasetDraft } from './draft.ts'
import { readSourceColumns } from './read-source.ts'
import { syncColumns, type SyncSummary } from './sync-columns.ts'

export interface Sync {
  readonly run: () => void
  readonly isBusy: boolean
  /** What the last one changed; undefined before it and after it was read. */
  readonly summary: SyncSummary | undefined
  readonly failure: string | undefined
  readonly dismiss: () => void
}

/** Brings the columns of a draft to what the source has now, and remembers what that changed. */
export const useSync = (
  id: number,
  draft: DatasetDraft,
  stored: DatasetDraft,
  change: (edit: (draft: DatasetDraft) => DatasetDraft) => void,
): Sync & { readonly runFor: (draft: DatasetDraft) => void } => {
  const [summary, setSummary] = useState<SyncSummary>()
  const sync = useMutation({
    mutationFn: (wanted: DatasetDraft) => readSourceColumns(id, wanted, stored),
    onMutate: () => setSummary(undefined),
    onSuccess: (source, wanted) => {
      // What is shown is counted on the columns there were; what is changed is whatever there is by now.
      setSummary(syncColumns(wanted, source, newKey).summary)
      change((now) => syncColumns(now, source, newKey).draft)
    },
  })
  return {
    run: () => sync.mutate(draft),
    runFor: (wanted) => sync.mutate(wanted),
    isBusy: sync.isPending,
    summary,
    failure: sync.error === null ? undefined : normaliseError(sync.error).error,
    dismiss: () => {
      setSummary(undefined)
      sync.reset()
    },
  }
}
