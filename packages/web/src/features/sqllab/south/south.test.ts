import { expect, test } from 'vitest'
import '../words.ts'
import { t } from '../../../words/words.ts'
import { runStatuses, type Run } from '../state/model.ts'
import { describeFailure, describeFailures } from './describe-failure.ts'
import { faultIn } from './fault-place.ts'
import { firstLines, isTooOld, runsOfTab } from './history-runs.ts'
import { isLimitReached, limitSource } from './limit-reached.ts'
import { editDistance, nearestNames } from './nearest-names.ts'
import { historyState, labelOfStatus, labelTones, secondsText, sizeText } from './run-labels.ts'

test('the limit badge shows only when the limit cut something off', () => {
  expect(isLimitReached({ limitingFactor: 'DROPDOWN', rows: 10, limit: 10 })).toBe(true)
  expect(isLimitReached({ limitingFactor: 'NOT_LIMITED', rows: 10, limit: 10 })).toBe(false)
  expect(isLimitReached({ limitingFactor: 'DROPDOWN', rows: 3, limit: 10 })).toBe(false)
})

test('the limit names what set it: the statement, the menu, both, or the first choice of the menu that nobody made', () => {
  const sentence = (limitingFactor: string, limit: number): string => t(`sqllab.limitedBy.${limitSource({ limitingFactor, limit }, 1000)}`, { count: '7' })
  expect(sentence('QUERY', 7)).toBe('The number of rows displayed is limited to 7 by the query')
  expect(sentence('DROPDOWN', 7)).toBe('The number of rows displayed is limited to 7 by the limit dropdown.')
  expect(sentence('QUERY_AND_DROPDOWN', 7)).toBe('The number of rows displayed is limited to 7 by the query and limit dropdown.')
  expect(sentence('DROPDOWN', 1000)).toBe('The number of rows displayed is limited to 7 by the dropdown.')
  expect(sentence('QUERY', 1000)).toBe('The number of rows displayed is limited to 7 by the query')
})

test('SQL-2.19 the status labels of the editor are seven, each with its colour', () => {
  const labels = new Set(['offline', ...runStatuses.map(labelOfStatus)])
  expect([...labels].sort()).toEqual(['failed', 'fetching', 'offline', 'pending', 'running', 'stopped', 'success'])
  expect(labelTones).toEqual({
    offline: 'danger',
    failed: 'danger',
    stopped: 'danger',
    pending: 'info',
    fetching: 'info',
    running: 'warning',
    success: 'success',
  })
})

test('in the history a stopped run counts as failed, one out of time as offline, a waiting one as scheduled', () => {
  expect(['success', 'failed', 'stopped', 'running', 'fetching', 'timed_out', 'pending', 'scheduled', 'what'].map(historyState)).toEqual([
    'Success',
    'Failed',
    'Failed',
    'Running',
    'Fetching',
    'Offline',
    'Scheduled',
    'Scheduled',
    'Unknown Status',
  ])
})

test('times and sizes are short', () => {
  expect([secondsText(840), secondsText(12_345), secondsText(-5)]).toEqual(['0.84 s', '12.3 s', '0.00 s'])
  expect([sizeText(640_000), sizeText(12_400_000)]).toEqual(['640 KB', '12.4 MB'])
})

const error = (error_type: string, extra: object = {}, message = 'said the server') => ({ error_type, message, level: 'error', extra })

test('SQL-8.12 what the database, the way to it or its kept rows say is titled with the name of the database', () => {
  for (const type of [
    'SYNTAX_ERROR',
    'CONNECTION_HOST_DOWN_ERROR',
    'RESULTS_BACKEND_ERROR',
    'ASYNC_WORKERS_ERROR',
    'SQLLAB_TIMEOUT_ERROR',
    'GENERIC_DB_ENGINE_ERROR',
  ])
    expect(describeFailure(error(type, { engine_name: 'PostgreSQL' }))).toMatchObject({ title: 'PostgreSQL Error', text: 'said the server', isCode: true })
  expect(describeFailure(error('SYNTAX_ERROR')).title).toBe('DB engine Error')
  const issues = { issue_codes: [{ code: 1030, message: 'Issue 1030 - The query has a syntax error.' }] }
  expect(describeFailure(error('SYNTAX_ERROR', issues)).details).toBe('This may be triggered by:\nIssue 1030 - The query has a syntax error.')
})

test('SQL-8.12 a parameter that nobody set is named beside those that were meant perhaps', () => {
  const words = describeFailure(
    error('MISSING_TEMPLATE_PARAMS_ERROR', {
      undefined_parameters: ['my_tabel'],
      template_parameters: { my_table: 'x', other: 1 },
      issue_codes: [{ code: 1006, message: 'Issue 1006' }],
    }),
  )
  expect(words).toMatchObject({ title: 'Parameter error', guesses: [{ name: 'my_tabel', guess: 'my_table' }], details: 'This was triggered by:\nIssue 1006' })
  expect(editDistance('kitten', 'sitting')).toBe(3)
  expect(nearestNames(['a'], ['quite_another'])).toEqual([])
})

