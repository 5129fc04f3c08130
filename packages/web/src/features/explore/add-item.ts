import type { Chart } from '@sightline/charts'
import { forbidsAdhocMetrics, type Dataset } from '../../controls/dataset.ts'
import { metricOfColumn, newOptionName } from '../../controls/metric-value.ts'
import { listOf, type DraggedItem } from '../../controls/widget.ts'
import { visibleControls, type Form, type KindOf } from './state.ts'

/**
 * Where a click on a metric or column of the dataset puts it: the first control of its kind that is empty and required, else the first that
 * takes several, else nothing happens. A column that has no place as a column becomes a metric.
 */
export function addItem(
  chart: Chart,
  form: Form,
  item: DraggedItem,
  dataset: Dataset,
  kindOf: KindOf,
): { readonly name: string; readonly value: unknown } | undefined {
  const controls = chart.sections.flatMap((section) => visibleControls(section, form, kindOf))
  const put = (kinds: readonly string[], manyKind: string, value: unknown): { name: string; value: unknown } | undefined => {
    const fitting = controls.filter(({ kind }) => kinds.includes(kind) || kind === manyKind)
    const isEmpty = (name: string): boolean => listOf(form[name]).length === 0
    const target =
      fitting.find(({ required, name }) => required && isEmpty(name)) ??
      fitting.find(({ kind }) => kind === manyKind) ??
      fitting.find(({ name }) => isEmpty(name))
    if (!target) return undefined
    if (target.kind !== manyKind) return { name: target.name, value }
    const list = listOf<unknown>(form[target.name])
    return list.includes(value) ? undefined : { name: target.name, value: [...list, value] }
  }
  if (item.kind === 'dataset-metric') return put(['metric'], 'metrics', item.name)
  const asColumn = put(['column', 'x-axis'], 'columns', item.name)
  if (asColumn) return asColumn
  const column = dataset.columns.find(({ column_name }) => column_name === item.name)
  return column && !forbidsAdhocMetrics(dataset) ? put(['metric'], 'metrics', metricOfColumn(column, newOptionName('metric'))) : undefined
}
