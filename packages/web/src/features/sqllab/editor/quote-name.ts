import { sqlDialectOf } from '@sightline/core'
import { reservedWords } from '../../../code/sql-words.ts'

const reserved = new Set(reservedWords)
/** PostgreSQL lowers what is not quoted, so a capital letter is lost without quotes; the others find the name either way. */
const plainLower = /^[a-z_][a-z0-9_]*$/
const plain = /^[a-z_][a-z0-9_]*$/i

const quoteOf = (backend: string): '"' | '`' => (['mysql', 'clickhouse'].includes(sqlDialectOf(backend)) ? '`' : '"')

/** A name inside the quotes of its database. */
export function quoted(name: string, backend: string): string {
  const quote = quoteOf(backend)
  const text = sqlDialectOf(backend) === 'clickhouse' ? name.replaceAll('\\', '\\\\') : name
  return quote + text.replaceAll(quote, quote + quote) + quote
}

/** A name as it must be written to be found: bare where that is enough. */
export function writtenName(name: string, backend: string): string {
  const pattern = sqlDialectOf(backend) === 'postgresql' ? plainLower : plain
  return pattern.test(name) && !reserved.has(name.toLowerCase()) ? name : quoted(name, backend)
}
