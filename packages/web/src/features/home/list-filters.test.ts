import { expect, test } from 'vitest'
import { filtersOfList } from './list-filters.ts'

const mara = { userId: 7, firstName: 'Mara', lastName: 'Okoye' }

test('DSH-2.10 the whole list opens narrowed to the tab it was opened from', () => {
  expect(filtersOfList('Favorite', mara)).toEqual({ filters: '(favorite:(label:Yes,value:!t))' })
  expect(filtersOfList('Mine', mara)).toEqual({ filters: "(owners:(label:'Mara Okoye',value:7))" })
  expect(filtersOfList('Other', mara)).toEqual({})
})
