import { expect, test } from 'vitest'
import { datasetDialogWords as words } from '../../../words/en/dataset-dialogs.ts'
import { firstServerList, orderBy } from '../DialogTable.tsx'
import { swapQuestion } from './swap-question.ts'

test('SQL-2.14 SQL-9.04 SQL-7.20 the list to swap comes in pages of 25, the last changed first, with name, type, schema, connection and owners', () => {
  expect(swapQuestion(firstServerList)).toEqual({
    columns: ['id', 'table_name', 'kind', 'schema', 'database.database_name', 'owners.id', 'owners.first_name', 'owners.last_name'],
    filters: [],
    order_column: 'changed_on_delta_humanized',
    order_direction: 'desc',
    page: 0,
    page_size: 25,
  })
})

test('SQL-2.14 what is searched for is looked for by the server, in every page', () => {
  const { filters, page } = swapQuestion({ ...firstServerList, search: '  ord ', page: 2 })
  expect(filters).toEqual([{ col: 'table_name', opr: 'ct', value: 'ord' }])
  expect(page).toBe(2)
})

test('a head orders upwards first, then downwards, from the first page', () => {
  const named = orderBy({ ...firstServerList, page: 3 }, 'table_name')
  expect(named).toMatchObject({ page: 0, sortColumn: 'table_name', sortOrder: 'asc' })
  expect(orderBy(named, 'table_name').sortOrder).toBe('desc')
})

test('SQL-8.09 a swap says that it is done, and asks with Proceed', () => {
  expect(words['swap.done']).toBe('Successfully changed dataset!')
  expect([words['swap.search'], words['swap.proceed']]).toEqual(['Search / Filter', 'Proceed'])
})
