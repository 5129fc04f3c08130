import type { DuckDBDataChunk } from '@duckdb/node-api'
import bindings, { type Vector } from '@duckdb/node-bindings'
import type { PackedColumn } from '@sightline/core'
import type { LoadColumn } from '../connector.ts'

/** What the package keeps of a vector; dependable for the one version that is pinned. */
interface RawVector {
  readonly items?: Int32Array | BigInt64Array | Float64Array
  readonly dataView?: DataView
  readonly vector: Vector
  readonly validity: { setItemValid(index: number, isValid: boolean): void }
  flush(): void
}

/** Copies some rows of a column in memory to a vector of a chunk, without a value of JavaScript being made. Decimals are shown as texts. */
export function fillVector(
  chunk: DuckDBDataChunk,
  index: number,
  { data, offsets, validity }: PackedColumn,
  type: LoadColumn['type'],
  from: number,
  count: number,
  seeDecimal: (text: string) => void,
): void {
  const vector = chunk.getColumnVector(index) as unknown as RawVector
  const hasValue = (row: number): boolean => validity === null || (validity[row >> 3]! & (1 << (row & 7))) !== 0
  if (offsets) {
    const bytes = data as Uint8Array
    for (let row = 0; row < count; row++) {
      if (!hasValue(from + row)) continue
      const text = bytes.subarray(offsets[from + row]!, offsets[from + row + 1]!)
      if (type === 'decimal') seeDecimal(Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString('latin1'))
      bindings.vector_assign_string_element_len(vector.vector, row, text)
    }
  } else if (type === 'boolean') {
    const bits = data as Uint8Array
    for (let row = 0; row < count; row++)
      vector.dataView!.setUint8(row * bindings.sizeof_bool, (bits[(from + row) >> 3]! & (1 << ((from + row) & 7))) === 0 ? 0 : 1)
  } else {
    const part = data.subarray(from, from + count)
    // The two are of the same type: the layout of the column follows from the type of the vector.
    ;(vector.items as unknown as { set(values: unknown): void }).set(part)
  }
  if (validity) for (let row = 0; row < count; row++) if (!hasValue(from + row)) vector.validity.setItemValid(row, false)
  vector.flush()
}
