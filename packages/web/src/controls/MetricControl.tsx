import { Sigma } from 'lucide-react'
import { t } from '../words/words.ts'
import { ChipBox } from './ChipBox.tsx'
import { forbidsAdhocMetrics } from './dataset.ts'
import { isAdhocMetric, isMetricMissing, labelOfMetricValue, metricOfColumn, newOptionName, type MetricValue } from './metric-value.ts'
import { MetricEditor } from './MetricEditor.tsx'
import { moveItem, replaceAt } from './list-edits.ts'
import { listOf, type WidgetProps } from './widget.ts'

/** One metric or several. */
export const MetricControl = ({ control, value, onChange, dataset, ids }: WidgetProps) => {
  const isSingle = control.kind === 'metric'
  const metrics = listOf<unknown>(value).filter((item): item is MetricValue => typeof item === 'string' || isAdhocMetric(item))
  const give = (next: readonly MetricValue[]): void => onChange(isSingle ? (next[0] ?? null) : next)
  return (
    <ChipBox
      ids={ids}
      label={control.label}
      isSingle={isSingle}
      addLabel={t('metric.add')}
      chips={metrics.map((metric, index) => ({
        key: typeof metric === 'string' ? metric : (metric.optionName ?? String(index)),
        label: labelOfMetricValue(metric, dataset),
        glyph: <Sigma size={12} aria-hidden />,
        warning: isMetricMissing(metric, dataset) || (isAdhocMetric(metric) && metric.datasourceWarning) ? t('chip.badMetric') : undefined,
      }))}
      accepts={({ kind }) => kind === 'dataset-metric' || !forbidsAdhocMetrics(dataset)}
      onDropItem={({ kind, name }) => {
        const column = dataset.columns.find(({ column_name }) => column_name === name)
        const metric = kind === 'dataset-metric' ? name : column && metricOfColumn(column, newOptionName('metric'))
        if (metric === undefined || metrics.includes(metric)) return
        give(isSingle ? [metric] : [...metrics, metric])
      }}
      onRemove={(index) => give(metrics.filter((_, at) => at !== index))}
      onMove={(from, to) => give(moveItem(metrics, from, to))}
      renderEditor={(index, close) => (
        <MetricEditor key={index} value={metrics[index]} dataset={dataset} onSave={(metric) => give(replaceAt(metrics, index, metric))} onClose={close} />
      )}
    />
  )
}
