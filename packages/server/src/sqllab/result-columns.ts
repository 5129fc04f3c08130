import type { ResultColumn } from '@sightline/contract'
import { kindNumbers, type FrameColumn } from '@sightline/core'

/** Second and further columns of one name get a number: rows are objects. */
export function distinctNames(columns: readonly FrameColumn[]): string[] {
  const seen = new Map<string, number>()
  return columns.map(({ name }) => {
    const count = seen.get(name) ?? 0
    seen.set(name, count + 1)
    return count === 0 ? name : `${name}__${count}`
  })
}

export const describeColumns = (columns: readonly FrameColumn[], names: readonly string[]): ResultColumn[] =>
  columns.map((column, index) => ({
    column_name: names[index]!,
    name: names[index]!,
    type: wordOf(column),
    type_generic: kindNumbers[column.kind],
    is_dttm: column.kind === 'temporal',
  }))

/** The words that clients of the interface know for the types of a result. */
function wordOf({ type, kind }: FrameColumn): string {
  const base = type.replace(/\(.*\)/, '').toUpperCase()
  if (kind === 'boolean') return 'BOOLEAN'
  if (kind === 'temporal') return base === 'DATE' ? 'DATE' : /WITH TIME ZONE|TIMESTAMPTZ/.test(base) ? 'DATETIMETZ' : 'DATETIME'
  if (kind === 'string')
    return base === 'BYTEA' || base === 'BLOB' ? 'BINARY' : base.startsWith('TIME ') || base === 'TIME' ? 'TIME' : base === 'INTERVAL' ? 'INTERVAL' : 'STRING'
  if (/^(BIGINT|U?HUGEINT|UBIGINT)$/.test(base)) return 'LONGINTEGER'
  if (/INT/.test(base) || base === 'OID') return 'INTEGER'
  return /^(NUMERIC|DECIMAL|BIGNUM)$/.test(base) ? 'DECIMAL' : 'FLOAT'
}
