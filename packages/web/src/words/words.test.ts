import { expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'
import { closedDatasetWords } from './en/closed-datasets.ts'
import { databaseWords } from './en/databases.ts'
import { datasetDialogWords } from './en/dataset-dialogs.ts'
import { datasetPageWords } from './en/dataset-pages.ts'
import { importWords } from './en/imports.ts'
import { movingInWords } from './en/moving-in.ts'
import { rowRuleWords } from './en/row-rules.ts'
import { sqllabEditorWords } from './en/sqllab-editor.ts'
import { sqllabSchemaWords } from './en/sqllab-schema.ts'
import { sqllabSouthWords } from './en/sqllab-south.ts'
import { sqllabToolbarWords } from './en/sqllab-toolbar.ts'
import { uploadWords } from './en/uploads.ts'
import { addWords, t, tCount } from './words.ts'

const all = {
  ...catalogue,
  ...closedDatasetWords,
  ...databaseWords,
  ...datasetDialogWords,
  ...datasetPageWords,
  ...importWords,
  ...movingInWords,
  ...rowRuleWords,
  ...sqllabEditorWords,
  ...sqllabSchemaWords,
  ...sqllabSouthWords,
  ...sqllabToolbarWords,
  ...uploadWords,
}

test('a text gets its parameters', () => {
  expect(t('error.unexpectedWith', { description: 'x {y}' })).toBe('Unexpected error: x {y}')
})

test('one thing and many things read differently', () => {
  expect(tCount('list.selected', 1)).toBe('1 selected')
  expect(tCount('list.found', 1)).toBe('1 result')
  expect(tCount('list.found', 1312)).toBe('1,312 results')
})

test('no text of the catalogue is empty or has stray spaces', () => {
  for (const [key, text] of Object.entries<string>(all)) expect([key, text.trim() === text && text !== '']).toEqual([key, true])
})

test('every counted text has both forms', () => {
  const keys = new Set(Object.keys(all))
  for (const key of keys) if (key.endsWith('.one')) expect([key, keys.has(key.replace(/one$/, 'other'))]).toEqual([key, true])
})

test('EXP-8.25 EXP-8.26 the sentences of lists and connections', () => {
  addWords(databaseWords)
  expect(t('list.deleted', { names: 'orders' })).toBe('Deleted: orders')
  expect(t('databases.looksGood')).toBe('Connection looks good!')
  expect(t('error.fetchingInfo', { what: 'database', error: 'Not found' })).toBe('An error occurred while fetching database info: Not found')
  expect(t('error.favouriteStatus', { error: 'Network error' })).toBe('There was an error fetching the favorite status: Network error')
  expect(t('error.favouriteSave', { error: 'Network error' })).toBe('There was an error saving the favorite status: Network error')
  expect(t('error.recentActivity')).toBe('There was an error fetching your recent activity:')
  addWords(importWords)
  expect(t('import.failed', { what: 'dashboard', error: 'Not a ZIP file' })).toBe('An error occurred while importing dashboard: Not a ZIP file')
  expect(t('import.exportAgain')).toBe('Please re-export your file and try importing again')
  expect(t('error.test', { error: 'refused' })).toBe('ERROR: refused')
})
