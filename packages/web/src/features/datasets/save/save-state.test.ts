import { expect, test } from 'vitest'
import { bodyOfNew } from '../../../api/create-dataset.ts'
import { formOfRows } from '../../../api/keep-form.ts'
import type { QueryToKeep } from '../../../dataset-door.ts'
import { datasetDialogWords as words } from '../../../words/en/dataset-dialogs.ts'
import { bodyOfOverwrite, ownedFilters } from './save-query.ts'
import { maySubmit, openSave, proposeName, reduceSave, type SaveAction, type SaveState } from './save-state.ts'

const orders = { id: 7, table_name: 'orders', owners: [{ id: 1 }, { id: 4 }] }
const after = (...actions: readonly SaveAction[]): SaveState => actions.reduce(reduceSave, openSave('Untitled 1'))
const query: QueryToKeep = {
  name: 'Untitled Query 1',
  sql: 'SELECT 1 AS a',
  databaseId: 3,
  schema: 'main',
  templateParams: null,
  columns: [{ column_name: 'a', type: 'INTEGER', is_dttm: false }],
}

test('SQL-2.08 SQL-2.09 SQL-2.10 the dialog begins with a new dataset under a proposed name; the other way is to overwrite one', () => {
  expect(openSave('Sales')).toEqual({ mode: 'new', name: 'Sales', chosen: undefined, isAsking: false, isBusy: false })
  expect(words['saveDataset.title']).toBe('Save or Overwrite Dataset')
  expect([words['saveDataset.new'], words['saveDataset.overwrite']]).toEqual(['Save as new', 'Overwrite existing'])
  expect(words['saveDataset.pickPlaceholder']).toBe('Select or type dataset name')
})

test('a proposed name says what it is and when it was made', () => {
  expect(proposeName('Sales', new Date(2026, 2, 4, 5, 6, 7))).toBe('Sales 03/04/2026 05:06:07')
})

test('SQL-5.01 a new dataset without a name cannot be saved', () => {
  expect(maySubmit(after({ type: 'named', name: '' }))).toBe(false)
  expect(maySubmit(after({ type: 'named', name: '   ' }))).toBe(false)
  expect(maySubmit(after({ type: 'named', name: 'a' }))).toBe(true)
})

test('SQL-5.02 nothing is overwritten before a dataset is picked', () => {
  expect(maySubmit(after({ type: 'modeChosen', mode: 'overwrite' }))).toBe(false)
  expect(after({ type: 'modeChosen', mode: 'overwrite' }, { type: 'asked' }).isAsking).toBe(false)
  expect(maySubmit(after({ type: 'picked', dataset: orders }))).toBe(true)
})

test('SQL-2.11 SQL-4.22 overwriting asks a second time; Back returns to the first step and clears the choice', () => {
  const asked = after({ type: 'picked', dataset: orders }, { type: 'asked' })
  expect(asked).toMatchObject({ isAsking: true, chosen: orders })
  expect(reduceSave(asked, { type: 'wentBack' })).toMatchObject({ mode: 'overwrite', isAsking: false, chosen: undefined })
  expect(words['saveDataset.sure']).toBe('Are you sure you want to overwrite this dataset?')
})

test('SQL-2.12 SQL-4.20 while it runs the button loads and nothing can be changed; a failure loses nothing that was typed', () => {
  const running = after({ type: 'named', name: 'Mine' }, { type: 'started' })
  expect(running.isBusy).toBe(true)
  expect(maySubmit(running)).toBe(false)
  expect(reduceSave(running, { type: 'named', name: 'Other' })).toBe(running)
  expect(reduceSave(running, { type: 'failed' })).toMatchObject({ isBusy: false, name: 'Mine', mode: 'new' })
  const overwriting = after({ type: 'picked', dataset: orders }, { type: 'asked' }, { type: 'started' })
  expect(reduceSave(overwriting, { type: 'failed' })).toMatchObject({ isBusy: false, isAsking: true, chosen: orders })
})

test('SQL-5.06 SQL-7.20 the picker asks for datasets of this person whose name contains the text', () => {
  expect(ownedFilters(' ord ', 4)).toEqual([
    { col: 'table_name', opr: 'ct', value: 'ord' },
    { col: 'owners', opr: 'rel_m_m', value: 4 },
  ])
})

test('SQL-7.24 a dataset is created from the SQL, its database, schema and template parameters, under the name', () => {
  expect(bodyOfNew(query, ' Mine ')).toEqual({
    database: 3,
    schema: 'main',
    sql: 'SELECT 1 AS a',
    table_name: 'Mine',
    is_managed_externally: false,
    external_url: null,
  })
  expect(bodyOfNew({ ...query, templateParams: '{"x":1}' }, 'Mine')).toMatchObject({ template_params: '{"x":1}' })
})

test('SQL-7.21 overwriting sends the SQL, its columns, the owners that were there and the database', () => {
  expect(bodyOfOverwrite(query, orders)).toMatchObject({
    sql: 'SELECT 1 AS a',
    columns: [{ column_name: 'a', type: 'INTEGER', is_dttm: false }],
    owners: [1, 4],
    database_id: 3,
  })
})

test('SQL-2.13 the explorer opens on a table of all columns of the result', () => {
  expect(formOfRows(['a'])).toMatchObject({ viz_type: 'table', query_mode: 'raw', all_columns: ['a'] })
})

test('SQL-8.08 SQL-8.09 the sentences of a dataset that could not be made', () => {
  expect(words['saveDataset.creationFailed']).toBe('An error occurred while creating the data source')
  expect(words['saveDataset.failed']).toBe('An error occurred saving dataset')
})
