import { problems } from '@sightline/contract'
import { expect, test } from 'vitest'
import { ApiFailure } from './failure.ts'
import { describeDetails, normaliseError } from './normalise-error.ts'

test('EXP-8.01 a plain string becomes the error', () => {
  expect(normaliseError('No such chart').error).toBe('No such chart')
})

test('EXP-8.02 a fetch that failed is a network error', () => {
  expect(normaliseError(new TypeError('Failed to fetch')).error).toBe('Network error')
  expect(normaliseError(new ApiFailure('network')).error).toBe('Network error')
})

test('EXP-8.03 a timeout says so, with the two hints', () => {
  for (const cause of [new ApiFailure('timeout'), { timeout: 60_000, statusText: 'timeout' }]) {
    const said = normaliseError(cause)
    expect(said.error).toBe('Request timed out')
    expect(said.hints).toEqual(['Issue 1000 - The dataset is too large to query.', 'Issue 1001 - The database is under an unusual load.'])
  }
})

test('EXP-8.04 the first of the errors gives error, description and link', () => {
  const said = normaliseError(
    new ApiFailure('http', 422, 'UNPROCESSABLE ENTITY', {
      errors: [
        {
          message: 'column "x" does not exist',
          error_type: 'COLUMN_DOES_NOT_EXIST_ERROR',
          level: 'error',
          extra: { link: '/help', issue_codes: [{ code: 1004, message: 'Issue 1004 - The column was deleted' }, { code: 1003 }] },
        },
        { message: 'second', error_type: 'GENERIC_BACKEND_ERROR', level: 'error' },
      ],
    }),
  )
  expect(said).toMatchObject({
    error: 'column "x" does not exist',
    description: 'column "x" does not exist',
    link: '/help',
    errorType: 'COLUMN_DOES_NOT_EXIST_ERROR',
    status: 422,
  })
  expect(said.hints).toEqual([
    'Issue 1004 - The column was deleted',
    'Issue 1003 - There is a syntax error in the SQL query. Perhaps there was a misspelling or a typo.',
  ])
})

test('EXP-8.04 a message object gives its first value, or "Invalid input"', () => {
  expect(normaliseError(new ApiFailure('http', 422, '', { message: { slug: ['Must be unique'], owners: ['Owners are invalid'] } })).error).toBe(
    'Must be unique',
  )
  expect(normaliseError(new ApiFailure('http', 400, '', { message: {} })).error).toBe('Invalid input')
})

test('EXP-8.05 a stack gives "Unexpected error: " and the description', () => {
  expect(normaliseError({ error: 'boom', stack: 'at line 1' })).toMatchObject({ error: 'Unexpected error: boom', stack: 'at line 1' })
  expect(normaliseError(new Error('it broke')).error).toBe('Unexpected error: it broke')
})

test('EXP-8.06 anything about CSRF reads as a session that timed out', () => {
  const words = 'Your session timed out, please refresh your page and try again.'
  expect(
    normaliseError(
      new ApiFailure('http', 400, '', { errors: [{ message: '400 Bad Request: The CSRF token is missing.', error_type: 'GENERIC_BACKEND_ERROR' }] }),
    ).error,
  ).toBe(words)
  expect(normaliseError(new ApiFailure('http', 400, 'BAD REQUEST', '<p>CSRF token missing</p>')).error).toBe(words)
})

test('EXP-8.07 otherwise the status text, then "An error occurred"', () => {
  expect(normaliseError(new ApiFailure('http', 502, 'Bad Gateway', '<html>')).error).toBe('Bad Gateway')
  expect(normaliseError(new ApiFailure('http', 500, '', '')).error).toBe('An error occurred')
  expect(normaliseError(undefined).error).toBe('An error occurred')
  expect(normaliseError(null).error).toBe('An error occurred')
  expect(normaliseError(42).error).toBe('An error occurred')
})

test('EXP-8.08 a configured text replaces the words of an error type', () => {
  const cause = new ApiFailure('http', 403, '', { errors: [{ message: 'raw words', error_type: 'DATABASE_SECURITY_ACCESS_ERROR' }] })
  const said = normaliseError(cause, { DATABASE_SECURITY_ACCESS_ERROR: 'Ask the data team for access.' })
  expect(said.error).toBe('Ask the data team for access.')
  expect(describeDetails(said)).toBe('raw words')
})

test('EXP-8.09 every error type of the interface passes through with its level', () => {
  for (const code of Object.keys(problems)) {
    const said = normaliseError({ errors: [{ message: 'text', error_type: code, level: 'warning' }] })
    expect([said.errorType, said.level]).toEqual([code, 'warning'])
  }
})

test('the plain shapes {message}, {error} and {msg} give their text', () => {
  expect(normaliseError(new ApiFailure('http', 403, 'FORBIDDEN', { message: 'Forbidden' })).error).toBe('Forbidden')
  expect(normaliseError(new ApiFailure('http', 400, '', { error: 'no' })).error).toBe('no')
  expect(normaliseError(new ApiFailure('http', 401, '', { msg: 'Missing Authorization Header' })).error).toBe('Missing Authorization Header')
})
