import { expect, test } from 'vitest'
import { ApiFailure } from './failure.ts'
import { sayCreateFailure, sayDeleteFailure, sayFetchFailure, saySaveFailure } from './say-failure.ts'

test('EXP-6.05 a "Forbidden" answer says what may not be edited', () => {
  expect(saySaveFailure(new ApiFailure('http', 403, 'FORBIDDEN', { message: 'Forbidden' }), 'chart')).toBe('You do not have permission to edit this chart')
})

test('EXP-8.24 other refusals say what could not be saved and why', () => {
  expect(saySaveFailure(new ApiFailure('http', 422, '', { message: { slug: ['Must be unique'] } }), 'dashboard')).toBe(
    'Sorry, there was an error saving this dashboard: Must be unique',
  )
})

test('EXP-8.25 what could not be fetched, made or deleted is named with the reason', () => {
  const refusal = new ApiFailure('http', 422, '', { message: 'There are charts on it' })
  expect(sayFetchFailure(refusal, 'charts')).toBe('An error occurred while fetching charts: There are charts on it')
  expect(sayCreateFailure(refusal, 'datasets')).toBe('An error occurred while creating datasets: There are charts on it')
  expect(sayDeleteFailure(refusal, ['orders'])).toBe('There was an issue deleting orders: There are charts on it')
  expect(sayDeleteFailure(refusal, ['orders', 'visits'])).toBe('There was an issue deleting: There are charts on it')
})
