import { Clock, SquareFunction } from 'lucide-react'
import { showToast } from '../ui/toasts.ts'
import { KindGlyph } from '../viz/KindGlyph.tsx'
import { t } from '../words/words.ts'
import { ChipBox } from './ChipBox.tsx'
import { kindOfColumn } from './dataset.ts'
import { changeSubject, isFilterMissing, labelOfFilter, newFilter, operatorIdOf, type AdhocFilter } from './filter-value.ts'
import { FilterEditor } from './FilterEditor.tsx'
import { moveItem, replaceAt } from './list-edits.ts'
import { newOptionName } from './metric-value.ts'
import { listOf, type WidgetProps } from './widget.ts'

/** The filters of a chart. */
export const FilterControl = ({ control, value, onChange, dataset, form, ids }: WidgetProps) => {
  const filters = listOf<AdhocFilter>(value)
  const isTime = (filter: AdhocFilter): boolean => filter.expressionType === 'SIMPLE' && operatorIdOf(filter) === 'TEMPORAL_RANGE'
  const remove = (index: number): void => {
    const filter = filters[index]
    if (
      filter &&
      isTime(filter) &&
      filter.subject === form['x_axis'] &&
      filters.filter((other) => isTime(other) && other.subject === filter.subject).length === 1
    ) {
      showToast('warning', t('filter.lastTemporal'))
      return
    }
    onChange(filters.filter((_, at) => at !== index))
  }
  const glyphOf = (filter: AdhocFilter): React.ReactNode => {
    if (filter.expressionType === 'SQL') return <SquareFunction size={12} aria-hidden />
    if (isTime(filter)) return <Clock size={12} aria-hidden />
    const column = dataset.columns.find(({ column_name }) => column_name === filter.subject)
    return column ? <KindGlyph kind={kindOfColumn(column)} size={12} /> : <SquareFunction size={12} aria-hidden />
  }
  return (
    <ChipBox
      ids={ids}
      label={control.label}
      addLabel={t('filter.add')}
      chips={filters.map((filter, index) => ({
        key: filter.filterOptionName ?? String(index),
        label: labelOfFilter(filter),
        glyph: glyphOf(filter),
        warning: isFilterMissing(filter, dataset) || filter.datasourceWarning ? t('chip.badFilter') : undefined,
      }))}
      accepts={() => true}
      onDropItem={({ kind, name }) => {
        const start = newFilter(newOptionName('filter'))
        const metric = dataset.metrics.find(({ metric_name }) => metric_name === name)
        const filter: AdhocFilter =
          kind === 'dataset-metric' && metric
            ? {
                ...start,
                expressionType: 'SQL',
                clause: 'HAVING',
                subject: null,
                operator: null,
                operatorId: null,
                comparator: null,
                sqlExpression: `${metric.expression} > 0`,
              }
            : changeSubject(start, name, dataset)
        onChange([...filters, filter])
      }}
      onRemove={remove}
      onMove={(from, to) => onChange(moveItem(filters, from, to))}
      renderEditor={(index, close) => (
        <FilterEditor key={index} value={filters[index]} dataset={dataset} onSave={(filter) => onChange(replaceAt(filters, index, filter))} onClose={close} />
      )}
    />
  )
}
