import { Exact, type Statement } from '@sightline/core'

/** Text as a literal: a quote is doubled, and no other character has a meaning in it. */
const textLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`

export const nameOf = (name: string): string => `"${name.replaceAll('"', '""')}"`

const largestInteger = 2n ** 63n

/**
 * The protocol carries no values beside the text: a statement with places is handed over whole, as one literal, and its values follow it in
 * USING, each printed here. The statement's own text is never touched.
 */
export function bodyOfStatement({ sql, params }: Statement): string {
  if (params.length === 0) return sql
  return `EXECUTE IMMEDIATE ${textLiteral(sql)} USING ${params.map(literalOf).join(', ')}`
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'string') return textLiteral(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (typeof value === 'bigint') return value >= -largestInteger && value < largestInteger ? String(value) : `DECIMAL '${value}'`
  if (typeof value === 'number') return numberLiteral(value)
  if (value instanceof Exact && /^[+-]?\d+(\.\d+)?$/.test(value.text)) return `DECIMAL '${value.text}'`
  if (value instanceof Date) return `TIMESTAMP '${value.toISOString().replace('T', ' ').replace('Z', '')}'`
  throw new Error(`a value of type ${typeof value} has no literal`)
}

function numberLiteral(value: number): string {
  if (Number.isNaN(value)) return 'nan()'
  if (!Number.isFinite(value)) return value > 0 ? 'infinity()' : '-infinity()'
  const text = String(value)
  // Whole numbers beyond 64 bits would be refused as integers.
  return /^-?\d{19,}$/.test(text) ? `DOUBLE '${text}'` : text
}
