/**
 * How a column lies in memory, the same way Arrow lays it out, so that rows can leave without becoming cells first.
 * `text` is UTF-8; `json` is UTF-8 that holds JSON; `digits` is UTF-8 that holds a decimal number of any length;
 * `decimal` is a 128-bit whole number, `scale` places of which lie behind the point; `date` counts days and `timestamp` microseconds since 1970.
 */
export type ColumnLayout =
  | { readonly kind: 'int32' | 'int64' | 'float64' | 'boolean' | 'text' | 'json' | 'digits' | 'date' }
  | { readonly kind: 'timestamp'; readonly zone: string | null }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }

/** One column of a batch. Bit n of `validity` is set where row n has a value; null means that every row has one. */
export interface PackedColumn {
  readonly validity: Uint8Array | null
  readonly nulls: number
  /** Values of fixed width, bits of a boolean column, or the bytes of all texts one after the other. */
  readonly data: Int32Array | BigInt64Array | Float64Array | Uint8Array
  /** Where each text begins, and where the last one ends; only for texts. */
  readonly offsets: Int32Array | null
}

/** The rows of a batch as columns of the layouts that were told before the first batch. */
export interface PackedFrame {
  readonly length: number
  readonly columns: readonly PackedColumn[]
}
