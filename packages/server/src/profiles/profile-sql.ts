import { quoteName, type Dialect, type Grain, type Kind } from '@sightline/core'

/** What can be asked about a column: of `opaque` ones (JSON, lists, bytes) only their text can be compared, of `counted` ones nothing. */
export type ColumnClass = 'numeric' | 'temporal' | 'text' | 'boolean' | 'opaque' | 'counted'

export interface ProfiledColumn {
  readonly name: string
  readonly type: string
  readonly kind: Kind
}

export type LookedAt = 'all' | 'sample' | 'first'

/** The rows that are looked at. Names stand here only after the database itself has named them. */
export interface ProfileSource {
  readonly dialect: Dialect
  readonly schema: string | null
  readonly table: string
  readonly lookedAt: LookedAt
  /** Percentage of rows in a sample, number of rows among the first. */
  readonly size: number
}

export function classOf({ kind, type }: Pick<ProfiledColumn, 'kind' | 'type'>): ColumnClass {
  if (kind === 'boolean') return 'boolean'
  if (kind === 'numeric') return /money|bit/i.test(type) ? 'opaque' : 'numeric'
  if (kind === 'temporal') return /date|timestamp/i.test(type) ? 'temporal' : 'text'
  return /char|text|string|enum|clob/i.test(type) && !/[([]\s*\)?\]|array|map|struct|\[\]|nested|tuple|row\(/i.test(type) ? 'text' : 'opaque'
}

const placeOf = ({ dialect, schema, table }: ProfileSource): string =>
  [...(schema === null ? [] : [schema]), table].map((part) => quoteName(part, dialect)).join('.')

function fromOf(source: ProfileSource, column: string): string {
  const place = placeOf(source)
  if (source.lookedAt === 'sample' && source.dialect.sampleClause) return `${place} ${source.dialect.sampleClause(source.size)}`
  if (source.lookedAt === 'first') return `(SELECT ${column} FROM ${place} LIMIT ${source.size}) AS looked_at`
  return place
}

export const countSql = (source: ProfileSource): string => `SELECT COUNT(*) AS row_count FROM ${placeOf(source)}`

const textOf = (column: string, { textType }: Dialect): string => `CAST(${column} AS ${textType ?? 'VARCHAR'})`

/** What values of a class are compared by. */
const comparable = (column: string, what: ColumnClass, dialect: Dialect): string => (what === 'opaque' ? textOf(column, dialect) : column)

/** One row: rows, rows with a value, different values, smallest, largest, mean; as many of them as the class has. */
export function summarySql(source: ProfileSource, name: string, what: ColumnClass, isApproximate: boolean): string {
  const { dialect } = source
  const column = quoteName(name, dialect)
  const parts = ['COUNT(*) AS row_count', `COUNT(${column}) AS filled`]
  if (what !== 'counted') {
    const value = comparable(column, what, dialect)
    parts.push(`${isApproximate && dialect.approximateDistinct ? dialect.approximateDistinct(value) : `COUNT(DISTINCT ${value})`} AS different`)
  }
  if (what === 'numeric' || what === 'temporal' || what === 'text') parts.push(`MIN(${column}) AS smallest`, `MAX(${column}) AS largest`)
  if (what === 'numeric') parts.push(`AVG(${column}) AS mean`)
  return `SELECT ${parts.join(', ')} FROM ${fromOf(source, column)}`
}

export const mostTop = 10

export function topSql(source: ProfileSource, name: string, what: ColumnClass): string {
  const column = quoteName(name, source.dialect)
  const value = comparable(column, what, source.dialect)
  return `SELECT ${value} AS one, COUNT(*) AS row_count FROM ${fromOf(source, column)} WHERE ${column} IS NOT NULL GROUP BY ${value} ORDER BY 2 DESC, 1 LIMIT ${mostTop}`
}

/** Numbers of rows by step; `from` and `width` are numbers of ours, printed by the language. */
export function stepsSql(source: ProfileSource, name: string, from: number, width: number): string {
  const { dialect } = source
  const column = quoteName(name, dialect)
  const offset = `(CAST(${column} AS ${dialect.doubleType ?? 'DOUBLE'}) - (${String(from)})) / ${String(width)}`
  // SQLite may have been built without FLOOR; no offset is negative, so that cutting does the same.
  const step = dialect.id === 'sqlite' ? `CAST(${offset} AS INTEGER)` : `FLOOR(${offset})`
  return `SELECT ${step} AS step, COUNT(*) AS row_count FROM ${fromOf(source, column)} WHERE ${column} IS NOT NULL GROUP BY ${step} ORDER BY 1`
}

export function grainSql(source: ProfileSource, name: string, grain: Grain): string {
  const column = quoteName(name, source.dialect)
  const moment = source.dialect.grains[grain]!(column)
  return `SELECT ${moment} AS moment, COUNT(*) AS row_count FROM ${fromOf(source, column)} WHERE ${column} IS NOT NULL GROUP BY ${moment} ORDER BY 1`
}
