import { Exact, type Cell } from '@sightline/core'
import { DataType, type RecordBatch, type Vector } from 'apache-arrow'

/** The cells of a batch as any client can read them, for comparison with rows of JSON. */
export function readBatchCells(batch: RecordBatch): Cell[][] {
  const columns = batch.schema.fields.map((field, index) => readColumn(batch.getChildAt(index)!, field.type as DataType, field.metadata.get('sightline:type')))
  return Array.from({ length: batch.numRows }, (_, row) => columns.map((cells) => cells[row]!))
}

function readColumn(vector: Vector, type: DataType, meaning: string | undefined): Cell[] {
  return Array.from({ length: vector.length }, (_, row) => {
    if (!vector.isValid(row)) return null
    const value: unknown = vector.get(row)
    if (DataType.isInt(type) && typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value
    if (DataType.isTimestamp(type)) {
      const data = vector.data[0]!
      return Number((data.values as unknown as BigInt64Array)[row]!) / 1000
    }
    if (DataType.isDate(type)) return Number(value)
    if (DataType.isDecimal(type)) return decimalOf(value as Uint32Array, type.scale)
    if (meaning === 'json') return JSON.parse(String(value)) as Cell
    return meaning === 'decimal' ? new Exact(String(value)) : (value as Cell)
  })
}

function decimalOf(words: Uint32Array, scale: number): Cell {
  let value = 0n
  for (let at = 3; at >= 0; at--) value = (value << 32n) | BigInt(words[at]!)
  value = BigInt.asIntN(128, value)
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0')
  const text = `${value < 0n ? '-' : ''}${scale > 0 ? `${digits.slice(0, -scale)}.${digits.slice(-scale)}` : digits}`
  return text.length > 16 ? new Exact(text) : Number(text)
}
