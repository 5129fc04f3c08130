import { Sigma } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../api/client.ts'
import { Field } from '../ui/Field.tsx'
import { Input, TextArea } from '../ui/Input.tsx'
import { MultiSelect, Select } from '../ui/Select.tsx'
import type { QueryReply } from '../viz/chart-data.ts'
import { KindGlyph } from '../viz/KindGlyph.tsx'
import { t } from '../words/words.ts'
import styles from './controls.module.css'
import { kindOfColumn, labelOfColumn, labelOfMetric, type Dataset } from './dataset.ts'
import { EditorFrame } from './EditorFrame.tsx'
import {
  changeOperator,
  changeSubject,
  isFilterComplete,
  keepPartitionFilter,
  labelOfFilter,
  newFilter,
  operatorIdOf,
  operatorsFor,
  takesList,
  takesNothing,
  type AdhocFilter,
} from './filter-value.ts'
import { newOptionName } from './metric-value.ts'
import { usePartitionColumn } from './partition-column.ts'
import { TimeRangeField } from './TimeRangeControl.tsx'

type Plain = string | number | boolean | null

/** What the column holds, where the dataset lets us ask: at most a thousand different values. */
const useColumnValues = (dataset: Dataset, column: string | null | undefined, isWanted: boolean) =>
  useQuery({
    queryKey: ['column-values', dataset.type, dataset.id, column],
    enabled: isWanted && Boolean(column) && dataset.filter_select_enabled !== false,
    retry: false,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const { result } = await request<{ result: readonly QueryReply[] }>('/api/v1/chart/data', {
        method: 'POST',
        signal,
        body: {
          datasource: { id: dataset.id, type: dataset.type },
          queries: [{ columns: [column], metrics: [], orderby: [[column, true]], row_limit: 1000 }],
          result_type: 'results',
          result_format: 'json',
        },
      })
      return (result[0]?.data ?? []).map((row) => row[column ?? ''] ?? null).filter((value): value is Plain => value === null || typeof value !== 'object')
    },
  })

/** Typed text as the column holds it. */
const readTyped = (text: string, isNumber: boolean): Plain => (isNumber && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text)

const shownValue = (value: Plain): string => (value === null ? '<NULL>' : value === true ? 'TRUE' : value === false ? 'FALSE' : String(value))

