import { expect, test } from 'vitest'
import { useDatasetRequest } from '../../../dataset-door.ts'
import { useToasts } from '../../../ui/toasts.ts'
import { emptyState, type RunRows } from '../state/model.ts'
import { startRun } from '../state/runs.ts'
import '../words.ts'
import { chartRun, saveRunAsDataset } from './result-commands.ts'

const begun = {
  id: 'r',
  dbId: 3,
  schema: 'main',
  sql: 'SELECT {{ a }}',
  sqlEditorId: null,
  tab: 'Sales',
  runAsync: false,
  queryLimit: 10,
  templateParams: '{"a": 1}',
}
const run = startRun(emptyState, begun, null, 1).runs['r']!
const results: RunRows = {
  columns: [
    { name: 'day', type: 'DATE', kind: 2 },
    { name: 'n', type: 'INTEGER', kind: 0 },
  ],
  values: [[], []],
  length: 0,
  isComplete: true,
}

test('SQL-1.06 what a run is saved as keeps its text, its parameters and its columns', () => {
  saveRunAsDataset(run, results)
  expect(useDatasetRequest.getState().request).toEqual({
    kind: 'save',
    opensIn: 'new-window',
    query: {
      name: 'Sales',
      sql: 'SELECT {{ a }}',
      databaseId: 3,
      schema: 'main',
      templateParams: '{"a": 1}',
      columns: [
        { column_name: 'day', type: 'DATE', is_dttm: true },
        { column_name: 'n', type: 'INTEGER', is_dttm: false },
      ],
    },
  })
})

test('a run that the server does not know yet makes no chart, and that is said', async () => {
  expect(await chartRun(run, results, false)).toBeUndefined()
  expect(useToasts.getState().toasts.map(({ text }) => text)).toContain('Unable to create chart without a query id.')
})
