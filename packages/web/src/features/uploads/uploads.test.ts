import './words.ts'
import { expect, test } from 'vitest'
import { printSize } from '../../ui/print-size.ts'
import { chooseFiles } from './files.ts'
import { changeReading, findReadFaults, loadOptions, newReadForm, previewOptions, withSkipped, withType } from './read-form.ts'

const extensions = { csv: ['csv', 'tsv'], excel: ['xlsx'], columnar: ['parquet', 'zip'] }
const file = (name: string, size = 10): File => ({ name, size }) as File

test('EXP-2.36 the kind of an upload is told by the names of its files', () => {
  expect(chooseFiles([file('Sales 2024.CSV')], extensions, 100)).toMatchObject({ chosen: { type: 'csv' } })
  expect(chooseFiles([file('a.parquet'), file('b.parquet')], extensions, 100)).toMatchObject({ chosen: { type: 'columnar' } })
  expect(chooseFiles([file('a.xlsx')], extensions, 100)).toMatchObject({ chosen: { type: 'excel' } })
  expect(chooseFiles([], extensions, 100)).toEqual({ fault: 'Uploading a file is required' })
  expect(chooseFiles([file('a.exe')], extensions, 100)).toEqual({ fault: 'Upload a file with a valid extension. Valid: [csv,tsv,xlsx,parquet,zip]' })
  expect(chooseFiles([file('a.csv'), file('b.csv')], extensions, 100)).toEqual({ fault: 'Choose one file at a time' })
  expect(chooseFiles([file('a.csv'), file('b.parquet')], extensions, 100)).toHaveProperty('fault')
  expect(chooseFiles([file('a.csv', 0)], extensions, 100)).toEqual({ fault: 'The file is empty' })
  expect(chooseFiles([file('a.csv', 2 * 2 ** 20)], extensions, 1)).toEqual({ fault: 'The file has 2.1 MB. Files of up to 1 MB can be uploaded.' })
})

test('sizes are written as file managers write them', () => {
  expect([0, 999, 1400, 1_234_567, 524_288_000].map(printSize)).toEqual(['0 B', '999 B', '1.4 kB', '1.2 MB', '524 MB'])
})

test('a file is read as it is unless something is chosen', () => {
  expect(previewOptions(newReadForm, 'csv')).toEqual({})
  expect(loadOptions(newReadForm, 'excel', ['a'])).toEqual({})
})

test('each choice is sent to the kinds of files it is for', () => {
  const form = {
    ...newReadForm,
    delimiter: ';',
    sheet_name: 'Two',
    hasHeader: false,
    skip_rows: '2',
    rows_to_read: '10',
    skip_blank_lines: false,
    skip_initial_space: true,
    day_first: true,
    decimal_character: ',',
    null_values: ['N/A'],
  }
  const both = { header_row: null, skip_rows: 2, rows_to_read: 10, decimal_character: ',', null_values: ['N/A'] }
  expect(previewOptions(form, 'csv')).toEqual({ ...both, delimiter: ';', skip_blank_lines: false, skip_initial_space: true, day_first: true })
  expect(previewOptions(form, 'excel')).toEqual({ ...both, sheet_name: 'Two' })
  expect(previewOptions(form, 'columnar')).toEqual({})
})

test('columns can be left out and get other types; the preview still shows all of them', () => {
  const form = withSkipped(withType(newReadForm, 'id', 'string', 'integer'), 'note', true)
  expect(previewOptions(form, 'csv')).toEqual({ column_data_types: { id: 'string' } })
  expect(loadOptions(form, 'csv', ['id', 'note', 'at'])).toEqual({ column_data_types: { id: 'string' }, columns_read: ['id', 'at'] })
  expect(withType(form, 'id', 'integer', 'integer').types).toEqual({})
  expect(findReadFaults(withSkipped(form, 'id', true), 'csv', ['id', 'note'])).toEqual({ columns: 'At least one column must be kept' })
})

test('what was chosen for columns is void when the columns change', () => {
  const form = withSkipped(withType(newReadForm, 'id', 'string', 'integer'), 'note', true)
  expect(changeReading(form, { delimiter: ';' })).toMatchObject({ types: {}, skipped: [], delimiter: ';' })
  expect(changeReading(form, { day_first: true })).toMatchObject({ types: { id: 'string' }, skipped: ['note'] })
})

test('an index is written only when asked for', () => {
  expect(loadOptions({ ...newReadForm, index_label: 'n', index_column: 'a' }, 'csv', ['a'])).toEqual({})
  expect(loadOptions({ ...newReadForm, dataframe_index: true, index_label: ' n ', index_column: 'a' }, 'csv', ['a'])).toEqual({
    dataframe_index: true,
    index_label: 'n',
    index_column: 'a',
  })
})

test('rows are whole numbers', () => {
  expect(Object.keys(findReadFaults({ ...newReadForm, header_row: '-1', skip_rows: 'x', rows_to_read: '0' }, 'csv', ['a']))).toEqual([
    'header_row',
    'skip_rows',
    'rows_to_read',
  ])
  expect(findReadFaults({ ...newReadForm, header_row: '' }, 'columnar', ['a'])).toEqual({})
})
