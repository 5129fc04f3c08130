import { expect, test } from 'vitest'
import { whatIsWrong } from './parts.ts'

const known = [
  { id: 1, name: 'a' },
  { id: 2, name: 'b' },
]
const wrong = (sent: { id?: number; name: string }[], byName = false) => whatIsWrong('columns', sent, known, byName)

test('a name may stand once in the list', () => {
  expect(wrong([{ name: 'c' }, { name: 'c' }])).toBe('One or more columns are duplicated')
  expect(wrong([{ name: 'c' }, { name: 'c' }], true)).toBe('One or more columns are duplicated')
})
test('an id may stand once in the list', () => {
  expect(
    wrong([
      { id: 1, name: 'c' },
      { id: 1, name: 'd' },
    ]),
  ).toBe('One or more columns are duplicated')
})
test('an id of another dataset is refused', () => {
  expect(wrong([{ id: 9, name: 'c' }])).toBe('One or more columns do not exist')
})
test('a new row cannot take the name of a known one', () => {
  expect(wrong([{ name: 'a' }])).toBe('One or more columns already exist')
  expect(wrong([{ name: 'a' }], true)).toBe(null)
})
test('two rows may swap their names', () => {
  expect(
    wrong([
      { id: 1, name: 'b' },
      { id: 2, name: 'a' },
    ]),
  ).toBe(null)
})
