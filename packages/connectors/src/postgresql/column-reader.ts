import { packColumn, type Cell, type ColumnLayout, type FrameColumn, type PackedColumn } from '@sightline/core'
import { FixedReader, TextReader, type ColumnReader, type Put } from '../column-reader.ts'
import { putDay, putDecimal, putDouble, putInt32, putInt64, putMicros } from '../put-text.ts'
import { columnOf, readerOf, type Field, type TypeNames } from './types.ts'

/** By object id of the server's built-in types. */
const textTypes = new Set([18, 19, 25, 1042, 1043, 1083, 1186, 1266, 2950])

export function columnReaderOf(field: Field, names: TypeNames): ColumnReader {
  switch (field.dataTypeID) {
    case 16:
      return new FixedReader({ kind: 'boolean' }, 1, putBoolean)
    case 21:
    case 23:
      return new FixedReader({ kind: 'int32' }, 4, putInt32)
    case 20:
    case 26:
      return new FixedReader({ kind: 'int64' }, 8, putInt64)
    case 700:
    case 701:
      return new FixedReader({ kind: 'float64' }, 8, putDouble)
    case 1082:
      return new FixedReader({ kind: 'date' }, 4, putDay)
    case 1114:
    case 1184:
      return new FixedReader({ kind: 'timestamp', zone: field.dataTypeID === 1184 ? 'UTC' : null }, 8, putMicros)
    case 114:
    case 3802:
      return new TextReader({ kind: 'json' })
    case 1700:
      return decimalReaderOf(field)
    default:
      return textTypes.has(field.dataTypeID) ? new TextReader({ kind: 'text' }) : new CellReader(field, names)
  }
}

function decimalReaderOf(field: Field): ColumnReader {
  const [, precision, scale] = /\((\d+), (\d+)\)/.exec(columnOf(field).type) ?? []
  const [digits, places] = [Number(precision), Number(scale)]
  // Without bounds a column may hold any number of digits.
  if (precision === undefined || digits > 38 || places > Math.min(digits, 22)) return new TextReader({ kind: 'digits' })
  return new FixedReader({ kind: 'decimal', precision: digits, scale: places }, 16, putDecimal(places))
}

const letterT = 't'.charCodeAt(0)
const putBoolean: Put = ({ bytes: bits }, row, bytes, start) => {
  if (bytes[start] === letterT) bits[row >> 3]! |= 1 << (row & 7)
  return true
}

/** Lists, bytes and types that users made. They are read one by one, and late: what a type is called may have to be asked for first. */
class CellReader implements ColumnReader {
  private readonly field: Field
  private readonly names: TypeNames
  private texts: (string | null)[] = []

  constructor(field: Field, names: TypeNames) {
    this.field = field
    this.names = names
  }

  private get column(): FrameColumn {
    return columnOf(this.field)
  }

  get layout(): ColumnLayout {
    return { kind: this.column.type.endsWith('[]') || this.names.isList(this.field.dataTypeID) ? 'json' : 'text' }
  }

  add(bytes: Buffer, start: number, end: number): void {
    this.texts.push(bytes.toString('utf8', start, end))
  }

  addNull(): void {
    this.texts.push(null)
  }

  takePacked(): PackedColumn {
    const cells = this.takeCells()
    return packColumn(this.column, cells, cells.length, this.layout)
  }

  takeCells(): Cell[] {
    const read = readerOf(this.field, this.names)
    const cells = this.texts.map((text) => (text === null ? null : read(text)))
    this.texts = []
    return cells
  }
}
