import { DuckDBTypeId, type DuckDBDataChunk, type DuckDBDecimalType, type DuckDBType } from '@duckdb/node-api'
import bindings from '@duckdb/node-bindings'
import type { ColumnLayout, PackedColumn } from '@sightline/core'

/** Some rows of a chunk. */
export interface TakenChunk {
  readonly chunk: DuckDBDataChunk
  readonly taken: number
}

/** What the package keeps of a vector; dependable for the one version that is pinned. */
interface RawVector {
  readonly items?: ArrayLike<number> | BigInt64Array
  readonly dataView?: DataView
  readonly validity: { readonly data: BigUint64Array | null; readonly offset: number; itemValid(index: number): boolean }
}

/** How a column of this type lies in memory. */
export function layoutOf(type: DuckDBType): ColumnLayout {
  if (type.alias === 'JSON') return { kind: 'json' }
  switch (type.typeId) {
    case DuckDBTypeId.BOOLEAN:
      return { kind: 'boolean' }
    case DuckDBTypeId.TINYINT:
    case DuckDBTypeId.SMALLINT:
    case DuckDBTypeId.INTEGER:
    case DuckDBTypeId.UTINYINT:
    case DuckDBTypeId.USMALLINT:
      return { kind: 'int32' }
    case DuckDBTypeId.UINTEGER:
    case DuckDBTypeId.BIGINT:
      return { kind: 'int64' }
    case DuckDBTypeId.FLOAT:
    case DuckDBTypeId.DOUBLE:
      return { kind: 'float64' }
    case DuckDBTypeId.UBIGINT:
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.UHUGEINT:
    case DuckDBTypeId.BIGNUM:
      return { kind: 'digits' }
    case DuckDBTypeId.DECIMAL: {
      const { width, scale } = type as DuckDBDecimalType
      return { kind: 'decimal', precision: width, scale }
    }
    case DuckDBTypeId.DATE:
      return { kind: 'date' }
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_S:
    case DuckDBTypeId.TIMESTAMP_MS:
    case DuckDBTypeId.TIMESTAMP_NS:
      return { kind: 'timestamp', zone: null }
    case DuckDBTypeId.TIMESTAMP_TZ:
      return { kind: 'timestamp', zone: 'UTC' }
    case DuckDBTypeId.LIST:
    case DuckDBTypeId.ARRAY:
    case DuckDBTypeId.STRUCT:
    case DuckDBTypeId.MAP:
    case DuckDBTypeId.UNION:
      return { kind: 'json' }
    default:
      return { kind: 'text' }
  }
}

/** Copies the values of a vector behind `at` and says which of them count as none. */
type Copy = (vector: RawVector, taken: number, at: number, dropNull: (row: number) => void) => void

/** A column of several chunks in one piece of memory, without a value of JavaScript being made; null for types that need one. */
export function packChunks(chunks: readonly TakenChunk[], index: number, type: DuckDBType, length: number): PackedColumn | null {
  const column = storeFor(type, length)
  if (!column) return null
  let validity: Uint8Array | null = null
  let nulls = 0
  const dropNull = (row: number): void => {
    validity ??= new Uint8Array((length + 7) >> 3).fill(255)
    const bit = 1 << (row & 7)
    if (validity[row >> 3]! & bit) nulls++
    validity[row >> 3]! &= ~bit
  }
  let at = 0
  for (const { chunk, taken } of chunks) {
    const vector = chunk.getColumnVector(index) as unknown as RawVector
    if (vector.validity.data) for (let row = 0; row < taken; row++) if (!vector.validity.itemValid(row)) dropNull(at + row)
    column.copy(vector, taken, at, dropNull)
    at += taken
  }
  return { validity, nulls, ...column.take() }
}

