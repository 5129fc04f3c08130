import { kindNumbers, type Kind } from '@sightline/core'

const families: readonly (readonly [RegExp, Kind])[] = [
  [/^(TIMESTAMP|DATETIME|DATE|TIME\b|TIMETZ|SMALLDATETIME|INTERVAL)/i, 'temporal'],
  [/^BOOL/i, 'boolean'],
  [
    /^U?(TINY|SMALL|MEDIUM|BIG|HUGE|LONG)?INT(EGER|\d+)?\b|^U?HUGEINT|^LONG(INTEGER)?\b|^(FLOAT|DOUBLE|REAL|DEC|NUMBER|NUMERIC|MONEY|SMALLMONEY)|^(BIG|SMALL)?SERIAL/i,
    'numeric',
  ],
  [/^(N?VAR|N?)CHAR|^(TINY|MEDIUM|LONG|N|CI)?TEXT|^STRING|^UNICODE|^(UUID|ENUM|JSON|XML|CLOB|NAME\b|BPCHAR|INET|CIDR|MACADDR|VARCHAR2)/i, 'string'],
]

/** The kind that a stored type text stands for, or null if the text is empty or unknown. */
export const kindOfType = (type: string | null): Kind | null => families.find(([pattern]) => type !== null && pattern.test(type.trim()))?.[1] ?? null

/** A column marked as a time is one, whatever its type: years and epochs live in numbers and texts. */
const kindOfColumn = (column: { readonly type: string | null; readonly is_dttm: boolean }): Kind | null =>
  column.is_dttm ? 'temporal' : kindOfType(column.type)

export const kindNumberOf = (column: { readonly type: string | null; readonly is_dttm: boolean }): number | null => {
  const kind = kindOfColumn(column)
  return kind === null ? null : kindNumbers[kind]
}
