import { create } from 'zustand'
import type { Dataset } from './controls/dataset.ts'

/** The result of a query, as much of it as a dataset is made from. */
export interface QueryToKeep {
  /** What it is called where it comes from: the tab of the editor, the source of the chart. */
  readonly name: string | undefined
  readonly sql: string
  readonly databaseId: number
  readonly schema: string | null
  readonly templateParams: string | null
  readonly columns: readonly { readonly column_name: string; readonly type: string | null; readonly is_dttm: boolean }[]
}

export type DatasetRequest =
  /** Edit Dataset; `onSaved` gets what is stored afterwards. */
  | { readonly kind: 'edit'; readonly id: number; readonly onSaved?: ((dataset: Dataset) => void) | undefined }
  /** Swap dataset: another one for a chart. */
  | { readonly kind: 'swap'; readonly onSwapped: (dataset: Dataset) => void }
  /** Save or Overwrite Dataset; the explorer opens on what was saved, in a window of its own or in this one. */
  | {
      readonly kind: 'save'
      readonly query: QueryToKeep
      readonly opensIn: 'new-window' | 'same-window'
      readonly intro?: string | undefined
      /** The chart to go on with; a table of all columns where there is none yet. */
      readonly form?: Readonly<Record<string, unknown>> | undefined
    }

/** Any page may ask for a dataset's dialogs; the shell shows them. */
export const useDatasetRequest = create<{ readonly request: DatasetRequest | undefined }>(() => ({ request: undefined }))

export const openDatasetDialog = (request: DatasetRequest): void => useDatasetRequest.setState({ request })

export const closeDatasetDialog = (): void => useDatasetRequest.setState({ request: undefined })
