import type { Cell, ColumnLayout, PackedColumn } from '@sightline/core'
import { unpackColumn } from './unpack-frame.ts'

/** Takes the values of one column, row by row, as the server wrote them, and gives them as a packed column or as cells. */
export interface ColumnReader {
  readonly layout: ColumnLayout
  add(bytes: Buffer, start: number, end: number): void
  addNull(): void
  takePacked(): PackedColumn
  takeCells(): Cell[]
}

/** The memory of a column of fixed width, seen as what is written to it. */
export interface Store {
  readonly bytes: Uint8Array
  readonly words: Int32Array
  readonly doubles: Float64Array
  readonly bigs: BigInt64Array
}

/** Writes the value of a row; false if it counts as none. */
export type Put = (store: Store, row: number, bytes: Buffer, start: number, end: number) => boolean

/** As two halves: several times faster than by way of a bigint. */
export function writeWhole(words: Int32Array, at: number, value: number): void {
  const high = Math.floor(value / 4_294_967_296)
  words[at] = (value - high * 4_294_967_296) | 0
  words[at + 1] = high
}

const firstCapacity = 256

/** Which rows have no value, and how many rows there are. */
abstract class PackedReader implements ColumnReader {
  readonly layout: ColumnLayout
  protected length = 0
  protected capacity = firstCapacity
  private validity: Uint8Array | null = null
  private nulls = 0

  constructor(layout: ColumnLayout) {
    this.layout = layout
  }

  abstract add(bytes: Buffer, start: number, end: number): void
  protected abstract grow(): void
  protected abstract noteNull(row: number): void
  protected abstract takeData(length: number): Pick<PackedColumn, 'data' | 'offsets'>

  /** The place of the next row. */
  protected nextRow(): number {
    if (this.length === this.capacity) {
      this.capacity *= 2
      this.grow()
      if (this.validity) this.validity = widened(this.validity, this.capacity)
    }
    return this.length++
  }

  addNull(): void {
    this.markNull(this.nextRow())
  }

  protected markNull(row: number): void {
    this.validity ??= new Uint8Array((this.capacity + 7) >> 3).fill(255)
    this.validity[row >> 3]! &= ~(1 << (row & 7))
    this.nulls++
    this.noteNull(row)
  }

  takePacked(): PackedColumn {
    const packed = { validity: this.validity, nulls: this.nulls, ...this.takeData(this.length) }
    this.length = 0
    this.validity = null
    this.nulls = 0
    return packed
  }

  takeCells(): Cell[] {
    const { length } = this
    return unpackColumn(this.takePacked(), this.layout, length)
  }
}

const widened = (validity: Uint8Array, capacity: number): Uint8Array => {
  const wider = new Uint8Array((capacity + 7) >> 3).fill(255)
  wider.set(validity)
  return wider
}

function makeStore(size: number, from?: Store): Store {
  const bytes = new Uint8Array(size)
  if (from) bytes.set(from.bytes)
  return { bytes, words: new Int32Array(bytes.buffer), doubles: new Float64Array(bytes.buffer), bigs: new BigInt64Array(bytes.buffer) }
}

export class FixedReader extends PackedReader {
  private readonly width: number
  private readonly put: Put
  private store: Store

  constructor(layout: ColumnLayout, width: number, put: Put) {
    super(layout)
    this.width = width
    this.put = put
    this.store = makeStore(this.capacity * width)
  }

  add(bytes: Buffer, start: number, end: number): void {
    const row = this.nextRow()
    if (!this.put(this.store, row, bytes, start, end)) this.markNull(row)
  }

  protected grow(): void {
    this.store = makeStore(this.capacity * this.width, this.store)
  }

  protected noteNull(): void {}

  protected takeData(length: number): Pick<PackedColumn, 'data' | 'offsets'> {
    const { bytes, words, doubles, bigs } = this.store
    this.store = makeStore(this.capacity * this.width)
    const { kind } = this.layout
    if (kind === 'boolean') return { data: bytes.subarray(0, (length + 7) >> 3), offsets: null }
    if (kind === 'float64') return { data: doubles.subarray(0, length), offsets: null }
    if (kind === 'int32' || kind === 'date') return { data: words.subarray(0, length), offsets: null }
    return { data: bigs.subarray(0, kind === 'decimal' ? length * 2 : length), offsets: null }
  }
}

/** The bytes of all texts one after the other. */
export class TextReader extends PackedReader {
  private offsets = new Int32Array(this.capacity + 1)
  private texts = Buffer.allocUnsafeSlow(this.capacity * 16)
  private size = 0

  add(bytes: Buffer, start: number, end: number): void {
    const length = end - start
    if (this.layout.kind === 'digits' && !isDigit(bytes[end - 1]!)) return this.addNull()
    const row = this.nextRow()
    if (this.size + length > this.texts.length) this.widen(this.size + length)
    const { texts, size } = this
    // A call into native code costs more than copying a few bytes here.
    if (length < 48) for (let at = 0; at < length; at++) texts[size + at] = bytes[start + at]!
    else bytes.copy(texts, size, start, end)
    this.size = size + length
    this.offsets[row + 1] = this.size
  }

  private widen(size: number): void {
    const wider = Buffer.allocUnsafeSlow(Math.max(size, this.texts.length * 2))
    this.texts.copy(wider, 0, 0, this.size)
    this.texts = wider
  }

  protected grow(): void {
    const wider = new Int32Array(this.capacity + 1)
    wider.set(this.offsets)
    this.offsets = wider
  }

  protected noteNull(row: number): void {
    this.offsets[row + 1] = this.size
  }

  protected takeData(length: number): Pick<PackedColumn, 'data' | 'offsets'> {
    const taken = { data: this.texts.subarray(0, this.size), offsets: this.offsets.subarray(0, length + 1) }
    this.offsets = new Int32Array(this.capacity + 1)
    // As much room as this batch needed; a single huge text must not be paid for again and again.
    this.texts = Buffer.allocUnsafeSlow(Math.max(1024, Math.min(this.texts.length, this.size + (this.size >> 2))))
    this.size = 0
    return taken
  }
}

const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57
