import type { Dialect } from '@sightline/core'
import { dateTruncGrains } from '../date-trunc-grains.ts'
import { commonFunctions, commonKeywords } from '../sql-words.ts'

export const duckdbDialect: Dialect = {
  id: 'duckdb',
  quote: ['"', '"'],
  placeholder: (index) => `$${index}`,
  grains: dateTruncGrains,
  timeLiteral: (type, moment) => {
    const text = moment.toISOString().replace('T', ' ').replace('Z', '000')
    if (/^DATE$/i.test(type)) return `'${text.slice(0, 10)}'`
    return `'${text}'`
  },
  fromEpoch: (column, unit) => `MAKE_TIMESTAMP(CAST(${column} AS BIGINT) * ${unit === 's' ? 1_000_000 : 1000})`,
  addSeconds: (column, seconds) => `(${column} + TO_SECONDS(${seconds}))`,
  approximateDistinct: (column) => `APPROX_COUNT_DISTINCT(${column})`,
  sampleClause: (percent) => `TABLESAMPLE SYSTEM (${percent} PERCENT)`,
  hasIlike: true,
  // DuckDB has no limit; texts longer than this only make SQL unreadable.
  maxIdentifierLength: 255,
  keywords: [...commonKeywords, 'ANTI', 'ASOF', 'EXCLUDE', 'ILIKE', 'PIVOT', 'POSITIONAL', 'QUALIFY', 'REPLACE', 'SAMPLE', 'SEMI', 'SUMMARIZE', 'UNPIVOT'],
  functions: [
    ...commonFunctions,
    'any_value',
    'approx_count_distinct',
    'approx_quantile',
    'arg_max',
    'arg_min',
    'date_diff',
    'date_part',
    'date_trunc',
    'epoch',
    'epoch_ms',
    'histogram',
    'list',
    'list_aggregate',
    'list_contains',
    'median',
    'mode',
    'quantile_cont',
    'range',
    'regexp_extract',
    'regexp_matches',
    'string_agg',
    'strftime',
    'strptime',
    'struct_pack',
    'time_bucket',
    'unnest',
  ],
  flags: { schemas: true, ctas: true, cancel: true, costEstimate: false, fileUpload: true },
}