/** EXP-2.26: column, operator and value, or SQL. */
export const FilterEditor = ({
  value,
  dataset,
  onSave,
  onClose,
}: {
  readonly value: AdhocFilter | undefined
  readonly dataset: Dataset
  readonly onSave: (filter: AdhocFilter) => void
  readonly onClose: () => void
}) => {
  const [filter, setFilter] = useState<AdhocFilter>(() => value ?? newFilter(newOptionName('filter')))
  const isSql = filter.expressionType === 'SQL'
  const column = dataset.columns.find(({ column_name }) => column_name === filter.subject)
  const operator = operatorIdOf(filter)
  const partition = usePartitionColumn(dataset)
  const isTime = !isSql && operator === 'TEMPORAL_RANGE'
  const isNumber = filter.clause === 'HAVING' || (column !== undefined && kindOfColumn(column) === 'numeric')
  const values = useColumnValues(dataset, filter.subject, !isSql && !isTime && filter.clause === 'WHERE')
  const options = (values.data ?? []).map((one) => ({ value: one, label: shownValue(one) }))
  const list = (Array.isArray(filter.comparator) ? filter.comparator : []) as readonly Plain[]
  return (
    <EditorFrame
      label={t('filter.title')}
      title={<strong className={styles.fixedName}>{isFilterComplete(filter) ? labelOfFilter(filter) : t('filter.title')}</strong>}
      tabs={[
        { key: 'SIMPLE', label: t('metric.simple') },
        { key: 'SQL', label: t('metric.sql') },
      ]}
      tab={filter.expressionType}
      onTab={(expressionType) => setFilter((before) => ({ ...before, expressionType }))}
      maySave={isFilterComplete(filter) && JSON.stringify(filter) !== JSON.stringify(value)}
      onSave={() => {
        onSave(
          isSql
            ? { ...filter, subject: null, operator: null, operatorId: null, comparator: null }
            : keepPartitionFilter({ ...filter, sqlExpression: null }, dataset),
        )
        onClose()
      }}
      onClose={onClose}
    >
      {isSql ? (
        <>
          <Field label={t('filter.clause')}>
            {(ids) => (
              <Select
                {...ids}
                label={t('filter.clause')}
                options={[
                  { value: 'WHERE' as const, label: 'WHERE' },
                  { value: 'HAVING' as const, label: 'HAVING' },
                ]}
                value={filter.clause}
                onChange={(clause) => setFilter((before) => ({ ...before, clause: clause ?? 'WHERE' }))}
              />
            )}
          </Field>
          <Field label={t('sql.expression')}>
            {(ids) => (
              <TextArea
                {...ids}
                className={styles.sql ?? ''}
                rows={4}
                spellCheck={false}
                value={filter.sqlExpression ?? ''}
                onChange={(sqlExpression) => setFilter((before) => ({ ...before, sqlExpression }))}
              />
            )}
          </Field>
        </>
      ) : (
        <>
          <Field label={t('filter.column')}>
            {(ids) => (
              <Select
                {...ids}
                label={t('filter.column')}
                options={[
                  ...dataset.columns
                    .filter(({ filterable }) => filterable !== false)
                    .map((one) => ({ value: one.column_name, label: labelOfColumn(one), icon: <KindGlyph kind={kindOfColumn(one)} /> })),
                  ...dataset.metrics.map((metric) => ({ value: metric.metric_name, label: labelOfMetric(metric), icon: <Sigma size={14} /> })),
                ]}
                value={filter.subject ?? undefined}
                onChange={(subject) => subject !== undefined && setFilter((before) => changeSubject(before, subject, dataset))}
              />
            )}
          </Field>
          {isTime ? (
            <Field label={t('filter.value')}>
              {(ids) => (
                <TimeRangeField
                  side="top"
                  id={ids.id}
                  label={t('filter.value')}
                  value={String(filter.comparator ?? '')}
                  dataset={dataset}
                  onChange={(comparator) => setFilter((before) => ({ ...before, comparator }))}
                />
              )}
            </Field>
          ) : (
            <>
              <Field label={t('filter.operator')}>
                {(ids) => (
                  <Select
                    {...ids}
                    label={t('filter.operator')}
                    options={operatorsFor(column, filter.clause, partition).map(({ id, word }) => ({ value: id, label: t(word) }))}
                    value={operator}
                    onChange={(id) => id !== undefined && setFilter((before) => changeOperator(before, id))}
                  />
                )}
              </Field>
              {!takesNothing(operator) &&
                (takesList(operator) ? (
                  <Field label={t('filter.values')}>
                    {(ids) => (
                      <MultiSelect<Plain>
                        {...ids}
                        label={t('filter.values')}
                        placeholder={t('filter.valuesPlaceholder')}
                        isLoading={values.isFetching}
                        options={options}
                        value={list}
                        createValue={(text) => readTyped(text, isNumber)}
                        onChange={(comparator) => setFilter((before) => ({ ...before, comparator }))}
                      />
                    )}
                  </Field>
                ) : (
                  <Field label={t('filter.value')}>
                    {(ids) => (
                      <Input
                        {...ids}
                        placeholder={t('filter.valuePlaceholder')}
                        value={filter.comparator === null || filter.comparator === undefined ? '' : String(filter.comparator as Plain)}
                        onChange={(text) => setFilter((before) => ({ ...before, comparator: readTyped(text, isNumber) }))}
                      />
                    )}
                  </Field>
                ))}
            </>
          )}
        </>
      )}
    </EditorFrame>
  )
}
