import type { ColumnLayout, PackedColumn, PackedFrame } from '@sightline/core'

/**
 * Columns in memory as bytes and back. For each: how many rows have no value, the sizes of its three pieces of memory, and these one after the
 * other. Nothing is looked at, so keeping a long answer costs little more than copying it.
 */
export function bytesOfPacked({ length, columns }: PackedFrame, layouts: readonly ColumnLayout[]): Buffer[] {
  const sizes = new Uint32Array(1 + columns.length * 4)
  sizes[0] = length
  const parts: Buffer[] = [bytesOf(sizes)]
  for (const [index, { validity, nulls, data, offsets }] of columns.entries()) {
    // A column may share its memory with rows that do not belong to this batch.
    const pieces = [
      validity ? validity.subarray(0, (length + 7) >> 3) : none,
      data.subarray(0, offsets ? offsets[length]! : itemsOf(layouts[index]!, length)),
      offsets ? offsets.subarray(0, length + 1) : none,
    ].map(bytesOf)
    sizes.set([nulls, ...pieces.map((piece) => piece.length)], 1 + index * 4)
    parts.push(...pieces)
  }
  return parts
}

export function packedOfBytes(bytes: Buffer, layouts: readonly ColumnLayout[]): PackedFrame {
  const head = (1 + layouts.length * 4) * 4
  const sizes = new Uint32Array(copyOf(bytes, 0, head))
  const length = sizes[0]!
  let at = head
  const take = (size: number): ArrayBuffer => {
    const piece = copyOf(bytes, at, size)
    at += size
    return piece
  }
  const columns = layouts.map((layout, index): PackedColumn => {
    const [nulls, validitySize, dataSize, offsetsSize] = sizes.subarray(1 + index * 4, 5 + index * 4) as unknown as [number, number, number, number]
    const validity = validitySize > 0 ? new Uint8Array(take(validitySize)) : null
    const data = viewOf(layout, take(dataSize))
    const offsets = offsetsSize > 0 ? new Int32Array(take(offsetsSize)) : null
    if (offsets ? offsets.length !== length + 1 : data.length !== itemsOf(layout, length)) throw new Error('a column is too short')
    return { validity, nulls, data, offsets }
  })
  return { length, columns }
}

const none = new Uint8Array(0)

const bytesOf = (view: ArrayBufferView): Buffer => Buffer.from(view.buffer as ArrayBuffer, view.byteOffset, view.byteLength)

/** To a place of its own: numbers must begin where so many bytes do. */
function copyOf(bytes: Buffer, start: number, size: number): ArrayBuffer {
  if (start + size > bytes.length) throw new Error('a piece is missing')
  const copy = new Uint8Array(size)
  copy.set(bytes.subarray(start, start + size))
  return copy.buffer
}

function itemsOf({ kind }: ColumnLayout, length: number): number {
  if (kind === 'boolean') return (length + 7) >> 3
  return kind === 'decimal' ? length * 2 : length
}

function viewOf({ kind }: ColumnLayout, buffer: ArrayBuffer): PackedColumn['data'] {
  switch (kind) {
    case 'int32':
    case 'date':
      return new Int32Array(buffer)
    case 'int64':
    case 'timestamp':
    case 'decimal':
      return new BigInt64Array(buffer)
    case 'float64':
      return new Float64Array(buffer)
    default:
      return new Uint8Array(buffer)
  }
}
