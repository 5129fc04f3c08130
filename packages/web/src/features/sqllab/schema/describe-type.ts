import type { Kind } from '@sightline/core'

/** The kind of a column by the word its database has for the type. */
export function kindOfType(type: string): Kind | 'nested' {
  const word = type.replace(/^(?:(?:nullable|lowcardinality)\()+/i, '').trim()
  if (/\[\]|^(?:json|array|map|struct|row\b|tuple|nested|object|variant|list|hstore)/i.test(word)) return 'nested'
  if (/^bool/i.test(word)) return 'boolean'
  if (/^(?:date|time|year\b|interval)/i.test(word)) return 'temporal'
  if (/^(?:u?(?:tiny|small|medium|big|huge)?int|(?:big|small)?serial|oid\b|num|dec|float|double|real|money|fixed)/i.test(word)) return 'numeric'
  return 'string'
}

const shorter: readonly (readonly [RegExp, string])[] = [
  [/^timestamp(\(\d+\))? with(?:out)? time zone$/, 'timestamp'],
  [/^time(\(\d+\))? with(?:out)? time zone$/, 'time'],
  [/^character varying/, 'varchar'],
  [/^character\b/, 'char'],
  [/^double precision$/, 'double'],
]

/** A type as people write it: short, in small letters. */
export function shortType(type: string): string {
  const text = type.toLowerCase().replaceAll(', ', ',')
  for (const [long, short] of shorter) {
    if (!long.test(text)) continue
    const zone = text.includes('with time zone') ? 'tz' : ''
    return text.replace(long, (_, size: unknown) => short + zone + (typeof size === 'string' && size.startsWith('(') ? size : ''))
  }
  return text
}
