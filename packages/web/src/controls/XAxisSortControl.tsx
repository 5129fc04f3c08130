import { isAdhocColumn, isAdhocMetric, labelOfColumnValue, labelOfMetricValue, type ColumnValue, type MetricValue } from './metric-value.ts'
import { SelectControl } from './SelectControl.tsx'
import { listOf, type WidgetProps } from './widget.ts'

/** What an axis can be ordered by: its own column, or one of the measures. */
export const XAxisSortControl = (props: WidgetProps) => {
  const { form, dataset } = props
  const axis = listOf<unknown>(form['x_axis']).filter((item): item is ColumnValue => typeof item === 'string' || isAdhocColumn(item))
  const metrics = listOf<unknown>(form['metrics']).filter((item): item is MetricValue => typeof item === 'string' || isAdhocMetric(item))
  const options = [
    ...axis.map((column) => [typeof column === 'string' ? column : column.label, labelOfColumnValue(column, dataset)] as const),
    ...metrics.map((metric) => [typeof metric === 'string' ? metric : metric.label, labelOfMetricValue(metric, dataset)] as const),
  ]
  return <SelectControl {...props} control={{ ...props.control, kind: 'select', options }} />
}
