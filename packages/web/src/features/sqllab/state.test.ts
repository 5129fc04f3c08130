import { expect, test } from 'vitest'
import { idle, isBlankSql, isLimitReached, limitChoices, limitSource, reduceRun, type RunResult } from './state.ts'

const result: RunResult = {
  columns: [],
  data: [],
  rows: 10,
  limit: 10,
  limitingFactor: 'DROPDOWN',
  isDisplayCut: false,
  executedSql: null,
  startedAt: 0,
  endedAt: 1,
}
const running = reduceRun(idle, { type: 'started', clientId: 'a', now: 5 })

test('SQL-4.01 a run starts as running', () => {
  expect(running).toEqual({ state: 'running', clientId: 'a', startedAt: 5, isStopping: false })
})

test('SQL-4.02 success is ignored once the query was stopped', () => {
  const stopped = reduceRun(running, { type: 'stopped', clientId: 'a', now: 9 })
  expect(reduceRun(stopped, { type: 'succeeded', clientId: 'a', result })).toBe(stopped)
  expect(reduceRun(running, { type: 'succeeded', clientId: 'a', result }).state).toBe('success')
})

test('SQL-4.03 a failure is ignored once the query was stopped, and kept otherwise', () => {
  const stopped = reduceRun(running, { type: 'stopped', clientId: 'a', now: 9 })
  expect(reduceRun(stopped, { type: 'failed', clientId: 'a', failure: 1, now: 10 })).toBe(stopped)
  expect(reduceRun(running, { type: 'failed', clientId: 'a', failure: 1, now: 10 })).toEqual({ state: 'failed', clientId: 'a', failure: 1, elapsedMs: 5 })
})

test('SQL-4.04 stopping leaves no result behind', () => {
  expect(reduceRun(running, { type: 'stopped', clientId: 'a', now: 9 })).toEqual({ state: 'stopped', clientId: 'a', elapsedMs: 4 })
})

test('the answer of an earlier run does not replace a later one', () => {
  const later = reduceRun(running, { type: 'started', clientId: 'b', now: 7 })
  expect(reduceRun(later, { type: 'succeeded', clientId: 'a', result })).toBe(later)
})

test('the limit badge shows only when the limit cut something off', () => {
  expect(isLimitReached(result)).toBe(true)
  expect(isLimitReached({ ...result, limitingFactor: 'NOT_LIMITED' })).toBe(false)
  expect(isLimitReached({ ...result, rows: 3 })).toBe(false)
})

test('the limit names what set it', () => {
  expect(['QUERY', 'DROPDOWN', 'QUERY_AND_DROPDOWN'].map((limitingFactor) => limitSource({ ...result, limitingFactor }))).toEqual(['query', 'dropdown', 'both'])
})

test('comments alone cannot be run', () => {
  expect(['', ' ; ', '-- nothing', '/* a\nb */ ;'].map(isBlankSql)).toEqual([true, true, true, true])
  expect(isBlankSql('-- one\nSELECT 1')).toBe(false)
})

test('limits are powers of ten up to the most the server gives', () => {
  expect(limitChoices(100_000)).toEqual([10, 100, 1000, 10_000, 100_000])
})
