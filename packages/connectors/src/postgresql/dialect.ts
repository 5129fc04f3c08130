import type { Dialect } from '@sightline/core'
import { dateTruncGrains } from '../date-trunc-grains.ts'
import { commonFunctions, commonKeywords } from '../sql-words.ts'

export const postgresDialect: Dialect = {
  id: 'postgresql',
  quote: ['"', '"'],
  placeholder: (index) => `$${index}`,
  grains: dateTruncGrains,
  timeLiteral: (type, moment) => {
    const text = moment.toISOString().replace('T', ' ').replace('Z', '000')
    if (/^DATE$/i.test(type)) return `TO_DATE('${text.slice(0, 10)}', 'YYYY-MM-DD')`
    if (/^(TIMESTAMP|DATETIME)/i.test(type)) return `TO_TIMESTAMP('${text}', 'YYYY-MM-DD HH24:MI:SS.US')`
    return `'${text}'`
  },
  // Beside a column the server guesses the type of a parameter from it, and an INTEGER takes no 4.5.
  asNumber: (placeholder) => `CAST(${placeholder} AS NUMERIC)`,
  fromEpoch: (column, unit) => `(TIMESTAMP 'epoch' + ${unit === 's' ? column : `${column} / 1000.0`} * INTERVAL '1 second')`,
  addSeconds: (column, seconds) => `(${column} + (${seconds}) * INTERVAL '1 second')`,
  wallTime: (column, zone, type) =>
    /with time zone|timestamptz/i.test(type) ? `(${column} AT TIME ZONE '${zone}')` : `((${column} AT TIME ZONE 'UTC') AT TIME ZONE '${zone}')`,
  doubleType: 'DOUBLE PRECISION',
  sampleClause: (percent) => `TABLESAMPLE SYSTEM (${percent})`,
  hasIlike: true,
  maxIdentifierLength: 63,
  keywords: [...commonKeywords, 'ANALYZE', 'ARRAY', 'ILIKE', 'MATERIALIZED', 'RETURNING', 'SIMILAR', 'TABLESAMPLE'],
  functions: [
    ...commonFunctions,
    'age',
    'array_agg',
    'array_length',
    'bool_and',
    'bool_or',
    'corr',
    'date_part',
    'date_trunc',
    'generate_series',
    'json_agg',
    'json_build_object',
    'jsonb_array_elements',
    'jsonb_each',
    'make_date',
    'percentile_cont',
    'percentile_disc',
    'regexp_matches',
    'regexp_replace',
    'split_part',
    'string_agg',
    'string_to_array',
    'to_char',
    'to_date',
    'to_timestamp',
    'unnest',
    'width_bucket',
  ],
  flags: { schemas: true, ctas: true, cancel: true, costEstimate: true, fileUpload: true },
}
