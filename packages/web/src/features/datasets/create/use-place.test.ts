import { expect, test } from 'vitest'
import { printPlace, readPlace } from './use-place.ts'

test('what is picked can be read from the address again, and other parameters stay', () => {
  const place = { databaseId: 3, schema: 'odd & schema', table: 'a/b' }
  const written = printPlace(place, new URLSearchParams('standalone=1&table=old'))
  expect(written.get('standalone')).toBe('1')
  expect(readPlace(new URLSearchParams(written.toString()))).toEqual(place)
  expect(printPlace({ databaseId: 3, schema: undefined, table: undefined }, written).toString()).toBe('standalone=1&database=3')
})

test('a table without its schema, or a schema without its database, is none', () => {
  const nothing = { databaseId: undefined, schema: undefined, table: undefined }
  expect(readPlace(new URLSearchParams('schema=main&table=orders'))).toEqual(nothing)
  expect(readPlace(new URLSearchParams('database=-1&schema=main'))).toEqual(nothing)
  expect(readPlace(new URLSearchParams('database=2&table=orders'))).toEqual({ ...nothing, databaseId: 2 })
})
