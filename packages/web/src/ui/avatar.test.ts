import { expect, test } from 'vitest'
import { groundOf, initialsOf, nameOf } from './avatar.ts'

test('initials come from the names, or from the username', () => {
  expect(initialsOf({ first_name: 'Mara', last_name: 'Okoye' })).toBe('MO')
  expect(initialsOf({ first_name: '', last_name: null, username: 'admin' })).toBe('AD')
  expect(nameOf({ first_name: 'Mara', last_name: '' })).toBe('Mara')
})

test('a person keeps their colour', () => {
  expect(groundOf({ id: 7, first_name: 'A' })).toBe(groundOf({ id: 7, first_name: 'Renamed' }))
})
