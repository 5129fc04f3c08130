import type { Dialect } from '@sightline/core'
import { commonFunctions, commonKeywords } from '../sql-words.ts'

const asTime = (column: string): string => `CAST(${column} AS TIMESTAMP)`
const truncate = (unit: string) => (column: string) => `date_trunc('${unit}', ${asTime(column)})`
const every = (count: number, unit: string) => (column: string) =>
  `date_trunc('${unit}', ${asTime(column)}) - interval '1' ${unit} * (${unit}(${asTime(column)}) % ${count})`

export const trinoDialect: Dialect = {
  id: 'trino',
  quote: ['"', '"'],
  placeholder: () => '?',
  // Digits beyond a double come as texts, and Trino compares no text with a number.
  asNumber: (placeholder, value) =>
    typeof value === 'string' ? `CAST(${placeholder} AS DECIMAL(38, ${Math.min(38, value.split('.')[1]?.length ?? 0)}))` : placeholder,
  comparesFlags: true,
  grains: {
    PT1S: truncate('second'),
    PT5S: every(5, 'second'),
    PT30S: every(30, 'second'),
    PT1M: truncate('minute'),
    PT5M: every(5, 'minute'),
    PT10M: every(10, 'minute'),
    PT15M: every(15, 'minute'),
    PT30M: every(30, 'minute'),
    PT1H: truncate('hour'),
    PT6H: every(6, 'hour'),
    P1D: truncate('day'),
    P1W: truncate('week'),
    P1M: truncate('month'),
    P3M: truncate('quarter'),
    P1Y: truncate('year'),
    '1969-12-28T00:00:00Z/P1W': (column) => `date_trunc('week', ${asTime(column)} + interval '1' day) - interval '1' day`,
    '1969-12-29T00:00:00Z/P1W': truncate('week'),
    'P1W/1970-01-03T00:00:00Z': (column) => `date_trunc('week', ${asTime(column)} + interval '1' day) + interval '5' day`,
    'P1W/1970-01-04T00:00:00Z': (column) => `date_trunc('week', ${asTime(column)}) + interval '6' day`,
  },
  timeLiteral: (type, moment) => {
    const text = moment.toISOString().replace('T', ' ').replace('Z', '000')
    if (/^DATE$/i.test(type)) return `DATE '${text.slice(0, 10)}'`
    if (/^(TIMESTAMP|DATETIME)/i.test(type)) return `TIMESTAMP '${text}'`
    return `'${text}'`
  },
  fromEpoch: (column, unit) => (unit === 's' ? `from_unixtime(${column})` : `from_unixtime(${column} / 1000.0)`),
  addSeconds: (column, seconds) => `date_add('second', ${seconds}, ${asTime(column)})`,
  limitComesLast: true,
  approximateDistinct: (column) => `approx_distinct(${column})`,
  sampleClause: (percent) => `TABLESAMPLE SYSTEM (${percent})`,
  hasIlike: false,
  // Trino has no limit of its own; texts longer than this only make SQL unreadable.
  maxIdentifierLength: 255,
  keywords: [
    ...commonKeywords,
    ...'ANALYZE ARRAY CALL CATALOGS COLUMNS CUBE DESCRIBE EXECUTE GRANTS LISTAGG MAP MATCH_RECOGNIZE MATERIALIZED ORDINALITY PREPARE REFRESH SCHEMAS SESSION SHOW STATS TABLES TABLESAMPLE UNNEST USE'.split(
      ' ',
    ),
  ],
  functions: [
    ...commonFunctions,
    ...(
      'any_value approx_distinct approx_most_frequent approx_percentile approx_set arbitrary array_agg array_distinct array_intersect array_join array_max array_min ' +
      'array_position array_remove array_sort array_union arrays_overlap at_timezone beta_cdf bitwise_and bitwise_or bool_and bool_or cardinality cbrt chr codepoint ' +
      'combinations concat_ws contains corr cosine_similarity count_if covar_pop covar_samp current_timezone date date_add date_diff date_format date_parse date_trunc day ' +
      'day_of_week day_of_year degrees element_at every filter flatten format format_datetime format_number from_base64 from_hex from_iso8601_date from_iso8601_timestamp ' +
      'from_unixtime from_utf8 geometric_mean great_circle_distance hamming_distance histogram hour human_readable_seconds is_finite is_infinite is_nan json_array_contains ' +
      'json_array_get json_array_length json_exists json_extract json_extract_scalar json_format json_object json_parse json_query json_size json_value kurtosis ' +
      'last_day_of_month levenshtein_distance listagg lpad map map_agg map_concat map_entries map_filter map_from_entries map_keys map_union map_values max_by md5 ' +
      'merge millisecond min_by minute month multimap_agg ngrams none_match normalize parse_datetime parse_duration pi pow quarter radians rand reduce reduce_agg ' +
      'regexp_count regexp_extract regexp_extract_all regexp_like regexp_position regexp_replace regexp_split regr_intercept regr_slope repeat reverse rpad second sequence ' +
      'sha1 sha256 sha512 shuffle skewness slice soundex split split_part split_to_map st_area st_contains st_distance st_geometryfromtext st_point starts_with ' +
      'stddev_pop stddev_samp strpos tdigest_agg timezone_hour to_base64 to_char to_date to_geometry to_hex to_iso8601 to_milliseconds to_timestamp to_unixtime to_utf8 ' +
      'transform transform_keys transform_values translate truncate try try_cast typeof url_decode url_encode url_extract_host url_extract_path uuid value_at_quantile ' +
      'var_pop var_samp week width_bucket with_timezone word_stem xxhash64 year year_of_week zip zip_with'
    ).split(' '),
  ],
  flags: { schemas: true, ctas: true, cancel: true, costEstimate: true, fileUpload: true },
}
