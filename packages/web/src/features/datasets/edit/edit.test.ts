import { beforeAll, expect, test } from 'vitest'
import { datasetDialogWords } from '../../../words/en/dataset-dialogs.ts'
import { addWords, t } from '../../../words/words.ts'
import { addCalculated, addMetric, changeColumn, changeMetric, removeColumn } from './change-draft.ts'
import { describeLost } from './ConfirmSave.tsx'
import { bodyOf } from './draft-body.ts'
import { draftOf, isSameDraft, type DatasetDraft } from './draft.ts'
import { faultAt, findFaults } from './find-faults.ts'
import { readMarks, withMembers, writeMarks } from './marks.ts'
import { isSourceChanged } from './read-source.ts'
import { judgeSave } from './save-lock.ts'
import { syncColumns } from './sync-columns.ts'
import { describeSync } from './SyncReport.tsx'
import type { StoredColumn, StoredDataset } from './wire.ts'

beforeAll(() => addWords(datasetDialogWords))

const column = (id: number, name: string, more: Partial<StoredColumn> = {}): StoredColumn => ({
  id,
  column_name: name,
  type: 'VARCHAR',
  advanced_data_type: null,
  verbose_name: null,
  description: null,
  expression: null,
  filterable: true,
  groupby: true,
  is_active: true,
  is_dttm: false,
  python_date_format: null,
  extra: null,
  ...more,
})

const stored: StoredDataset = {
  id: 7,
  table_name: 'orders',
  schema: 'main',
  sql: null,
  database: { id: 1, database_name: 'examples', backend: 'duckdb' },
  description: null,
  main_dttm_col: 'ordered_at',
  default_endpoint: null,
  filter_select_enabled: true,
  fetch_values_predicate: null,
  extra: '{"certification":{"certified_by":"Finance"},"other":1}',
  cache_timeout: null,
  offset: 0,
  template_params: null,
  normalize_columns: false,
  always_filter_main_dttm: false,
  owners: [{ id: 1, first_name: 'Ann', last_name: 'Lee' }],
  columns: [
    column(31, 'ordered_at', { type: 'TIMESTAMP', is_dttm: true }),
    column(32, 'region'),
    column(33, 'big', { expression: 'quantity > 5', type: 'BOOLEAN' }),
  ],
  metrics: [
    {
      id: 9,
      metric_name: 'count',
      metric_type: 'count',
      verbose_name: 'COUNT(*)',
      expression: 'COUNT(*)',
      description: null,
      d3format: null,
      currency: null,
      warning_text: null,
      extra: '{"by":"others"}',
    },
    {
      id: 12,
      metric_name: 'revenue',
      metric_type: null,
      verbose_name: null,
      expression: 'SUM(total)',
      description: null,
      d3format: ',.2f',
      currency: '{"symbol":"EUR","symbolPosition":"suffix"}',
      warning_text: null,
      extra: null,
    },
  ],
}
const draft = draftOf(stored)
const textsOf = (one: DatasetDraft): readonly string[] => findFaults(one).map(({ text }) => text)

test('SQL-2.15 the dialog begins with what is stored: columns and calculated columns apart, the newest metric first, nothing changed yet', () => {
  expect(draft.columns.map(({ column_name }) => column_name)).toEqual(['ordered_at', 'region'])
  expect(draft.calculated.map(({ column_name }) => column_name)).toEqual(['big'])
  expect(draft.metrics.map(({ metric_name }) => metric_name)).toEqual(['revenue', 'count'])
  expect(draft.metrics[0]?.currency).toEqual({ symbol: 'EUR', symbolPosition: 'suffix' })
  expect(isSameDraft(draft, draftOf(stored))).toBe(true)
  expect(findFaults(draft)).toEqual([])
  expect(t('editDataset.title', { name: 'orders' })).toBe('Edit Dataset orders')
})

test('SQL-7.22 what is sent are the fields with metrics, columns and owners; only what is stored carries an id', () => {
  const body = bodyOf(addMetric(addCalculated(draft, 'new-1'), 'new-2'))
  expect(body.owners).toEqual([1])
  expect(body.columns?.map(({ id, column_name }) => [id, column_name])).toEqual([
    [31, 'ordered_at'],
    [32, 'region'],
    [undefined, '<new column>'],
    [33, 'big'],
  ])
  expect(body.metrics?.map(({ id, metric_name }) => [id, metric_name])).toEqual([
    [undefined, '<new metric>'],
    [12, 'revenue'],
    [9, 'count'],
  ])
  expect(body.metrics?.[1]).toMatchObject({ currency: '{"symbol":"EUR","symbolPosition":"suffix"}', d3format: ',.2f' })
})

