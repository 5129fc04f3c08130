import type {
  AdhocColumn,
  AnnotationLayer,
  OrderItem,
  PostProcessingStep,
  QueryColumn,
  QueryFilter,
  QueryMetric,
  ResultType,
  WireQueryObject,
} from '@sightline/contract'
import { fail, ok, type Result } from '../result.ts'

/** The label of the legacy time axis. */
export const timeAxisLabel = '__timestamp'

/** A query object with its old names turned into the current ones and its gaps filled. */
export interface Query {
  readonly columns: readonly QueryColumn[]
  /** null: rows as they are; empty: distinct rows. */
  readonly metrics: readonly QueryMetric[] | null
  readonly filters: readonly QueryFilter[]
  readonly granularity: string | null
  readonly timeRange: string | null
  readonly timeShift: string | null
  readonly isTimeseries: boolean
  readonly seriesColumns: readonly QueryColumn[]
  readonly seriesLimit: number
  readonly seriesLimitMetric: QueryMetric | null
  /** What the limit leaves out is one more series. */
  readonly groupsOthers: boolean
  /** 0 means: as many as the server's default allows. */
  readonly rowLimit: number
  readonly rowOffset: number
  readonly orderBy: readonly OrderItem[]
  readonly isDescending: boolean
  readonly where: string | null
  readonly having: string | null
  readonly timeGrain: string | null
  readonly relativeStart: 'today' | 'now' | null
  readonly relativeEnd: 'today' | 'now' | null
  readonly appliedTimeExtras: readonly string[]
  readonly appliesFetchValuesPredicate: boolean
  readonly isRowCount: boolean
  readonly postProcessing: readonly PostProcessingStep[]
  readonly timeOffsets: readonly string[]
  readonly urlParams: Readonly<Record<string, string>>
  readonly annotationLayers: readonly AnnotationLayer[]
  readonly resultType: ResultType | null
}

export const isAdhocColumn = (column: unknown): column is AdhocColumn => typeof column === 'object' && column !== null && 'sqlExpression' in column
export const labelOfColumn = (column: QueryColumn): string => (isAdhocColumn(column) ? column.label || column.sqlExpression : column)
export function labelOfMetric(metric: QueryMetric): string {
  if (typeof metric === 'string') return metric
  if (metric.label) return metric.label
  if ('column' in metric) return `${metric.aggregate}(${metric.column.column_name})`
  return 'sqlExpression' in metric ? metric.sqlExpression : ''
}
/** The x axis of a chart: the column that a grain and a time range belong to. */
export const axisOf = (query: Pick<Query, 'columns'>): AdhocColumn | undefined =>
  query.columns.find((column): column is AdhocColumn => isAdhocColumn(column) && column.columnType === 'BASE_AXIS')

const refuse = (message: string) => fail({ code: 'GENERIC_COMMAND_ERROR' as const, status: 400, message })
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined

/** Fills in what a query object leaves out, and refuses what contradicts itself. */
export function readQueryObject(wire: WireQueryObject): Result<Query> {
  const given = wire.columns ?? wire.groupby ?? []
  const metrics = wire.metrics ?? null
  const isTimeseries = wire.is_timeseries ?? given.includes(timeAxisLabel)
  const columns = given.filter((column) => column !== timeAxisLabel)
  const labels = [...columns.map(labelOfColumn), ...(metrics ?? []).map(labelOfMetric)]
  const doubles = [...new Set(labels.filter((label, index) => labels.indexOf(label) !== index))]
  if (doubles.length > 0) {
    const names = doubles.map((label) => `"${label}"`).join(', ')
    return refuse(`Duplicate column/metric labels: ${names}. Please make sure all columns and metrics have a unique label.`)
  }
  const known = new Set(columns.map(labelOfColumn))
  const seriesColumns = wire.series_columns ?? (isTimeseries && metrics && metrics.length > 0 ? columns : [])
  const strangers = seriesColumns.map(labelOfColumn).filter((label) => !known.has(label))
  if (strangers.length > 0) {
    return refuse(`The following entries in \`series_columns\` are missing in \`columns\`: ${strangers.map((label) => `"${label}"`).join(', ')}. `)
  }
  return ok({
    columns,
    metrics,
    filters: wire.filters ?? [],
    granularity: wire.granularity || wire.granularity_sqla || null,
    timeRange: wire.time_range || null,
    timeShift: wire.time_shift || null,
    isTimeseries,
    seriesColumns,
    seriesLimit: wire.series_limit ?? wire.timeseries_limit ?? 0,
    seriesLimitMetric: wire.series_limit_metric ?? wire.timeseries_limit_metric ?? null,
    groupsOthers: wire.group_others_when_limit_reached ?? false,
    rowLimit: wire.row_limit ?? 0,
    rowOffset: wire.row_offset ?? 0,
    orderBy: wire.orderby ?? [],
    isDescending: wire.order_desc ?? true,
    where: wire.extras?.where || wire.where || null,
    having: wire.extras?.having || wire.having || null,
    timeGrain: wire.extras?.time_grain_sqla ?? null,
    relativeStart: wire.extras?.relative_start ?? null,
    relativeEnd: wire.extras?.relative_end ?? null,
    appliedTimeExtras: Object.keys(wire.applied_time_extras ?? {}),
    appliesFetchValuesPredicate: wire.apply_fetch_values_predicate ?? false,
    isRowCount: wire.is_rowcount ?? false,
    postProcessing: (wire.post_processing ?? []).filter((step) => step !== null),
    timeOffsets: wire.time_offsets ?? [],
    urlParams: Object.fromEntries(
      Object.entries(wire.url_params ?? {}).flatMap(([name, value]) => (textOf(value) === undefined ? [] : [[name, textOf(value)!]])),
    ),
    annotationLayers: wire.annotation_layers ?? [],
    resultType: wire.result_type ?? null,
  })
}
