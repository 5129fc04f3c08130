import { connectors } from '@sightline/connectors'
import { Exact } from '@sightline/core'
import { expect, test } from 'vitest'
import { fillSteps, grainFor, stepsBetween, stepsOfTime } from './histogram.ts'
import { classOf, stepsSql, summarySql, topSql } from './profile-sql.ts'
import { momentOfCell, showCell } from './show-cell.ts'

test('whole numbers are never cut apart, and every value has a step', () => {
  expect(stepsBetween(1, 5, true)).toEqual({ from: 1, width: 1, count: 5 })
  expect(stepsBetween(0, 39, true)).toEqual({ from: 0, width: 2, count: 20 })
  expect(stepsBetween(0, 1, false)).toEqual({ from: 0, width: 0.05, count: 20 })
  expect([stepsBetween(3, 3, true), stepsBetween(0, Infinity, false), stepsBetween(NaN, 1, false)]).toEqual([null, null, null])
  // Closer together than doubles are.
  expect(stepsBetween(1e300, 1e300 * (1 + Number.EPSILON), false)).toBeNull()
  expect(
    fillSteps({ from: 0, width: 1, count: 3 }, [
      { step: 0, rows: 4 },
      { step: 3, rows: 1 },
      { step: -1, rows: 1 },
    ]),
  ).toEqual([5, 0, 1])
})

test('times are grouped by the finest grain that answers few groups', () => {
  const offered = { P1D: 1, P1M: 1, P1Y: 1, PT1H: 1 }
  const day = 86_400_000
  expect(grainFor(0, day, offered)).toBe('PT1H')
  expect(grainFor(0, 300 * day, offered)).toBe('P1D')
  expect(grainFor(0, 3000 * day, offered)).toBe('P1M')
  // As where 9999-12-31 stands for no end.
  expect(grainFor(0, 253402214400000, offered)).toBe('P1Y')
  expect(grainFor(0, day, {})).toBeNull()
  expect(stepsOfTime(0, 19 * day + 1)).toEqual({ from: 0, width: day, count: 20 })
  expect(stepsOfTime(5, 5)).toBeNull()
})

test('what a column can be asked depends on its type', () => {
  const types = { BIGINT: 'numeric', MONEY: 'numeric', VARCHAR: 'string', 'VARCHAR[]': 'string', JSON: 'string', DATE: 'temporal', TIME: 'temporal' } as const
  expect(Object.entries(types).map(([type, kind]) => classOf({ type, kind }))).toEqual(['numeric', 'opaque', 'text', 'opaque', 'opaque', 'temporal', 'text'])
})

test('T9 every database gets its own quotes, whatever a name holds', () => {
  for (const { dialect } of connectors) {
    const [open, close] = dialect.quote
    const source = { dialect, schema: `s${close}`, table: `t${close}; DROP`, lookedAt: 'all', size: 0 } as const
    for (const sql of [summarySql(source, `c${close}`, 'numeric', false), topSql(source, `c${close}`, 'opaque'), stepsSql(source, `c${close}`, -1, 0.5)]) {
      expect(sql).toContain(`${open}s${close}${close}${close}.${open}t${close}${close}; DROP${close}`)
      expect(sql).toContain(`${open}c${close}${close}${close}`)
    }
  }
})

test('values are shown with every digit, cut where they are long, moments in UTC', () => {
  expect([showCell(9007199254740993n, false), showCell(new Exact('1.10'), false), showCell(7n, false), showCell(NaN, false)]).toEqual([
    '9007199254740993',
    '1.10',
    7,
    'NaN',
  ])
  expect(showCell('x'.repeat(300), false)).toHaveLength(201)
  expect([showCell(0, true), showCell(1500, true)]).toEqual(['1970-01-01', '1970-01-01 00:00:01.500'])
  expect(showCell({ a: [1n] }, false)).toBe('{"a":["1"]}')
  expect([momentOfCell('1970-01-02'), momentOfCell('1970-01-01 00:00:01'), momentOfCell('no')]).toEqual([86_400_000, 1000, null])
})