test('SQL-8.12 a run out of time, closed tables, wrong fields and anything else', () => {
  expect(describeFailure(error('BACKEND_TIMEOUT_ERROR', { timeout: 30 }))).toMatchObject({
    title: 'Timeout error',
    text: 'These results did not come in time. Queries are set to time out after 30 seconds.',
  })
  expect(describeFailure(error('FRONTEND_TIMEOUT_ERROR')).title).toBe('Timeout error')
  const closed = { ...error('TABLE_SECURITY_ACCESS_ERROR', { link: 'https://example.org/ask', tables: ['x'] }, 'You need access'), level: 'warning' }
  expect(describeFailure(closed)).toMatchObject({ title: 'Unexpected error', text: 'You need access', link: 'https://example.org/ask', level: 'warning' })
  expect(describeFailure(error('MARSHMALLOW_ERROR', { messages: { sql: ['Missing'] } })).details).toContain('sql')
  expect(describeFailure(error('SOMETHING_NEW')).title).toBe('Unexpected error')
})

test('SQL-8.05 a failure without a list is its message, else an unknown error', () => {
  expect(describeFailures({ errors: [], errorMessage: 'no such table' })[0]).toMatchObject({ title: 'Database error', text: 'no such table' })
  expect(describeFailures({ errors: [], errorMessage: null })[0]).toMatchObject({ text: 'Unknown error' })
  expect(describeFailures({ errors: [error('A'), error('B')], errorMessage: null })).toHaveLength(2)
})

const fault = (text: string, sql: string, message: string, more: { backend?: string; extra?: object } = {}) => {
  const found = faultIn(text, { sql, backend: more.backend ?? 'postgresql' }, { message, extra: more.extra })
  return found && [found.line, found.column]
}

test('the place of a mistake is found in the text of the tab, wherever the piece that ran stands in it', () => {
  const message = 'column "b" does not exist\nLINE 2:   b\n          ^'
  expect(fault('SELECT a,\n  b\nFROM t', 'SELECT a,\n  b\nFROM t', message)).toEqual([2, 3])
  expect(fault('SELECT 1;\n\nSELECT a,\n  b\nFROM t', 'SELECT a,\n  b\nFROM t', message)).toEqual([4, 3])
  expect(fault('SELECT 1; SELECT x', 'SELECT x', 'no\nLINE 1: SELECT x\n               ^')).toEqual([1, 18])
  expect(fault('SELECT 1;\nSELECT x', 'SELECT 1;\nSELECT x', 'Statement 2 out of 2 no\nLINE 1: SELECT x\n               ^')).toEqual([2, 8])
  expect(fault('SELECT x', 'SELECT x', 'bad', { extra: { line: 1, column: 8 } })).toEqual([1, 8])
  expect(fault('SELECT a, zz FROM t', 'SELECT a, zz FROM t', 'no such column: zz', { backend: 'sqlite' })).toEqual([1, 11])
  const wrong = 'SELECT a,\n  zz\nFROM t'
  expect(fault(wrong, wrong, 'We can\'t seem to resolve the column "zz" at line 2.')).toEqual([2, 3])
  expect(fault(wrong, wrong, 'Something is wrong at line 3')).toEqual([3, null])
})

test('a mistake that points nowhere, or into a text that is no longer there, marks nothing', () => {
  expect(fault('SELECT 1', 'SELECT 1', 'out of memory')).toBeUndefined()
  expect(fault('SELECT 2', 'SELECT x', 'no\nLINE 1: SELECT x\n               ^')).toBeUndefined()
})

const run = (id: string, startDttm: number, more: Partial<Run> = {}): Run =>
  ({ id, startDttm, serverId: null, sqlEditorId: 'tab', isDataPreview: false, ...more }) as Run

test('the history of a tab has its own runs, the newest first, and no looks at tables', () => {
  const runs = Object.fromEntries(
    [
      run('a', 1),
      run('b', 3),
      run('c', 2, { sqlEditorId: '12' }),
      run('d', 4, { sqlEditorId: 'other' }),
      run('e', 5, { isDataPreview: true }),
      run('f', 6, { sqlEditorId: null }),
    ].map((one) => [one.id, one]),
  )
  expect(runsOfTab(runs, { id: 'tab', serverId: 12 }).map(({ id }) => id)).toEqual(['b', 'c', 'a'])
  expect(runsOfTab(runs, { id: 'tab', serverId: null }).map(({ id }) => id)).toEqual(['b', 'a'])
})

test('a statement is shown by its first four lines; rows of another day are not brought up again', () => {
  expect(firstLines('a\nb\nc\nd\n')).toBe('a\nb\nc\nd')
  expect(firstLines('a\nb\nc\nd\ne')).toBe('a\nb\nc\nd …')
  expect([isTooOld({ startDttm: 0 }, 864e5), isTooOld({ startDttm: 0 }, 864e5 + 1)]).toEqual([false, true])
})
