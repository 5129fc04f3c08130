import { Exact, packColumn, type Cell, type ColumnLayout, type FrameColumn, type PackedColumn } from '@sightline/core'
import { FixedReader, TextReader, type ColumnReader, type Put } from '../column-reader.ts'
import { putDay, putDecimal, putDouble, putInt32, putInt64, putMicros } from '../put-text.ts'
import { readDouble } from '../read-text.ts'
import { columnOf, isUnsigned, readerOf, type Field, type Value } from './types.ts'

const [geometryType, vectorType] = [255, 242] as const
const binaryCharset = 63
const zerofillFlag = 64

/** Readers for the columns of a statement that was sent as text; null where one of them is of a form that only the library reads. */
export function columnReadersOf(fields: readonly Field[]): ColumnReader[] | null {
  const readers: ColumnReader[] = []
  for (const field of fields) {
    const reader = columnReaderOf(field)
    if (!reader) return null
    readers.push(reader)
  }
  return readers
}

function columnReaderOf(field: Field): ColumnReader | null {
  const column = columnOf(field)
  const { type } = column
  if (field.columnType === geometryType || field.columnType === vectorType) return null
  const [, precision = '', scale = '0'] = /^DECIMAL\((\d+), (\d+)\)$/.exec(type) ?? []
  if (precision !== '') return decimalReaderOf(field, Number(precision), Number(scale))
  if (type === 'BIT(1)') return new ValueReader(column, { kind: 'boolean' }, field, bytesOf)
  if (type.startsWith('BIT(')) return new ValueReader(column, { kind: (field.columnLength ?? 64) > 53 ? 'digits' : 'int64' }, field, bytesOf)
  if (type === 'BIGINT UNSIGNED') return isZerofill(field) ? new ValueReader(column, { kind: 'digits' }, field, textOf) : new LongReader({ kind: 'digits' })
  if (type === 'BIGINT' || type === 'INTEGER UNSIGNED') return new FixedReader({ kind: 'int64' }, 8, putInt64)
  if (/^(TINYINT|SMALLINT|MEDIUMINT|INTEGER|YEAR)\b/.test(type)) return new FixedReader({ kind: 'int32' }, 4, putInt32)
  if (type === 'DOUBLE' || type === 'NULL') return new FixedReader({ kind: 'float64' }, 8, putDouble)
  if (type === 'FLOAT') return new FixedReader({ kind: 'float64' }, 8, putFloat)
  if (type === 'DATE') return new FixedReader({ kind: 'date' }, 4, unlessZero(putDay))
  if (column.kind === 'temporal') return new FixedReader({ kind: 'timestamp', zone: null }, 8, unlessZero(putMicros))
  if (type === 'JSON') return new ValueReader(column, { kind: 'json' }, field, textOf)
  if (field.characterSet === binaryCharset) return new ValueReader(column, { kind: 'text' }, field, bytesOf)
  return ['utf8', 'ascii', undefined].includes(field.encoding) ? new TextReader({ kind: 'text' }) : null
}

function decimalReaderOf(field: Field, precision: number, scale: number): ColumnReader {
  if (precision <= 38 && scale <= 22) return new FixedReader({ kind: 'decimal', precision, scale }, 16, putDecimal(scale))
  return isZerofill(field) ? new ValueReader(columnOf(field), { kind: 'digits' }, field, textOf) : new TextReader({ kind: 'digits' })
}

/** Written with zeros in front, which no number of JSON has. */
const isZerofill = (field: Field): boolean => isUnsigned(field) && typeof field.flags === 'number' && (field.flags & zerofillFlag) !== 0

/** Written with the six digits that the server itself writes. */
const putFloat: Put = ({ doubles }, row, bytes, start, end) => {
  const value = readDouble(bytes, start, end)
  if (value !== null) doubles[row] = Number(value.toPrecision(6))
  return value !== null
}

const zero = 48
/** Dates with a zero for month or day are no dates. */
const unlessZero =
  (put: Put): Put =>
  (store, row, bytes, start, end) =>
    (bytes[start + 5] === zero && bytes[start + 6] === zero) || (bytes[start + 8] === zero && bytes[start + 9] === zero)
      ? false
      : put(store, row, bytes, start, end)

/** Whole numbers that may be too long for a signed one of 64 bits. */
class LongReader extends TextReader {
  override takeCells(): Cell[] {
    return super.takeCells().map((cell) => (cell instanceof Exact ? BigInt(cell.text) : cell))
  }
}

const textOf = (bytes: Buffer, start: number, end: number): Value => bytes.toString('utf8', start, end)
/** A copy: the bytes around it belong to the connection. */
const bytesOf = (bytes: Buffer, start: number, end: number): Value => Uint8Array.prototype.slice.call(bytes, start, end)

/** Bits, bytes and JSON: read one by one. */
class ValueReader implements ColumnReader {
  readonly layout: ColumnLayout
  private readonly column: FrameColumn
  private readonly valueIn: (bytes: Buffer, start: number, end: number) => Value
  private readonly read: (value: Value) => Cell
  private cells: Cell[] = []

  constructor(column: FrameColumn, layout: ColumnLayout, field: Field, valueIn: (bytes: Buffer, start: number, end: number) => Value) {
    this.column = column
    this.layout = layout
    this.valueIn = valueIn
    this.read = readerOf(field)
  }

  add(bytes: Buffer, start: number, end: number): void {
    this.cells.push(this.read(this.valueIn(bytes, start, end)))
  }

  addNull(): void {
    this.cells.push(null)
  }

  takePacked(): PackedColumn {
    const cells = this.takeCells()
    return packColumn(this.column, cells, cells.length, this.layout)
  }

  takeCells(): Cell[] {
    const { cells } = this
    this.cells = []
    return cells
  }
}
