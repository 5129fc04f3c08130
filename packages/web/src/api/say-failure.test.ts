import { expect, test } from 'vitest'
import { ApiFailure } from './failure.ts'
import { saySaveFailure } from './say-failure.ts'

test('EXP-6.05 a "Forbidden" answer says what may not be edited', () => {
  expect(saySaveFailure(new ApiFailure('http', 403, 'FORBIDDEN', { message: 'Forbidden' }), 'chart')).toBe('You do not have permission to edit this chart')
})

test('EXP-8.24 other refusals say what could not be saved and why', () => {
  expect(saySaveFailure(new ApiFailure('http', 422, '', { message: { slug: ['Must be unique'] } }), 'dashboard')).toBe(
    'Sorry, there was an error saving this dashboard: Must be unique',
  )
})
