import type { DatasetDraft, DraftColumn, DraftMetric } from './draft.ts'

export type ColumnList = 'columns' | 'calculated'

let made = 0
/** A key no stored row has. */
export const newKey = (): string => `new-${++made}`

const blank = { id: undefined, extra: null, verbose_name: '', description: '', certifiedBy: '', certificationDetails: '', warning: '' } as const

const newMetric = (key: string): DraftMetric => ({
  ...blank,
  key,
  metric_name: '<new metric>',
  metric_type: '',
  expression: '',
  d3format: '',
  currency: undefined,
  warning_text: '',
})

export const newColumn = (key: string, fields: Partial<DraftColumn> = {}): DraftColumn => ({
  ...blank,
  key,
  column_name: '',
  expression: '',
  type: '',
  advanced_data_type: '',
  filterable: true,
  groupby: true,
  is_active: true,
  is_dttm: false,
  python_date_format: '',
  ...fields,
})

export const addMetric = (draft: DatasetDraft, key: string): DatasetDraft => ({ ...draft, metrics: [newMetric(key), ...draft.metrics] })

export const addCalculated = (draft: DatasetDraft, key: string): DatasetDraft => ({
  ...draft,
  calculated: [newColumn(key, { column_name: '<new column>', expression: '<enter SQL expression here>' }), ...draft.calculated],
})

export const changeMetric = (draft: DatasetDraft, key: string, fields: Partial<DraftMetric>): DatasetDraft => ({
  ...draft,
  metrics: draft.metrics.map((metric) => (metric.key === key ? { ...metric, ...fields } : metric)),
})

/** The default time column follows its column: a new name is followed, and one that is no time any more is none. */
export const changeColumn = (draft: DatasetDraft, list: ColumnList, key: string, fields: Partial<DraftColumn>): DatasetDraft => {
  const before = draft[list].find((column) => column.key === key)
  if (before === undefined) return draft
  const after = { ...before, ...fields }
  const isDefault = draft.main_dttm_col === before.column_name
  return {
    ...draft,
    main_dttm_col: isDefault ? (after.is_dttm ? after.column_name : null) : draft.main_dttm_col,
    [list]: draft[list].map((column) => (column.key === key ? after : column)),
  }
}

export const removeMetric = (draft: DatasetDraft, key: string): DatasetDraft => ({ ...draft, metrics: draft.metrics.filter((metric) => metric.key !== key) })

export const removeColumn = (draft: DatasetDraft, list: ColumnList, key: string): DatasetDraft => {
  const gone = draft[list].find((column) => column.key === key)
  return {
    ...draft,
    main_dttm_col: gone !== undefined && gone.column_name === draft.main_dttm_col ? null : draft.main_dttm_col,
    [list]: draft[list].filter((column) => column.key !== key),
  }
}
