import { z } from 'zod'
import { datasourceTypes } from './datasource-key.ts'
import { count, flag, integer, list, oneOf, record, text, told } from './query-fields.ts'

/** Every grain that exists; which of them a database offers is in its dialect. */
export const timeGrains = [
  'PT1S',
  'PT5S',
  'PT30S',
  'PT1M',
  'PT5M',
  'PT10M',
  'PT15M',
  'PT30M',
  'PT1H',
  'PT6H',
  'P1D',
  'P1W',
  'P1M',
  'P3M',
  'P1Y',
  '1969-12-28T00:00:00Z/P1W',
  '1969-12-29T00:00:00Z/P1W',
  'P1W/1970-01-03T00:00:00Z',
  'P1W/1970-01-04T00:00:00Z',
] as const

export const filterOperators = [
  '==',
  '!=',
  '>',
  '<',
  '>=',
  '<=',
  'LIKE',
  'NOT LIKE',
  'ILIKE',
  'NOT ILIKE',
  'IS NULL',
  'IS NOT NULL',
  'IN',
  'NOT IN',
  'IS TRUE',
  'IS FALSE',
  'TEMPORAL_RANGE',
  'LATEST PARTITION',
] as const
export type FilterOperator = (typeof filterOperators)[number]

export const aggregates = ['AVG', 'COUNT', 'COUNT_DISTINCT', 'MAX', 'MIN', 'SUM'] as const
export type Aggregate = (typeof aggregates)[number]

export const postProcessingOperations = [
  'aggregate',
  'boxplot',
  'compare',
  'contribution',
  'cum',
  'diff',
  'escape_separator',
  'flatten',
  'geodetic_parse',
  'geohash_decode',
  'geohash_encode',
  'pivot',
  'prophet',
  'rename',
  'resample',
  'rolling',
  'select',
  'sort',
  'unescape_separator',
] as const
export type PostProcessingOperation = (typeof postProcessingOperations)[number]

export const resultTypes = ['columns', 'full', 'query', 'results', 'samples', 'timegrains', 'post_processed', 'drill_detail'] as const
export type ResultType = (typeof resultTypes)[number]
export const resultFormats = ['csv', 'json', 'xlsx'] as const
export type ResultFormat = (typeof resultFormats)[number]

export const adhocColumnSchema = z.object({
  sqlExpression: text(),
  label: text().nullish(),
  expressionType: z.literal('SQL', told('Must be one of: SQL.')).nullish(),
  /** `BASE_AXIS` marks the x axis: a time column there is cut to `timeGrain`. */
  columnType: z.enum(['BASE_AXIS', 'SERIES'], told('Must be one of: BASE_AXIS, SERIES.')).nullish(),
  timeGrain: text().nullish(),
})
export type AdhocColumn = z.infer<typeof adhocColumnSchema>

export const simpleMetricSchema = z.object({
  expressionType: z.literal('SIMPLE'),
  aggregate: text(),
  column: z.object({ column_name: text() }, told('Missing data for required field.')),
  label: text().nullish(),
})
export const sqlMetricSchema = z.object({ expressionType: z.literal('SQL'), sqlExpression: text(), label: text().nullish() })
/** An old way to name a saved metric. */
const labelledMetricSchema = z.object({ label: text() })
export const adhocMetricSchema = z.union([simpleMetricSchema, sqlMetricSchema, labelledMetricSchema], { error: 'Not a valid metric.' })
export type SimpleMetric = z.infer<typeof simpleMetricSchema>
export type SqlMetric = z.infer<typeof sqlMetricSchema>
export type AdhocMetric = z.infer<typeof adhocMetricSchema>

const column = z.union([text(), adhocColumnSchema], { error: 'Not a valid column.' })
const metric = z.union([text(), adhocMetricSchema], { error: 'Not a valid metric.' })
export type QueryColumn = z.infer<typeof column>
export type QueryMetric = z.infer<typeof metric>

const operatorNames = filterOperators.join(', ')
export const queryFilterSchema = z.object(
  {
    col: column,
    op: z.preprocess(
      (value) => (typeof value === 'string' ? value.toUpperCase() : value),
      z.enum(filterOperators, told(`Must be one of: ${operatorNames}.`)),
    ) as z.ZodType<FilterOperator>,
    val: z.unknown().optional(),
    grain: text().nullish(),
    isExtra: flag().nullish(),
  },
  { error: 'Invalid input type.' },
)
export type QueryFilter = z.infer<typeof queryFilterSchema>

