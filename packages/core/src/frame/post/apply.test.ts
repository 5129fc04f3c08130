import { describe, expect, test } from 'vitest'
import { Exact, type Cell, frameFromRows } from '../frame.ts'
import { frameOf, nameOf } from '../table.ts'
import { applyPostProcessing } from './apply.ts'

const columns = [
  { name: 'day', kind: 'temporal', type: 'DATE' },
  { name: 'city', kind: 'string', type: 'TEXT' },
  { name: 'm1', kind: 'numeric', type: 'BIGINT' },
  { name: 'm2', kind: 'numeric', type: 'NUMERIC' },
] as const
const day = (date: number) => Date.UTC(2021, 0, date)
const rows: Cell[][] = [
  [day(1), 'NY', 1, 10],
  [day(1), 'Washington, DC', 2, 20],
  [day(2), 'NY', 3, null],
  [day(4), null, 9007199254740993n, new Exact('0.1')],
]
const run = (...steps: [string, object?][]) => {
  const result = applyPostProcessing(
    frameFromRows(columns, rows),
    steps.map(([operation, options]) => ({ operation, options })) as Parameters<typeof applyPostProcessing>[1],
  )
  if (!result.ok) return result.problem.message
  const frame = frameOf(result.value)
  return {
    names: frame.columns.map(({ name }) => name),
    rows: Array.from({ length: frame.length }, (_, row) => frame.values.map((values) => values[row])),
    table: result.value,
  }
}
const made = (...steps: [string, object?][]) => {
  const result = run(...steps)
  if (typeof result === 'string') throw new Error(result)
  return result
}
const pivot = (options: object = {}): [string, object] => ['pivot', { index: ['day'], columns: ['city'], aggregates: { m1: { operator: 'mean' } }, ...options }]

describe('post-processing', () => {
  test('a pivot that would fill the memory is refused', () => {
    const many = Array.from({ length: 2500 }, (_, row): Cell[] => [day(row), `city ${row}`, 1, 1])
    const [operation, options] = pivot()
    const refused = applyPostProcessing(frameFromRows(columns, many), [{ operation, options }] as Parameters<typeof applyPostProcessing>[1])
    expect(refused).toMatchObject({ ok: false, problem: { status: 400, message: expect.stringMatching(/more than 5000000 cells/) } })
  })

  test('pivot and flatten name columns by metric and value, and keep the parts apart', () => {
    const { names, rows: data, table } = made(pivot({ aggregates: { m2: { operator: 'sum' }, m1: { operator: 'mean' } } }), ['flatten'])
    expect(names).toEqual(['day', 'm1, <NULL>', 'm1, NY', 'm1, Washington, DC', 'm2, <NULL>', 'm2, NY', 'm2, Washington, DC'])
    expect(table.columns.map(({ parts }) => parts)[3]).toEqual(['m1', 'Washington, DC'])
    expect(data[0]).toEqual([day(1), null, 1, 2, null, 10, 20])
    expect(data[2]?.[1]).toBe(9007199254740993n)
  })

  test('a metric that is alone can be dropped from the names', () => {
    expect(made(pivot(), ['rename', { columns: { m1: null }, level: 0, inplace: true }], ['flatten']).names).toEqual(['day', '<NULL>', 'NY', 'Washington, DC'])
  })

  test('aggregate, sort and select', () => {
    expect(made(['aggregate', { groupby: ['city'], aggregates: { total: { column: 'm1', operator: 'sum' } } }]).rows).toEqual([
      ['NY', 4],
      ['Washington, DC', 2],
    ])
    expect(made(['sort', { by: ['m2'], ascending: [false] }], ['select', { columns: ['m1'], rename: { m1: 'n' } }])).toMatchObject({
      names: ['n'],
      rows: [[2], [1], [9007199254740993n], [3]],
    })
  })

  test('running values', () => {
    expect(made(['cum', { operator: 'sum', columns: { m2: 'so far' } }]).rows.map((row) => row[4])).toEqual([10, 30, 30, 30.1])
    expect(
      made(['diff', { columns: { m1: 'd' } }])
        .rows.map((row) => row[4])
        .slice(0, 3),
    ).toEqual([null, 1, 1])
    const rolled = made(['rolling', { rolling_type: 'mean', window: 2, min_periods: 2, columns: { m1: 'r' } }])
    expect(rolled.rows.map((row) => row[4]).slice(0, 2)).toEqual([1.5, 2.5])
    expect(rolled.table.numbers).toEqual([1, 2, 3])
  })

  test('comparison and shares', () => {
    expect(made(['compare', { source_columns: ['m2'], compare_columns: ['m1'], compare_type: 'ratio', drop_original_columns: true }])).toMatchObject({
      names: ['day', 'city', 'ratio__m2__m1'],
    })
    expect(made(['contribution', { columns: ['m2'], rename_columns: ['share'] }]).rows.map((row) => Number(row[4]).toFixed(3))).toEqual([
      '0.332',
      '0.664',
      '0.000',
      '0.003',
    ])
    expect(run(['contribution', { columns: ['city'] }])).toMatch(/not numeric/)
  })

  test('missing days are filled in', () => {
    const filled = made(pivot({ columns: [] }), ['resample', { rule: '1D', method: 'asfreq', fill_value: 0 }], ['flatten'])
    expect(filled.rows.map(([at]) => at)).toEqual([1, 2, 3, 4].map(day))
    expect(filled.rows[2]?.[1]).toBe(0)
    expect(run(['resample', { rule: 'fortnight', method: 'sum' }])).toMatch(/DatetimeIndex/)
    expect(run(pivot({ columns: [] }), ['resample', { rule: 'fortnight', method: 'sum' }])).toMatch(/fortnight/)
  })

  test('what a step cannot do is said', () => {
    expect(run(['sort', { by: ['nope'] }])).toMatch(/not available/)
    expect(run(pivot({ index: [] }))).toMatch(/at least one index/)
    expect(run(pivot({ aggregates: { m1: { operator: 'constructor' } } }))).toMatch(/constructor/)
    expect(run(['cum', { operator: 'toString', columns: { m1: 'x' } }])).toMatch(/toString/)
  })

  test('a frame without rows stays as it is', () => {
    const result = applyPostProcessing(frameFromRows(columns, []), [{ operation: 'sort', options: { by: ['nope'] } }])
    expect(result.ok && result.value.columns.map(nameOf)).toEqual(['day', 'city', 'm1', 'm2'])
  })
})
