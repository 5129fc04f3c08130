import { Exact, type Cell, type FrameColumn, type ColumnLayout } from '@sightline/core'

/** Types whose cells are lists, structs or parsed JSON. */
const isNested = (type: string): boolean => /^jsonb?$|\[\d*\]$|^(struct|map|union|list|array|row|tuple|nested|variant|object)\b/i.test(type)
const isZoned = (type: string): boolean => /with time zone|timestamptz|timestamp_tz/i.test(type)
const isWhole = (type: string): boolean => /^(u?(tiny|small|medium|big)?int(eger)?\d*|(big|small)?serial|oid|year)\b/i.test(type)
const isWiderThan64Bits = (type: string): boolean => /^(ubigint|u?hugeint|u?int(128|256)|uint64|bignum|bigint unsigned)\b/i.test(type)

/** The layout of a column of which nothing but its type is known yet: any value the database type can have must fit. */
export function layoutOfType({ kind, type }: FrameColumn): ColumnLayout {
  const word = type.replace(/^(nullable|lowcardinality)\((.*)\)$/i, '$2').trim()
  switch (kind) {
    case 'boolean':
      return { kind: 'boolean' }
    case 'temporal':
      return /^date(32)?$/i.test(word) ? { kind: 'date' } : { kind: 'timestamp', zone: isZoned(word) ? 'UTC' : null }
    case 'string':
      return { kind: isNested(word) ? 'json' : 'text' }
    case 'numeric': {
      const [, precision, scale = '0'] = /^(?:numeric|decimal)\s*\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\)/i.exec(word) ?? []
      if (precision && Number(precision) <= 38 && Number(scale) <= Number(precision))
        return { kind: 'decimal', precision: Number(precision), scale: Number(scale) }
      if (isWiderThan64Bits(word) || /^(numeric|decimal|number)\b/i.test(word)) return { kind: 'digits' }
      return { kind: isWhole(word) ? 'int64' : 'float64' }
    }
  }
}

/** The layout of a column all of whose values are at hand: numbers are what they are, whatever they were made from. */
export function layoutOfCells(column: FrameColumn, cells: readonly Cell[]): ColumnLayout {
  if (column.kind === 'string') return cells.some((cell) => typeof cell === 'object' && cell !== null) ? { kind: 'json' } : layoutOfType(column)
  if (column.kind !== 'numeric') return layoutOfType(column)
  let hasFraction = false
  let hasBig = false
  for (const cell of cells) {
    if (cell instanceof Exact || (typeof cell === 'bigint' && BigInt.asIntN(64, cell) !== cell)) return { kind: 'digits' }
    if (typeof cell === 'bigint') hasBig = true
    else if (typeof cell === 'number' && !Number.isSafeInteger(cell)) hasFraction = true
  }
  if (hasBig) return { kind: hasFraction ? 'digits' : 'int64' }
  return { kind: isWhole(column.type) && !hasFraction ? 'int64' : 'float64' }
}
