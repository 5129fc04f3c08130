import type { FrameColumn } from './frame.ts'

const words: readonly (readonly [RegExp, string])[] = [
  [/^(BIGINT|INT8|HUGEINT|U?HUGEINT|UBIGINT)\b/, 'LONGINTEGER'],
  [/^U?(TINY|SMALL|MEDIUM)?INT(EGER|\d)?\b/, 'INTEGER'],
  [/^(REAL|DOUBLE|FLOAT)/, 'FLOAT'],
  [/^(NUMERIC|DECIMAL)/, 'DECIMAL'],
  [/^TIMESTAMP WITH TIME ZONE|^TIMESTAMPTZ/, 'DATETIMETZ'],
  [/^(TIMESTAMP|DATETIME)/, 'DATETIME'],
  [/^(N?VAR)?CHAR|^(TEXT|NAME|CHARACTER|STRING)/, 'STRING'],
]

/** The word for a column of a result, which knows less than a table about its types: lengths and precisions are gone. */
export const resultTypeOf = ({ type }: Pick<FrameColumn, 'type'>): string => {
  const upper = type.toUpperCase()
  if (upper.endsWith('[]')) return upper
  return words.find(([pattern]) => pattern.test(upper))?.[1] ?? upper.replace(/\s*\(.*\)/, '')
}
