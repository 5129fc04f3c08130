import { expect, test } from 'vitest'
import { mergeColumns } from './merge-columns.ts'

const source = (column_name: string, type: string) => ({ column_name, type, is_dttm: type === 'DATE', comment: null })
const known = (id: number, column_name: string, type: string, expression: string | null = null) => ({ id, column_name, type, expression })

test('new columns come, changed types follow, vanished columns go, calculated ones stay', () => {
  const changes = mergeColumns(
    [known(1, 'a', 'TEXT'), known(2, 'b', 'TEXT'), known(3, 'gone', 'TEXT'), known(4, 'made', 'TEXT', 'a || b')],
    [source('a', 'TEXT'), source('b', 'DATE'), source('c', 'INTEGER')],
  )
  expect(changes.add.map(({ column_name }) => column_name)).toEqual(['c'])
  expect(changes.retype).toEqual([{ id: 2, type: 'DATE', is_dttm: true }])
  expect(changes.remove).toEqual([3])
})

test('a calculated column that covers a column of the table is not doubled', () => {
  expect(mergeColumns([known(1, 'a', 'TEXT', 'upper(a)')], [source('a', 'TEXT')])).toEqual({ add: [], retype: [], remove: [] })
})
