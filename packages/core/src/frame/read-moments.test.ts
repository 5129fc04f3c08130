import { expect, test } from 'vitest'
import { frameFromRows } from './frame.ts'
import { readMoments } from './read-moments.ts'

test('texts of times become times, where the query knows that they are', () => {
  const columns = ['cut', 'day', 'word', 'seen'].map((name) => ({ name, kind: 'string' as const, type: 'TEXT' }))
  const frame = frameFromRows(
    [...columns.slice(0, 3), { ...columns[3]!, kind: 'temporal' }],
    [
      ['2021-01-02 03:04:05', '2021-01-02', '2021-01-02', 7],
      [null, 'soon', 'x', null],
      ['2021-02-30T00:00:00.5', '0001-01-01', '', 1],
    ],
  )
  const read = readMoments(frame, [0, 1, 3])
  expect(read.columns.map(({ kind }) => kind)).toEqual(['temporal', 'temporal', 'string', 'temporal'])
  expect(read.values[0]!.slice(0, 2)).toEqual([Date.UTC(2021, 0, 2, 3, 4, 5), null])
  expect(read.values[1]).toEqual([Date.UTC(2021, 0, 2), null, Date.parse('0001-01-01T00:00:00Z')])
  expect(read.values[2]).toEqual(['2021-01-02', 'x', ''])
  expect(read.values[3]).toEqual([7, null, 1])
})
