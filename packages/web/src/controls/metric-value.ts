import { kindOfColumn, labelOfColumn, labelOfMetric, type Dataset, type DatasetColumn } from './dataset.ts'

export const aggregates = ['AVG', 'COUNT', 'COUNT_DISTINCT', 'MAX', 'MIN', 'SUM'] as const
export type Aggregate = (typeof aggregates)[number]

export interface AdhocMetric {
  readonly expressionType: 'SIMPLE' | 'SQL'
  readonly column?: DatasetColumn | null
  readonly aggregate?: Aggregate | null
  readonly sqlExpression?: string | null
  readonly label: string
  readonly hasCustomLabel?: boolean
  readonly optionName: string
  readonly datasourceWarning?: boolean
}

/** The name of a saved metric, or one made here. */
export type MetricValue = string | AdhocMetric

export const isAdhocMetric = (value: unknown): value is AdhocMetric =>
  typeof value === 'object' && value !== null && ((value as AdhocMetric).expressionType === 'SIMPLE' || (value as AdhocMetric).expressionType === 'SQL')

/** Long names are cut to forty characters; up to 42 they stand whole. */
export const shortLabel = (text: string): string => (text.length < 43 ? text : `${text.slice(0, 40)}...`)

/** What a metric is called until somebody names it. */
export const defaultMetricLabel = (metric: Pick<AdhocMetric, 'expressionType' | 'column' | 'aggregate' | 'sqlExpression'>): string => {
  if (metric.expressionType === 'SQL') return shortLabel((metric.sqlExpression ?? '').trim())
  return metric.column && metric.aggregate ? `${metric.aggregate}(${labelOfColumn(metric.column)})` : ''
}

export const labelOfMetricValue = (value: MetricValue, dataset: Dataset | undefined): string => {
  if (typeof value !== 'string') return value.label || defaultMetricLabel(value)
  const saved = dataset?.metrics.find((metric) => metric.metric_name === value)
  return saved ? labelOfMetric(saved) : value
}

export const isMetricComplete = (metric: AdhocMetric): boolean =>
  metric.expressionType === 'SIMPLE' ? Boolean(metric.column && metric.aggregate) : (metric.sqlExpression ?? '').trim() !== ''

/** Numbers are summed, everything else is counted by its different values. */
export const metricOfColumn = (column: DatasetColumn, optionName: string): AdhocMetric => {
  const metric = {
    expressionType: 'SIMPLE' as const,
    column,
    aggregate: kindOfColumn(column) === 'numeric' ? ('SUM' as const) : ('COUNT_DISTINCT' as const),
    sqlExpression: null,
  }
  return { ...metric, label: defaultMetricLabel(metric), hasCustomLabel: false, optionName }
}

/** A saved metric that is gone, or one over a column that is. */
export const isMetricMissing = (value: MetricValue, dataset: Dataset): boolean => {
  if (typeof value === 'string') return !dataset.metrics.some((metric) => metric.metric_name === value)
  const name = value.expressionType === 'SIMPLE' ? value.column?.column_name : undefined
  return name !== undefined && !dataset.columns.some((column) => column.column_name === name)
}

export interface AdhocColumn {
  readonly expressionType: 'SQL'
  readonly sqlExpression: string
  readonly label: string
  readonly hasCustomLabel?: boolean
  readonly datasourceWarning?: boolean
}

export type ColumnValue = string | AdhocColumn

export const isAdhocColumn = (value: unknown): value is AdhocColumn =>
  typeof value === 'object' && value !== null && typeof (value as AdhocColumn).sqlExpression === 'string'

export const isColumnMissing = (value: ColumnValue, dataset: Dataset): boolean =>
  typeof value === 'string' && !dataset.columns.some((column) => column.column_name === value)

export const labelOfColumnValue = (value: ColumnValue, dataset: Dataset | undefined): string => {
  if (typeof value !== 'string') return value.label || shortLabel(value.sqlExpression)
  const column = dataset?.columns.find((candidate) => candidate.column_name === value)
  return column ? labelOfColumn(column) : value
}

/** Names that adhoc things carry inside a form: unique within it, meaningless outside. */
export const newOptionName = (prefix: 'metric' | 'filter'): string => {
  const part = (): string => Math.random().toString(36).slice(2, 13)
  return `${prefix}_${part()}_${part()}`
}

/** An SQL column with its name: the one given to it, or its expression. */
export const sqlColumn = (expression: string, label: string): AdhocColumn | undefined => {
  const text = expression.trim()
  if (text === '') return undefined
  return { expressionType: 'SQL', sqlExpression: text, label: label.trim() || shortLabel(text), hasCustomLabel: label.trim() !== '' }
}
