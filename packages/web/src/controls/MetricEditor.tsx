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
import { aggregates, defaultMetricLabel, isMetricComplete, labelOfMetricValue, newOptionName, type AdhocMetric, type MetricValue } from './metric-value.ts'

type Tab = 'saved' | 'simple' | 'sql'

const startTab = (value: MetricValue | undefined, dataset: Dataset): Tab => {
  if (typeof value === 'string') return 'saved'
  if (value) return value.expressionType === 'SIMPLE' ? 'simple' : 'sql'
  return dataset.metrics.length > 0 ? 'saved' : 'simple'
}

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
  const [tab, setTab] = useState<Tab>(() => startTab(value, dataset))
  const [saved, setSaved] = useState(typeof value === 'string' ? value : undefined)
  const [adhoc, setAdhoc] = useState<AdhocMetric>(() =>
    value && typeof value !== 'string'
      ? value
      : { expressionType: 'SIMPLE', column: null, aggregate: null, sqlExpression: null, label: '', hasCustomLabel: false, optionName: newOptionName('metric') },
  )
  const isForbidden = forbidsAdhocMetrics(dataset)
  const typed: AdhocMetric = { ...adhoc, expressionType: tab === 'sql' ? 'SQL' : 'SIMPLE' }
  const named: AdhocMetric = { ...typed, label: typed.hasCustomLabel ? typed.label : defaultMetricLabel(typed) }
  const next: MetricValue | undefined = tab === 'saved' ? saved : isMetricComplete(named) ? named : undefined
  const isChanged = JSON.stringify(next) !== JSON.stringify(value)
  /** Editing column, aggregate or SQL lets go of the saved metric. */
  const edit = (part: Partial<AdhocMetric>): void => {
    setSaved(undefined)
    setAdhoc((before) => ({ ...before, ...part }))
  }
  const tabs = [
    { key: 'saved' as const, label: t('metric.saved') },
    ...(isForbidden
      ? []
      : [
          { key: 'simple' as const, label: t('metric.simple') },
          { key: 'sql' as const, label: t('metric.sql') },
        ]),
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
            value={tab === 'saved' ? (saved === undefined ? '' : labelOfMetricValue(saved, dataset)) : named.label}
            placeholder={t('metric.placeholder')}
            onChange={(label) => setAdhoc((before) => ({ ...before, label, hasCustomLabel: label.trim() !== '' }))}
          />
        </>
      }
      tabs={tabs}
      tab={tab}
      onTab={setTab}
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
                onChange={setSaved}
              />
            )}
          </Field>
        ))}
      {isForbidden && (
        <p className={styles.note}>
          {t('metric.simpleOff')}
          <br />
          {t('metric.sqlOff')}
        </p>
      )}
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
          {isMetricComplete(typed) && <code className={styles.expression}>{defaultMetricLabel(typed)}</code>}
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
