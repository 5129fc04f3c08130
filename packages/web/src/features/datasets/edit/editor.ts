import type { DatasetDraft } from './draft.ts'
import type { Fault } from './find-faults.ts'

/** What every tab of the dialog gets. */
export interface DatasetEditor {
  readonly id: number
  readonly draft: DatasetDraft
  readonly change: (edit: (draft: DatasetDraft) => DatasetDraft) => void
  /** Some fields of the dataset itself. */
  readonly set: (fields: Partial<DatasetDraft>) => void
  readonly faults: readonly Fault[]
  readonly isReadOnly: boolean
}