test('SQL-5.04 an empty cache timeout is sent as null, a written one as a number', () => {
  expect(bodyOf({ ...draft, cache_timeout: ' ' }).cache_timeout).toBeNull()
  expect(bodyOf({ ...draft, cache_timeout: '-1' }).cache_timeout).toBe(-1)
})

test('a dataset that becomes physical sends empty SQL, a virtual one its own', () => {
  expect(bodyOf(draft).sql).toBe('')
  expect(bodyOf({ ...draft, isVirtual: true, sql: 'SELECT 1' }).sql).toBe('SELECT 1')
})

test('SQL-3.13 certification and warning are written into extra beside what others wrote there', () => {
  const certified = changeMetric(draft, '9', { certifiedBy: 'Ann', warning: 'Slow' })
  const extra = bodyOf(certified).metrics?.find(({ id }) => id === 9)?.extra
  expect(JSON.parse(extra ?? '')).toEqual({ by: 'others', certification: { certified_by: 'Ann', details: '' }, warning_markdown: 'Slow' })
  expect(bodyOf(draft).metrics?.find(({ id }) => id === 9)?.extra).toBe('{"by":"others"}')
  expect(readMarks(writeMarks(null, { certifiedBy: 'Ann', certificationDetails: 'x', warning: '' }))).toMatchObject({ certifiedBy: 'Ann', warning: '' })
  expect(writeMarks('{"certification":{"certified_by":"A","details":""}}', { certifiedBy: '', certificationDetails: '', warning: '' })).toBeNull()
})

test('SQL-3.11 a zone, a grain and a rule of the dataset are members of its extra', () => {
  const text = withMembers(stored.extra, { time_zone: 'Europe/Berlin', default_time_grain: 'P1W', disallow_adhoc_metrics: true })
  expect(JSON.parse(text ?? '')).toMatchObject({ other: 1, time_zone: 'Europe/Berlin', default_time_grain: 'P1W', disallow_adhoc_metrics: true })
  expect(withMembers('{"time_zone":"UTC"}', { time_zone: undefined })).toBeNull()
})

test('SQL-5.03 names that stand twice, empty expressions and unknown currencies are faults, each where it stands', () => {
  const twice = changeColumn(draft, 'calculated', '33', { column_name: 'region' })
  expect(faultAt(findFaults(twice), 'calculated', 'column_name', '33')).toBe('Column name [region] is duplicated')
  expect(textsOf(changeMetric(draft, '9', { metric_name: 'revenue' }))).toEqual(['Metric name [revenue] is duplicated'])
  expect(textsOf(changeColumn(draft, 'calculated', '33', { expression: ' ' }))).toEqual(['Calculated column [big] requires an expression'])
  expect(textsOf(changeMetric(draft, '12', { currency: { symbol: 'XQZ', symbolPosition: 'prefix' } }))).toEqual(['Invalid currency code in saved metrics'])
  expect(textsOf({ ...draft, extra: '{"a":' })).toEqual(['This is not a JSON object'])
  expect(textsOf({ ...draft, template_params: '[1]' })).toEqual(['This is not a JSON object'])
  expect(textsOf({ ...draft, cache_timeout: '1.5', offset: 'x' })).toEqual(['A whole number is expected', 'A whole number is expected'])
  expect(textsOf({ ...draft, isVirtual: true, sql: '' })).toEqual(['SQL is needed'])
  expect(textsOf(changeColumn(draft, 'columns', '32', { python_date_format: '%d/%m/%Y' }))).toEqual(['Invalid date/timestamp format'])
})

test('SQL-5.03 saving waits for the save that runs, for faults and for nobody who may not: the tooltip says why', () => {
  const good = { isSaving: false, hasFaults: false, isManaged: false, isOwner: true }
  expect(judgeSave(good).isDisabled).toBe(false)
  expect(judgeSave({ ...good, isSaving: true })).toEqual({ isDisabled: true, reason: undefined })
  expect(judgeSave({ ...good, hasFaults: true }).isDisabled).toBe(true)
  expect(judgeSave({ ...good, isManaged: true }).reason).toBe("This dataset is managed externally, and can't be edited in Sightline")
})

