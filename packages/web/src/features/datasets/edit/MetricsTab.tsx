import { Trash2 } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { MarkGlyphs } from '../../../controls/MarkGlyphs.tsx'
import { t } from '../../../words/words.ts'
import { addMetric, changeMetric, newKey, removeMetric } from './change-draft.ts'
import styles from './Edit.module.css'
import type { DatasetEditor } from './editor.ts'
import { CellInput, CellSql } from './fields.tsx'
import { faultAt } from './find-faults.ts'
import { searchItems } from './item-search.ts'
import { ItemRows } from './ItemRows.tsx'
import { AddItem, ItemTools } from './ItemTools.tsx'
import { shownMarks } from './marks.ts'
import { MetricFields } from './MetricFields.tsx'
import { useOpenRows } from './use-open-rows.ts'

/** Saved metrics: expressions over many rows that charts use by name. */
export const MetricsTab = ({ editor }: { readonly editor: DatasetEditor }) => {
  const { draft, change, faults } = editor
  const [text, setText] = useState('')
  const rows = useOpenRows()
  const shown = searchItems(draft.metrics, useDeferredValue(text), (metric) => [metric.metric_name, metric.verbose_name, metric.expression])
  return (
    <>
      <ItemTools label={t('editDataset.searchMetrics')} search={text} onSearch={setText}>
        <AddItem
          onAdd={() => {
            const key = newKey()
            setText('')
            change((now) => addMetric(now, key))
            rows.add(key)
          }}
        />
      </ItemTools>
      <ItemRows
        label={t('editDataset.metrics')}
        items={shown}
        nameOf={(metric) => metric.metric_name}
        open={rows.open}
        fresh={rows.fresh}
        onToggle={rows.toggle}
        nothing={draft.metrics.length === 0 ? t('editDataset.noMetrics') : t('editDataset.noMatch')}
        heads={[
          { key: 'name', label: <span title={t('editDataset.metricKeyHint')}>{t('editDataset.metricKey')}</span>, width: 'minmax(140px, 3fr)' },
          { key: 'label', label: t('editDataset.label'), width: 'minmax(120px, 3fr)' },
          { key: 'expression', label: t('editDataset.expression'), width: 'minmax(200px, 5fr)' },
          { key: 'marks', label: <span className="visually-hidden">{t('editDataset.marks')}</span>, width: '40px' },
          { key: 'remove', label: <span className="visually-hidden">{t('ui.delete')}</span>, width: '28px' },
        ]}
        cellsOf={(metric) => {
          const set = (fields: Partial<typeof metric>): void => change((now) => changeMetric(now, metric.key, fields))
          const fault = (field: string): string | undefined => faultAt(faults, 'metrics', field, metric.key)
          return [
            <CellInput
              key="name"
              label={t('editDataset.metricKey')}
              value={metric.metric_name}
              error={fault('metric_name')}
              onChange={(metric_name) => set({ metric_name })}
            />,
            <CellInput key="label" label={t('editDataset.label')} value={metric.verbose_name} onChange={(verbose_name) => set({ verbose_name })} />,
            <CellSql
              key="expression"
              label={t('editDataset.expression')}
              value={metric.expression}
              error={fault('expression')}
              onChange={(expression) => set({ expression })}
            />,
            <span key="marks" className={styles.plain}>
              <MarkGlyphs marks={shownMarks(metric)} />
            </span>,
            <IconButton
              key="remove"
              label={t('editDataset.remove', { name: metric.metric_name })}
              icon={<Trash2 size={14} />}
              onClick={() => change((now) => removeMetric(now, metric.key))}
            />,
          ]
        }}
        moreOf={(metric) => (
          <MetricFields
            metric={metric}
            currencyFault={faultAt(faults, 'metrics', 'currency', metric.key)}
            onChange={(fields) => change((now) => changeMetric(now, metric.key, fields))}
          />
        )}
      />
    </>
  )
}