function storeFor(type: DuckDBType, length: number): { readonly copy: Copy; take(): Pick<PackedColumn, 'data' | 'offsets'> } | null {
  const fixed = (data: PackedColumn['data'], copy: Copy) => ({ copy, take: () => ({ data, offsets: null }) })
  switch (type.typeId) {
    case DuckDBTypeId.VARCHAR:
      return textStore(length)
    case DuckDBTypeId.BOOLEAN: {
      const bits = new Uint8Array((length + 7) >> 3)
      return fixed(bits, ({ dataView }, taken, at) => {
        for (let row = 0; row < taken; row++) if (dataView!.getUint8(row) !== 0) bits[(at + row) >> 3]! |= 1 << ((at + row) & 7)
      })
    }
    case DuckDBTypeId.TINYINT:
    case DuckDBTypeId.SMALLINT:
    case DuckDBTypeId.INTEGER:
    case DuckDBTypeId.UTINYINT:
    case DuckDBTypeId.USMALLINT: {
      const values = new Int32Array(length)
      return fixed(values, ({ items }, taken, at) => values.set(firstOf(items as Int32Array, taken), at))
    }
    case DuckDBTypeId.BIGINT: {
      const values = new BigInt64Array(length)
      return fixed(values, ({ items }, taken, at) => values.set(firstOf(items as BigInt64Array, taken), at))
    }
    case DuckDBTypeId.FLOAT:
    case DuckDBTypeId.DOUBLE: {
      const values = new Float64Array(length)
      return fixed(values, ({ items }, taken, at, dropNull) => {
        values.set(firstOf(items as Float64Array, taken), at)
        for (let row = at; row < at + taken; row++) if (!Number.isFinite(values[row])) dropNull(row)
      })
    }
    case DuckDBTypeId.DATE: {
      const days = new Int32Array(length)
      return fixed(days, ({ items }, taken, at, dropNull) => {
        days.set(firstOf(items as Int32Array, taken), at)
        // The infinities are the largest numbers.
        for (let row = at; row < at + taken; row++) if (Math.abs(days[row]!) >= 0x7fffffff) dropNull(row)
      })
    }
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_TZ: {
      const micros = new BigInt64Array(length)
      const halves = new Int32Array(micros.buffer)
      return fixed(micros, ({ items }, taken, at, dropNull) => {
        micros.set(firstOf(items as BigInt64Array, taken), at)
        for (let row = at; row < at + taken; row++) {
          const high = halves[row * 2 + 1]!
          if ((high === 0x7fffffff && halves[row * 2] === -1) || (high === -0x80000000 && halves[row * 2]! <= 1)) dropNull(row)
        }
      })
    }
    case DuckDBTypeId.DECIMAL:
      return decimalStore((type as DuckDBDecimalType).width, length)
    default:
      return null
  }
}

const firstOf = <List extends Int32Array | Float64Array | BigInt64Array>(items: List, count: number): List =>
  (items.length === count ? items : items.subarray(0, count)) as List

/** Decimals are kept in as many bytes as their digits need; outside they all have sixteen. */
function decimalStore(width: number, length: number) {
  const values = new BigInt64Array(length * 2)
  const words = new Int32Array(values.buffer)
  const bytes = width <= 4 ? 2 : width <= 9 ? 4 : width <= 18 ? 8 : 16
  const copy: Copy = ({ dataView }, taken, at) => {
    const view = dataView!
    for (let row = 0; row < taken; row++) {
      const place = (at + row) * 4
      if (bytes === 16) for (let word = 0; word < 4; word++) words[place + word] = view.getInt32(row * 16 + word * 4, true)
      else {
        const low = bytes === 2 ? view.getInt16(row * 2, true) : view.getInt32(row * bytes, true)
        const high = bytes === 8 ? view.getInt32(row * 8 + 4, true) : low >> 31
        words[place] = low
        words[place + 1] = high
        words[place + 2] = words[place + 3] = high >> 31
      }
    }
  }
  return { copy, take: () => ({ data: values, offsets: null }) }
}

/** Texts of up to twelve bytes lie in the vector itself, longer ones where it points to. */
function textStore(length: number) {
  const offsets = new Int32Array(length + 1)
  let bytes = Buffer.allocUnsafeSlow(Math.max(1024, length * 16))
  let size = 0
  const copy: Copy = ({ dataView, validity }, taken, at) => {
    const view = dataView!
    const raw = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
    for (let row = 0; row < taken; row++) {
      const place = row * 16
      const own = validity.data && !validity.itemValid(row) ? 0 : view.getUint32(place, true)
      if (size + own > bytes.length) {
        const wider = Buffer.allocUnsafeSlow(Math.max(size + own, bytes.length * 2))
        bytes.copy(wider, 0, 0, size)
        bytes = wider
      }
      if (own <= 12) for (let byte = 0; byte < own; byte++) bytes[size + byte] = raw[place + 4 + byte]!
      else bytes.set(bindings.get_data_from_pointer(view.buffer as ArrayBuffer, view.byteOffset + place + 8, own), size)
      size += own
      offsets[at + row + 1] = size
    }
  }
  return { copy, take: () => ({ data: bytes.subarray(0, size), offsets }) }
}
