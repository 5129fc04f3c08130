import type { FrameColumn } from '@sightline/core'

/** What server and engine process say to each other, over Node's channel with advanced serialization (bigints survive it). */
export interface OpenOptions {
  readonly file: string
  readonly mayCreate: boolean
  readonly memoryLimit: string
  readonly tempFolder: string
  readonly tempLimit: string
  readonly threads: number
}

export interface RunOrder {
  readonly sql: string
  readonly params: readonly unknown[]
  readonly schema: string | null
  readonly readOnly: boolean
  readonly maxRows: number | null
}

export type ToEngine =
  | { readonly op: 'open'; readonly id: number; readonly options: OpenOptions }
  | { readonly op: 'run'; readonly id: number; readonly order: RunOrder }
  | { readonly op: 'describe'; readonly id: number; readonly order: RunOrder }
  /** One more batch may be sent. */
  | { readonly op: 'more'; readonly id: number }
  | { readonly op: 'cancel'; readonly id: number }

/** A column of a batch. Cells at the places in `exact` are texts of decimals that a double cannot hold. */
export interface WireColumn {
  readonly cells: unknown[]
  readonly exact?: readonly number[]
}

export type FromEngine =
  | { readonly op: 'columns'; readonly id: number; readonly columns: readonly FrameColumn[] }
  | { readonly op: 'batch'; readonly id: number; readonly length: number; readonly columns: readonly WireColumn[] }
  | { readonly op: 'end'; readonly id: number }
  | { readonly op: 'error'; readonly id: number; readonly message: string; readonly refused: boolean }

/** Batches the engine may send before the first is taken. */
export const initialCredit = 8
export const rowsPerBatch = 2048
