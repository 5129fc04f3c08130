import { Sigma } from 'lucide-react'
import { useState } from 'react'
import { Field } from '../ui/Field.tsx'
import { TextArea } from '../ui/Input.tsx'
import { Select } from '../ui/Select.tsx'
import { KindGlyph } from '../viz/KindGlyph.tsx'
import { t } from '../words/words.ts'
import styles from './controls.module.css'
import { forbidsAdhocMetrics, kindOfColumn, labelOfColumn, labelOfMetric, type Dataset } from './dataset.ts'
import { EditorFrame, NameField } from './EditorFrame.tsx'
import { editMetric, finishMetric, nameMetric, pickSavedMetric, startMetric, switchMetricTab } from './metric-draft.ts'
import { aggregates, defaultMetricLabel, isMetricComplete, labelOfMetricValue, newOptionName, type MetricValue } from './metric-value.ts'

/** EXP-2.27, EXP-4.26: a saved metric, a column with an aggregate, or SQL. */
export const MetricEditor = ({
  value,
  dataset,
  onSave,
  onClose,
}: {
  readonly value: MetricValue | undefined
  readonly dataset: Dataset
  readonly onSave: (value: MetricValue) => void
  readonly onClose: () => void
}) => {
  const [draft, setDraft] = useState(() => startMetric(value, dataset, newOptionName('metric')))
  const { tab, saved, adhoc } = draft
  const isForbidden = forbidsAdhocMetrics(dataset)
  const next = finishMetric(draft)
  const isChanged = JSON.stringify(next) !== JSON.stringify(value)
  const edit = (part: Parameters<typeof editMetric>[1]): void => setDraft((before) => editMetric(before, part))
  const tabs = [
    { key: 'saved' as const, label: t('metric.saved') },
    { key: 'simple' as const, label: t('metric.simple'), disabledReason: isForbidden ? t('metric.simpleOff') : undefined },
    { key: 'sql' as const, label: t('metric.sql'), disabledReason: isForbidden ? t('metric.sqlOff') : undefined },
  ]
  return (
    <EditorFrame
      label={t('metric.title')}
      title={
        <>
          <Sigma size={14} aria-hidden />
          <NameField
            label={t('metric.name')}
            isFixed={tab === 'saved'}
            value={
              tab === 'saved' ? (saved === undefined ? '' : labelOfMetricValue(saved, dataset)) : adhoc.hasCustomLabel ? adhoc.label : defaultMetricLabel(adhoc)
            }
            placeholder={t('metric.placeholder')}
            onChange={(label) => setDraft((before) => nameMetric(before, label))}
          />
        </>
      }
      tabs={tabs}
      tab={tab}
      onTab={(to) => setDraft((before) => switchMetricTab(before, to))}
      maySave={next !== undefined && isChanged}
      onSave={() => {
        if (next !== undefined) onSave(next)
        onClose()
      }}
      onClose={onClose}
    >
      {tab === 'saved' &&
        (dataset.metrics.length === 0 ? (
          <p className={styles.note}>
            {t('metric.noSaved')}
            <br />
            {t('metric.noSavedHint')}
          </p>
        ) : (
          <Field label={t('metric.savedMetric')}>
            {(ids) => (
              <Select
                {...ids}
                label={t('metric.savedMetric')}
                options={dataset.metrics.map((metric) => ({ value: metric.metric_name, label: labelOfMetric(metric), icon: <Sigma size={14} /> }))}
                value={saved}
                onChange={(name) => setDraft((before) => pickSavedMetric(before, name))}
              />
            )}
          </Field>
        ))}
      {tab === 'simple' && (
        <>
          <Field label={t('metric.column')}>
            {(ids) => (
              <Select
                {...ids}
                label={t('metric.column')}
                options={dataset.columns.map((column) => ({
                  value: column.column_name,
                  label: labelOfColumn(column),
                  icon: <KindGlyph kind={kindOfColumn(column)} />,
                }))}
                value={adhoc.column?.column_name}
                onChange={(name) => edit({ column: dataset.columns.find(({ column_name }) => column_name === name) ?? null })}
              />
            )}
          </Field>
          <Field label={t('metric.aggregate')}>
            {(ids) => (
              <Select
                {...ids}
                label={t('metric.aggregate')}
                options={aggregates.map((aggregate) => ({ value: aggregate, label: aggregate }))}
                value={adhoc.aggregate ?? undefined}
                onChange={(aggregate) => edit({ aggregate: aggregate ?? null })}
              />
            )}
          </Field>
          {isMetricComplete(adhoc) && <code className={styles.expression}>{defaultMetricLabel(adhoc)}</code>}
        </>
      )}
      {tab === 'sql' && (
        <Field label={t('sql.expression')}>
          {(ids) => (
            <TextArea
              {...ids}
              className={styles.sql ?? ''}
              rows={5}
              spellCheck={false}
              value={adhoc.sqlExpression ?? ''}
              onChange={(sqlExpression) => edit({ sqlExpression })}
            />
          )}
        </Field>
      )}
    </EditorFrame>
  )
}