test('SQL-5.05 SQL-6.02 who does not own the dataset is told whom to ask', () => {
  expect(judgeSave({ isSaving: false, hasFaults: false, isManaged: false, isOwner: false })).toEqual({
    isDisabled: true,
    reason: 'You must be a dataset owner in order to edit. Please reach out to a dataset owner to request modifications or edit access.',
  })
})

test('a sync adds, changes and removes columns of the source, keeps what people wrote, and leaves calculated columns alone', () => {
  const noted = changeColumn(draft, 'columns', '32', { description: 'Where', is_dttm: true })
  const { draft: synced, summary } = syncColumns(
    noted,
    [
      { column_name: 'region', type: 'TEXT', is_dttm: false },
      { column_name: 'city', type: 'TEXT', is_dttm: false },
    ],
    () => 'new-9',
  )
  expect(summary).toEqual({ added: ['city'], changed: ['region'], removed: ['ordered_at'] })
  expect(synced.columns).toMatchObject([
    { id: 32, type: 'TEXT', description: 'Where', is_dttm: true },
    { key: 'new-9', id: undefined, column_name: 'city', filterable: true, groupby: true },
  ])
  expect(synced.calculated).toBe(noted.calculated)
  expect(synced.main_dttm_col).toBeNull()
  expect(describeSync(summary)).toEqual(['Modified columns: region', 'Removed columns: ordered_at', 'New columns added: city'])
})

test('a sync that finds everything as it was changes nothing', () => {
  const { draft: synced, summary } = syncColumns(
    draft,
    [
      { column_name: 'ordered_at', type: 'TIMESTAMP', is_dttm: true },
      { column_name: 'region', type: 'VARCHAR', is_dttm: false },
    ],
    () => 'new-9',
  )
  expect(isSameDraft(synced, draft)).toBe(true)
  expect(describeSync(summary)).toEqual([])
})

test('a name that a chart would lose is told with its new name, and with what of the dataset used it', () => {
  const lost = { kind: 'column', name: 'region', new_name: null, through: null } as const
  expect(describeLost(lost)).toBe('column region')
  expect(describeLost({ ...lost, new_name: 'area' })).toBe('column region, renamed to area')
  expect(describeLost({ ...lost, kind: 'metric', name: 'revenue', through: 'margin' })).toBe('metric revenue, used by margin')
})

test('the default time column follows its column, and goes with it', () => {
  const timed = changeColumn({ ...draft, main_dttm_col: 'big' }, 'calculated', '33', { is_dttm: true, column_name: 'at' })
  expect(timed.main_dttm_col).toBe('at')
  expect(changeColumn(draft, 'columns', '31', { is_dttm: false }).main_dttm_col).toBeNull()
  expect(removeColumn(draft, 'columns', '31').main_dttm_col).toBeNull()
  expect(removeColumn(draft, 'columns', '32').main_dttm_col).toBe('ordered_at')
})

test('the source has changed when another table, other SQL or other template values are named, not when a label is', () => {
  expect(isSourceChanged({ ...draft, description: 'x' }, draft)).toBe(false)
  expect(isSourceChanged({ ...draft, table_name: 'other' }, draft)).toBe(true)
  const virtual = { ...draft, isVirtual: true, sql: 'SELECT 1' }
  expect(isSourceChanged({ ...virtual, table_name: 'renamed' }, virtual)).toBe(false)
  expect(isSourceChanged({ ...virtual, template_params: '{"a":1}' }, virtual)).toBe(true)
})

test('SQL-2.16 SQL-2.17 SQL-4.24 SQL-8.09 SQL-8.11 the words of the buttons, the question before saving and the error', () => {
  expect(t('editDataset.legacy')).toBe('Use legacy datasource editor')
  expect(t('editDataset.confirmTitle')).toBe('Confirm save')
  expect(t('editDataset.confirmWarning')).toMatch(/affects all the charts using this dataset/)
  expect(t('editDataset.confirmQuestion')).toBe('Are you sure you want to save and apply changes?')
  expect(t('editDataset.saved')).toBe('The dataset has been saved')
  expect([t('editDataset.failedTitle'), t('editDataset.failed')]).toEqual(['Error', 'An error has occurred'])
  expect([t('editDataset.lock'), t('editDataset.unlock')]).toEqual(['Click the lock to make changes.', 'Click the lock to prevent further changes.'])
  expect(t('editDataset.synced')).toBe('Metadata has been synced')
})
