import type { ColumnLayout, FrameColumn, PackedColumn } from '@sightline/core'
import type { LoadColumn, LoadOptions } from '../connector.ts'

/** What server and engine process say to each other, over Node's channel with advanced serialization (bigints survive it). */
export interface OpenOptions {
  readonly file: string
  readonly mayCreate: boolean
  readonly mayWrite: boolean
  readonly memoryLimit: string
  readonly tempFolder: string
  readonly tempLimit: string
  readonly threads: number
}

export interface SessionOrder {
  readonly schema: string | null
  readonly readOnly: boolean
}

export interface RunOrder extends SessionOrder {
  readonly sql: string
  readonly params: readonly unknown[]
  readonly maxRows: number | null
  /** The number of the session it belongs to; without one it has a connection and a transaction of its own. */
  readonly session: number | null
}

export interface LoadOrder {
  readonly table: string
  readonly schema: string
  readonly columns: readonly LoadColumn[]
  readonly ifExists: LoadOptions['ifExists']
}

export type ToEngine =
  | { readonly op: 'open'; readonly id: number; readonly options: OpenOptions }
  | { readonly op: 'run'; readonly id: number; readonly order: RunOrder }
  | { readonly op: 'describe'; readonly id: number; readonly order: RunOrder }
  /** Opens a session, whose number is the number of this call. */
  | { readonly op: 'session'; readonly id: number; readonly order: SessionOrder }
  | { readonly op: 'commit'; readonly id: number; readonly session: number }
  | { readonly op: 'leave'; readonly id: number; readonly session: number }
  | { readonly op: 'load'; readonly id: number; readonly order: LoadOrder }
  /** Rows of a load: columns in memory, or cells by column with decimals as texts. */
  | { readonly op: 'rows'; readonly id: number; readonly length: number; readonly columns: readonly (PackedColumn | readonly unknown[])[] }
  | { readonly op: 'all'; readonly id: number }
  /** One more batch may be sent. */
  | { readonly op: 'more'; readonly id: number }
  | { readonly op: 'cancel'; readonly id: number }

/** A column of a batch, as memory; or as cells, where those at the places in `exact` are texts of decimals that a double cannot hold. */
export type WireColumn = PackedColumn | WireCells

export interface WireCells {
  readonly cells: unknown[]
  readonly exact?: readonly number[]
}

export type FromEngine =
  | { readonly op: 'columns'; readonly id: number; readonly columns: readonly FrameColumn[]; readonly layouts: readonly ColumnLayout[] }
  | { readonly op: 'batch'; readonly id: number; readonly length: number; readonly columns: readonly WireColumn[] }
  /** The load has taken the rows it was sent and wants the next. */
  | { readonly op: 'next'; readonly id: number }
  | { readonly op: 'end'; readonly id: number }
  | { readonly op: 'error'; readonly id: number; readonly message: string; readonly refused: boolean }

/** Batches the engine may send before the first is taken. */
export const initialCredit = 4
export const rowsPerBatch = 8192
