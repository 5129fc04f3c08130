import type { ColumnLayout, FrameColumn, PackedColumn } from '@sightline/core'
import type { LoadColumn, LoadOptions } from '../connector.ts'

/** What server and engine process say to each other. One call at a time; the number tells late messages of an earlier one apart. */
export interface RunOrder {
  readonly sql: string
  readonly params: readonly unknown[]
  readonly readOnly: boolean
  readonly maxRows: number | null
  /** The catalogue's own statements may name what users may not. */
  readonly isOurs: boolean
  /** Writes wait for `commit`. */
  readonly inSession: boolean
}

export interface LoadOrder {
  readonly table: string
  readonly columns: readonly LoadColumn[]
  readonly ifExists: LoadOptions['ifExists']
}

export type Order =
  | { readonly op: 'run'; readonly order: RunOrder }
  | { readonly op: 'describe'; readonly order: RunOrder }
  | { readonly op: 'load'; readonly order: LoadOrder }
  | { readonly op: 'commit' }
  /** Undoes what was not committed and forgets what a session made for itself. */
  | { readonly op: 'reset' }

export type ToEngine =
  | { readonly op: 'open'; readonly id: number; readonly file: string }
  | (Order & { readonly id: number })
  /** One more batch may be sent. */
  | { readonly op: 'more'; readonly id: number }
  | { readonly op: 'cancel'; readonly id: number }
  /** Rows for a load, column by column; `null` ends it. */
  | { readonly op: 'rows'; readonly id: number; readonly values: readonly (readonly unknown[])[] | null; readonly length: number }

export type FromEngine =
  | { readonly op: 'columns'; readonly id: number; readonly columns: readonly FrameColumn[]; readonly layouts: readonly ColumnLayout[] }
  /** Rows as columns in memory, or as cells where they do not fit the layouts that were told. */
  | {
      readonly op: 'batch'
      readonly id: number
      readonly length: number
      readonly packed: readonly PackedColumn[] | null
      readonly values: readonly unknown[][] | null
    }
  /** The rows of a load were taken; the next may come. */
  | { readonly op: 'taken'; readonly id: number }
  | { readonly op: 'end'; readonly id: number; readonly count?: number }
  | { readonly op: 'error'; readonly id: number; readonly message: string; readonly refused: boolean }

/** Batches the engine may send before the first is taken. */
export const initialCredit = 4
export const rowsPerBatch = 2048