export const extrasSchema = z.object(
  {
    where: text().nullish(),
    having: text().nullish(),
    time_grain_sqla: oneOf(timeGrains).nullish(),
    relative_start: oneOf(['today', 'now']).nullish(),
    relative_end: oneOf(['today', 'now']).nullish(),
  },
  { error: 'Invalid input type.' },
)

const annotationLayerSchema = z.looseObject({
  name: text(),
  show: flag(),
  showMarkers: flag(),
  value: z.unknown().refine((value) => value !== undefined, 'Missing data for required field.'),
  annotationType: text().nullish(),
  sourceType: text().nullish(),
})
export type AnnotationLayer = z.infer<typeof annotationLayerSchema>

export const orderItemSchema = z
  .array(z.unknown(), told('Not a valid tuple.'))
  .length(2, 'Length must be 2.')
  .pipe(
    z.tuple([
      z.union([text(), sqlMetricSchema, simpleMetricSchema, adhocColumnSchema, labelledMetricSchema], { error: 'Not a valid column or metric.' }),
      flag(),
    ]),
  )
export type OrderItem = z.infer<typeof orderItemSchema>

const postProcessingStep = z.object({ operation: oneOf(postProcessingOperations), options: record().nullish() }, { error: 'Invalid input type.' })
export type PostProcessingStep = z.infer<typeof postProcessingStep>

const datasourceSchema = z.object(
  {
    id: integer(),
    type: oneOf(datasourceTypes).optional(),
  },
  { error: (issue) => (issue.input === undefined ? 'Missing data for required field.' : 'Invalid input type.') },
)

/** What a chart asks for. Unknown keys are left out; deprecated names are turned into the current ones by `readQueryObject`. */
export const queryObjectSchema = z.object(
  {
    datasource: datasourceSchema.nullish(),
    result_type: oneOf(resultTypes).nullish(),
    columns: list(column).nullish(),
    groupby: list(column).nullish(),
    metrics: list(metric).nullish(),
    filters: list(queryFilterSchema).nullish(),
    granularity: text().nullish(),
    granularity_sqla: text().nullish(),
    time_range: text().nullish(),
    time_shift: text().nullish(),
    since: text().nullish(),
    until: text().nullish(),
    is_timeseries: flag().nullish(),
    series_columns: list(column).nullish(),
    series_limit: count('series_limit').nullish(),
    series_limit_metric: metric.nullish(),
    /** What the limit leaves out comes together as one more series. */
    group_others_when_limit_reached: flag().nullish(),
    timeseries_limit: count('timeseries_limit').nullish(),
    timeseries_limit_metric: metric.nullish(),
    row_limit: count('row_limit').nullish(),
    row_offset: count('row_offset').nullish(),
    orderby: list(orderItemSchema).nullish(),
    order_desc: flag().nullish(),
    extras: extrasSchema.nullish(),
    applied_time_extras: record().nullish(),
    apply_fetch_values_predicate: flag().nullish(),
    annotation_layers: list(annotationLayerSchema).nullish(),
    post_processing: list(postProcessingStep.nullable()).nullish(),
    time_offsets: list(text()).nullish(),
    url_params: record().nullish(),
    custom_params: record().nullish(),
    custom_form_data: record().nullish(),
    is_rowcount: flag().nullish(),
    where: text().nullish(),
    having: text().nullish(),
  },
  { error: 'Invalid input type.' },
)
export type WireQueryObject = z.infer<typeof queryObjectSchema>

export const queryContextSchema = z.strictObject(
  {
    datasource: datasourceSchema,
    queries: list(queryObjectSchema),
    force: flag().nullish(),
    result_type: oneOf(resultTypes).optional(),
    result_format: oneOf(resultFormats).optional(),
    custom_cache_timeout: integer().nullish(),
    form_data: record().nullish(),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? 'Unknown field.' : 'Invalid input type.') },
)
export type WireQueryContext = z.infer<typeof queryContextSchema>
export type QueryContextDatasource = z.infer<typeof datasourceSchema>
