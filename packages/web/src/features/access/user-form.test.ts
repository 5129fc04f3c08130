import { expect, test } from 'vitest'
import { bodyOf, findPasswordFaults, findUserFaults, formOf } from './user-form.ts'

const good = {
  ...formOf(undefined),
  first_name: 'Mara',
  last_name: 'Okoye',
  username: 'mara',
  email: 'mara@example.org',
  roles: [3],
  password: 'a long one',
  repeat: 'a long one',
}

test('a new user needs names, an email address, a role and a password typed twice', () => {
  expect(Object.keys(findUserFaults(formOf(undefined), true)).sort()).toEqual(['email', 'first_name', 'last_name', 'password', 'roles', 'username'])
  expect(findUserFaults(good, true)).toEqual({})
  expect(findUserFaults({ ...good, email: 'mara' }, true)).toEqual({ email: 'Not an email address' })
  expect(findUserFaults({ ...good, repeat: 'another' }, true)).toEqual({ repeat: 'Passwords must match' })
})

test('editing without a password keeps the present one', () => {
  const form = { ...good, password: '', repeat: '' }
  expect(findUserFaults(form, false)).toEqual({})
  expect(bodyOf(form)).not.toHaveProperty('password')
})

test('a password given by an administrator is typed twice and never empty', () => {
  expect(findPasswordFaults({ password: '', repeat: '' }, true)).toEqual({ password: 'This field is required' })
  expect(findPasswordFaults({ password: 'a long one', repeat: 'a long' }, true)).toEqual({ repeat: 'Passwords must match' })
  expect(findPasswordFaults({ password: 'a long one', repeat: 'a long one' }, true)).toEqual({})
})
