import type { PackedColumn } from '@sightline/core'
import type { UploadColumnType, UploadOptions, UploadPreview, UploadType } from '@sightline/contract'

/** What server and reader process say to each other, over Node's channel with advanced serialization (bigints survive it). */
export interface ReadOrder {
  readonly type: UploadType
  /** Files of one upload; more than one only of the columnar kind. */
  readonly files: readonly string[]
  /** A file of the ending .tsv, unless the options say more. */
  readonly isTabbed: boolean
  /** Where packed files may be unpacked. */
  readonly folder: string
  /** What a file may unfold to at most, in bytes. */
  readonly mostBytes: number
  readonly options: UploadOptions
}

export type ToReader =
  | { readonly op: 'preview'; readonly order: ReadOrder }
  | { readonly op: 'read'; readonly order: ReadOrder }
  /** One more batch may be sent. */
  | { readonly op: 'more' }

export interface ReadColumn {
  readonly name: string
  readonly type: UploadColumnType
}

export type FromReader =
  | { readonly op: 'preview'; readonly preview: UploadPreview }
  /** Rows looked at so far to tell the types; a sign of life. */
  | { readonly op: 'counting'; readonly rows: number }
  | { readonly op: 'columns'; readonly columns: readonly ReadColumn[]; readonly totalRows: number }
  /** Columns in memory; or cells by column, with decimals as texts and moments as epoch milliseconds, where one does not fit there. */
  | { readonly op: 'batch'; readonly length: number; readonly packed: readonly PackedColumn[] | null; readonly cells: readonly (readonly unknown[])[] | null }
  | { readonly op: 'end' }
  /** The file is at fault, in words for its sender; or we are. */
  | { readonly op: 'error'; readonly message: string; readonly isOurs: boolean }

/** Batches the reader may send before the first is taken. */
export const readerCredit = 2
