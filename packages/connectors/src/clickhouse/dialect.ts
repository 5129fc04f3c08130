import type { Dialect } from '@sightline/core'
import { commonFunctions, commonKeywords } from '../sql-words.ts'

const startOf = (unit: string) => (column: string) => `toStartOf${unit}(toDateTime(${column}))`
const everyMinutes = (count: number) => (column: string) => `toDateTime(intDiv(toUInt32(toDateTime(${column})), ${count * 60})*${count * 60})`

export const clickhouseDialect: Dialect = {
  id: 'clickhouse',
  quote: ['`', '`'],
  backslashInNames: true,
  placeholder: () => '?',
  grains: {
    PT1S: (column) => `toStartOfSecond(toDateTime64(${column}, 3))`,
    PT1M: startOf('Minute'),
    PT5M: everyMinutes(5),
    PT10M: everyMinutes(10),
    PT15M: everyMinutes(15),
    PT30M: everyMinutes(30),
    PT1H: startOf('Hour'),
    P1D: startOf('Day'),
    P1W: (column) => `toMonday(toDateTime(${column}))`,
    P1M: startOf('Month'),
    P3M: startOf('Quarter'),
    P1Y: startOf('Year'),
  },
  timeLiteral: (type, moment) => {
    const text = moment.toISOString().replace('T', ' ')
    const word = type.replace(/^(?:Nullable|LowCardinality)\(/i, '')
    if (/^Date(32)?\b/i.test(word) && !/^DateTime/i.test(word)) return `toDate('${text.slice(0, 10)}')`
    if (/^(DateTime|TIMESTAMP)/i.test(word)) return `toDateTime('${text.slice(0, 19)}')`
    return `'${text.replace('Z', '000')}'`
  },
  fromEpoch: (column, unit) => (unit === 's' ? `toDateTime(${column})` : `fromUnixTimestamp64Milli(toInt64(${column}))`),
  addSeconds: (column, seconds) => `addSeconds(toDateTime(${column}), ${seconds})`,
  doubleType: 'Nullable(Float64)',
  approximateDistinct: (column) => `uniq(${column})`,
  hasIlike: true,
  // ClickHouse has no limit; texts longer than this only make SQL unreadable.
  maxIdentifierLength: 255,
  keywords: [
    ...commonKeywords,
    ...'ANTI ANY ARRAY ASOF ATTACH CODEC DETACH DICTIONARY ENGINE FINAL FORMAT GLOBAL ILIKE INDEX LIVE MATERIALIZED OPTIMIZE PREWHERE QUALIFY SAMPLE SEMI SETTINGS SHOW TOTALS TTL USE'.split(
      ' ',
    ),
  ],
  functions: [
    ...commonFunctions,
    ...(
      'any anyHeavy anyLast argMax argMin arrayConcat arrayCount arrayDistinct arrayElement arrayExists arrayFilter arrayJoin arrayMap arraySort arraySum arrayUniq ' +
      'avgIf cityHash64 concatWithSeparator corr countIf covarPop covarSamp dateDiff dateTrunc dictGet domain empty endsWith entropy extract extractAll formatDateTime ' +
      'formatReadableQuantity formatReadableSize formatReadableTimeDelta fromUnixTimestamp64Milli geoDistance greatCircleDistance groupArray groupArrayInsertAt ' +
      'groupUniqArray h3ToString has hasAll hasAny if ifNull indexOf intDiv isFinite isNaN isNull JSONExtract JSONExtractFloat JSONExtractInt JSONExtractRaw ' +
      'JSONExtractString JSONHas JSONLength length levenshteinDistance lowerUTF8 map mapKeys mapValues match maxIf median minIf monthName multiIf multiSearchAny ' +
      'neighbor normalizeQuery notEmpty nullIf parseDateTimeBestEffort position positionCaseInsensitive quantile quantileExact quantileTDigest quantiles rand ' +
      'regexpExtract replaceAll replaceOne replaceRegexpAll replaceRegexpOne retention reverse rowNumberInAllBlocks runningDifference sequenceCount sequenceMatch ' +
      'simpleLinearRegression sipHash64 skewPop splitByChar splitByString startsWith stddevPop stddevSamp substringUTF8 sumIf sumMap timeSlot toDate toDate32 ' +
      'toDateTime toDateTime64 toDayOfMonth toDayOfWeek toDayOfYear toDecimal64 toFloat64 toHour toInt32 toInt64 today toISOWeek toISOYear toJSONString toMinute toMonday ' +
      'toMonth toNullable toQuarter toRelativeDayNum toSecond toStartOfDay toStartOfFifteenMinutes toStartOfHour toStartOfInterval toStartOfMinute toStartOfMonth ' +
      'toStartOfQuarter toStartOfWeek toStartOfYear toString toTimeZone toTypeName toUInt32 toUInt64 toUnixTimestamp toUUID toWeek toYear toYYYYMM toYYYYMMDD topK ' +
      'transform trimBoth tuple tupleElement uniq uniqCombined uniqExact uniqHLL12 upperUTF8 varPop varSamp visibleWidth windowFunnel yesterday'
    ).split(' '),
  ],
  flags: { schemas: true, ctas: true, cancel: true, costEstimate: true, fileUpload: false },
}
