import {
  DuckDBArrayValue,
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTypeId,
  DuckDBUnionValue,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api'
import { Exact, type FrameColumn, type Kind } from '@sightline/core'
import { exactNumber, narrowBigint } from '../exact-number.ts'
import type { WireCells } from './protocol.ts'

const numericTypes: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
  DuckDBTypeId.UBIGINT,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.UHUGEINT,
  DuckDBTypeId.FLOAT,
  DuckDBTypeId.DOUBLE,
  DuckDBTypeId.DECIMAL,
  DuckDBTypeId.BIGNUM,
])

const temporalTypes: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.DATE,
  DuckDBTypeId.TIMESTAMP,
  DuckDBTypeId.TIMESTAMP_S,
  DuckDBTypeId.TIMESTAMP_MS,
  DuckDBTypeId.TIMESTAMP_NS,
  DuckDBTypeId.TIMESTAMP_TZ,
])

const kindOf = (type: DuckDBType): Kind => {
  if (numericTypes.has(type.typeId)) return 'numeric'
  if (temporalTypes.has(type.typeId)) return 'temporal'
  return type.typeId === DuckDBTypeId.BOOLEAN ? 'boolean' : 'string'
}

export const columnOf = (name: string, type: DuckDBType): FrameColumn => ({ name, kind: kindOf(type), type: typeWord(type) })

const typeWord = (type: DuckDBType): string => (type.alias ?? type.toString()).replace(/^DECIMAL\((\d+),(\d+)\)$/, 'DECIMAL($1, $2)')

/** Values of these types are cells already. */
const plainTypes: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.BOOLEAN,
  DuckDBTypeId.VARCHAR,
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
])

/** The cells of one column in the form that crosses to the server. */
export function wireCells(values: DuckDBValue[], type: DuckDBType): WireCells {
  if (type.alias === 'JSON') return { cells: values.map((value) => (typeof value === 'string' ? parseJson(value) : null)) }
  if (plainTypes.has(type.typeId)) return { cells: values }
  const exact: number[] = []
  const cells: unknown[] = []
  for (const value of values) {
    const cell = typeof value === 'bigint' ? narrowBigint(value) : value instanceof DuckDBDecimalValue ? decimalCell(value) : cellOf(value)
    if (cell instanceof Exact) exact.push(cells.length)
    cells.push(cell instanceof Exact ? cell.text : cell)
  }
  return exact.length > 0 ? { cells, exact } : { cells }
}

/** Up to fifteen digits a division of whole numbers gives the very double that the decimal's text means. */
function decimalCell(decimal: DuckDBDecimalValue): unknown {
  const { value, scale } = decimal
  return value > -1_000_000_000_000_000n && value < 1_000_000_000_000_000n && scale <= 22 ? Number(value) / 10 ** scale : exactNumber(decimal.toString())
}

function cellOf(value: DuckDBValue): unknown {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'bigint') return narrowBigint(value)
  if (value instanceof DuckDBDecimalValue) return decimalCell(value)
  if (value instanceof DuckDBTimestampValue || value instanceof DuckDBTimestampTZValue) return value.isFinite ? Number(value.micros) / 1000 : null
  if (value instanceof DuckDBDateValue) return value.isFinite ? value.days * 86_400_000 : null
  if (value instanceof DuckDBTimestampSecondsValue) return value.isFinite ? Number(value.seconds) * 1000 : null
  if (value instanceof DuckDBTimestampMillisecondsValue) return value.isFinite ? Number(value.millis) : null
  if (value instanceof DuckDBTimestampNanosecondsValue) return value.isFinite ? Number(value.nanos / 1000n) / 1000 : null
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) return value.items.map(nestedCell)
  if (value instanceof DuckDBStructValue) return Object.fromEntries(Object.entries(value.entries).map(([key, entry]) => [key, nestedCell(entry)]))
  if (value instanceof DuckDBMapValue) return Object.fromEntries(value.entries.map(({ key, value: entry }) => [String(nestedCell(key)), nestedCell(entry)]))
  if (value instanceof DuckDBUnionValue) return nestedCell(value.value)
  if (value instanceof DuckDBBlobValue) return textOfBytes(value.bytes)
  return value.toString()
}

/** Inside lists and structs moments are texts, and a decimal too long for a double is text with every digit. */
function nestedCell(value: DuckDBValue): unknown {
  if (value instanceof DuckDBDateValue || value instanceof DuckDBTimestampValue || value instanceof DuckDBTimestampTZValue) return value.toString()
  const cell = cellOf(value)
  return cell instanceof Exact ? cell.text : cell
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function textOfBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return `\\x${Buffer.from(bytes).toString('hex')}`
  }
}
