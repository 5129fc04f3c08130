import type { Dialect } from '@sightline/core'
import { commonFunctions, commonKeywords } from '../sql-words.ts'

const cut = (format: string) => (column: string) => `DATETIME(STRFTIME('${format}', ${column}))`
const part = (letter: string, column: string, size: number): string => `CAST(STRFTIME('%${letter}', ${column}) AS INT) % ${size}`
const seconds = (size: number) => (column: string) => `DATETIME(${column}, PRINTF('-%d seconds', ${part('S', column, size)}))`
const minutes = (size: number) => (column: string) => `DATETIME(STRFTIME('%Y-%m-%dT%H:%M:00', ${column}), PRINTF('-%d minutes', ${part('M', column, size)}))`
const weekFromSunday = (column: string): string => `DATETIME(${column}, 'start of day', -STRFTIME('%w', ${column}) || ' days')`

export const sqliteDialect: Dialect = {
  id: 'sqlite',
  quote: ['"', '"'],
  placeholder: () => '?',
  grains: {
    PT1S: cut('%Y-%m-%dT%H:%M:%S'),
    PT5S: seconds(5),
    PT30S: seconds(30),
    PT1M: cut('%Y-%m-%dT%H:%M:00'),
    PT5M: minutes(5),
    PT10M: minutes(10),
    PT15M: minutes(15),
    PT30M: minutes(30),
    PT1H: cut('%Y-%m-%dT%H:00:00'),
    PT6H: (column) => `DATETIME(STRFTIME('%Y-%m-%dT%H:00:00', ${column}), PRINTF('-%d hours', ${part('H', column, 6)}))`,
    P1D: (column) => `DATETIME(${column}, 'start of day')`,
    P1W: weekFromSunday,
    P1M: (column) => `DATETIME(${column}, 'start of month')`,
    P3M: (column) => `DATETIME(${column}, 'start of month', PRINTF('-%d month', (STRFTIME('%m', ${column}) - 1) % 3))`,
    P1Y: (column) => `DATETIME(${column}, 'start of year')`,
    '1969-12-28T00:00:00Z/P1W': weekFromSunday,
    '1969-12-29T00:00:00Z/P1W': (column) => `DATETIME(${column}, 'start of day', '-' || ((STRFTIME('%w', ${column}) + 6) % 7) || ' days')`,
    'P1W/1970-01-03T00:00:00Z': (column) => `DATETIME(${column}, 'start of day', 'weekday 6')`,
    'P1W/1970-01-04T00:00:00Z': (column) => `DATETIME(${column}, 'start of day', 'weekday 0')`,
  },
  // Times are texts and compared as texts: with zeros behind the second a literal would come after the same moment written without them.
  timeLiteral: (type, moment) => {
    const text = moment.toISOString().replace('T', ' ').replace('Z', '000')
    if (/^DATE$/i.test(type)) return `'${text.slice(0, 10)}'`
    return `'${text.endsWith('.000000') ? text.slice(0, 19) : text}'`
  },
  fromEpoch: (column, unit) => `DATETIME(${unit === 's' ? column : `(${column} / 1000)`}, 'unixepoch')`,
  // Beside an expression, which has no type there, a number written as text would be compared as text.
  asNumber: (placeholder) => `CAST(${placeholder} AS NUMERIC)`,
  addSeconds: (column, seconds) => `DATETIME(${column}, (${seconds}) || ' seconds')`,
  doubleType: 'REAL',
  hasIlike: false,
  // The engine has no limit; texts longer than this only make SQL unreadable.
  maxIdentifierLength: 255,
  keywords: [
    ...commonKeywords,
    'ABORT',
    'AUTOINCREMENT',
    'COLLATE',
    'CONFLICT',
    'GLOB',
    'IGNORE',
    'INDEXED',
    'ISNULL',
    'MATERIALIZED',
    'NOTNULL',
    'REGEXP',
    'REPLACE',
    'RETURNING',
    'TEMP',
  ],
  functions: [
    ...commonFunctions,
    'date',
    'datetime',
    'format',
    'group_concat',
    'hex',
    'ifnull',
    'iif',
    'instr',
    'json_array',
    'json_each',
    'json_extract',
    'json_group_array',
    'json_group_object',
    'json_object',
    'json_tree',
    'julianday',
    'median',
    'printf',
    'strftime',
    'substr',
    'time',
    'total',
    'typeof',
    'unicode',
    'unixepoch',
  ],
  flags: { schemas: false, ctas: true, cancel: true, costEstimate: false, fileUpload: true },
}
