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

  test('days and months of a resample are those of the zone, and no hour is lost when clocks change', () => {
    const at = (text: string) => Date.parse(text)
    const resampled = (rule: string, moments: readonly number[]) => {
      const frame = frameFromRows(
        columns,
        moments.map((moment): Cell[] => [moment, 'NY', 1, 1]),
      )
      const steps = [pivot({ columns: [] }), ['resample', { rule, method: 'sum' }], ['flatten']].map(([operation, options]) => ({ operation, options }))
      const result = applyPostProcessing(frame, steps as Parameters<typeof applyPostProcessing>[1], 'America/New_York')
      if (!result.ok) throw new Error(result.problem.message)
      return frameOf(result.value).values[0]!.map((cell) => new Date(cell as number).toISOString())
    }
    expect(resampled('1D', [at('2021-11-06T12:00:00Z'), at('2021-11-08T12:00:00Z')])).toEqual([
      '2021-11-06T04:00:00.000Z',
      '2021-11-07T04:00:00.000Z',
      '2021-11-08T05:00:00.000Z',
    ])
    expect(resampled('1MS', [at('2021-10-06T12:00:00Z'), at('2021-12-08T12:00:00Z')])).toEqual([
      '2021-10-01T04:00:00.000Z',
      '2021-11-01T04:00:00.000Z',
      '2021-12-01T05:00:00.000Z',
    ])
    expect(resampled('1H', [at('2021-11-07T04:00:00Z'), at('2021-11-07T07:30:00Z')])).toHaveLength(4)
  })

  test('several weeks or months end with those of the first row', () => {
    const rule = (text: string) => made(pivot({ columns: [] }), ['resample', { rule: text, method: 'sum' }], ['flatten']).rows.map(([moment]) => moment)
    expect(rule('2W')).toEqual([Date.UTC(2021, 0, 3), Date.UTC(2021, 0, 17)])
    expect(rule('W-FRI')).toEqual([Date.UTC(2021, 0, 1), Date.UTC(2021, 0, 8)])
    expect(rule('2M')).toEqual([Date.UTC(2021, 0, 31)])
    expect(rule('1A')).toEqual([Date.UTC(2021, 11, 31)])
    expect(rule('QS')).toEqual([Date.UTC(2021, 0, 1)])
  })

  test('a forecast has the rows of the future, and bounds around every value', () => {
    const days = Array.from({ length: 60 }, (_, row): Cell[] => [day(row + 1), 'NY', row * 2 + (row % 7), null])
    const steps = [
      { operation: 'select', options: { columns: ['day', 'm1', 'm2'] } },
      { operation: 'prophet', options: { time_grain: 'P1D', periods: 5, confidence_interval: 0.8, index: 'day' } },
    ] as Parameters<typeof applyPostProcessing>[1]
    const result = applyPostProcessing(frameFromRows(columns, days), steps)
    if (!result.ok) throw new Error(result.problem.message)
    const frame = frameOf(result.value)
    // A series with gaps is left as it is.
    expect(frame.columns.map(({ name }) => name)).toEqual(['day', 'm1__yhat', 'm1__yhat_lower', 'm1__yhat_upper', 'm1', 'm2'])
    expect(frame.length).toBe(65)
    const [moments, expected, lower, upper, seen] = frame.values as number[][]
    expect(moments!.at(-1)).toBe(day(65))
    expect(seen!.slice(-5)).toEqual([null, null, null, null, null])
    for (const [row, value] of expected!.entries()) {
      expect(lower![row]!).toBeLessThan(value)
      expect(upper![row]!).toBeGreaterThan(value)
      expect(Math.abs(value - (row * 2 + (row % 7)))).toBeLessThan(3)
    }
    expect(upper!.at(-1)! - lower!.at(-1)!).toBeGreaterThan(upper![0]! - lower![0]!)
  })

  test.each([
    [{ time_grain: null }, 'Time grain missing'],
    [{ time_grain: 'PT0.25H' }, 'Unsupported time grain: PT0.25H'],
    [{ periods: 1.5 }, 'Periods must be a whole number'],
    [{ periods: -1 }, 'Periods must be a whole number'],
    [{ confidence_interval: 1 }, 'Confidence interval must be between 0 and 1 (exclusive)'],
    [{ index: 'city' }, 'DataFrame must include temporal column'],
    [{ index: 'nope' }, 'DataFrame must include temporal column'],
  ])('a forecast with %j is refused', (options, message) => {
    expect(run(['prophet', { time_grain: 'P1D', periods: 3, confidence_interval: 0.8, index: 'day', ...options }])).toBe(message)
  })

  test('places: geohash and geodetic', () => {
    const spots: Cell[][] = [[day(1), '57.64911,10.40744,5', 57.64911, 10.40744]]
    const at = (operation: string, options: object) => {
      const result = applyPostProcessing(frameFromRows(columns, spots), [{ operation, options }] as Parameters<typeof applyPostProcessing>[1])
      if (!result.ok) throw new Error(result.problem.message)
      const frame = frameOf(result.value)
      return Object.fromEntries(frame.columns.map(({ name }, index) => [name, frame.values[index]![0]]))
    }
    expect(at('geohash_encode', { latitude: 'm1', longitude: 'm2', geohash: 'hash' })).toMatchObject({ hash: 'u4pruydqqvj8' })
    expect(at('geodetic_parse', { geodetic: 'city', latitude: 'lat', longitude: 'lon', altitude: 'alt' })).toMatchObject({
      lat: 57.64911,
      lon: 10.40744,
      alt: 5,
    })
    expect(run(['geohash_decode', { geohash: 'city', latitude: 'lat', longitude: 'lon' }])).toBe('Invalid geohash string')
  })

  test.each([
    [['aggregate', { groupby: ['nope'], aggregates: {} }], 'Referenced columns not available in DataFrame.'],
    [['aggregate', { groupby: [], aggregates: { n: { column: 'nope', operator: 'sum' } } }], 'Column referenced by aggregate is undefined: nope'],
    [['aggregate', { groupby: [], aggregates: { m1: {} } }], 'Operator undefined for aggregator: m1'],
    [['aggregate', { groupby: [], aggregates: { m1: { operator: 'percentile' } } }], 'A percentile needs the option q between 0 and 100'],
    [['pivot', { index: ['day'], columns: [], aggregates: {} }], 'Pivot operation must include at least one aggregate'],
    [['rename', { columns: { m1: 'm2' } }], 'Label already exists'],
    [['rename', { columns: { m1: 'x' }, level: 3 }], 'There is no level 3 in the names of the columns'],
    [['select', { exclude: ['nope'] }], 'Referenced columns not available in DataFrame.'],
    [['rolling', { rolling_type: 'mean', columns: { m1: 'r' } }], 'Undefined window for rolling operation'],
    [['rolling', { rolling_type: 'mean', window: 10_001, columns: { m1: 'r' } }], 'Window must be at most 10000'],
    [['rolling', { rolling_type: 'mean', window: 2, win_type: 'wobbly', columns: { m1: 'r' } }], 'Invalid win_type: wobbly'],
    [['rolling', { rolling_type: 'mean', window: 2, min_periods: 3, columns: { m1: 'r' } }], 'min_periods 3 must be <= window 2'],
    [
      ['compare', { source_columns: ['m1'], compare_columns: ['m2'], compare_type: 'nearness' }],
      '`compare_type` must be `difference`, `percentage` or `ratio`',
    ],
    [['boxplot', { groupby: ['city'], metrics: ['m1'], whisker_type: 'cat' }], 'Unsupported whisker type: cat'],
    [['sort', { by: ['m1'], ascending: [true, false] }], 'The option `ascending` must have as many values as `by`'],
    [['diff', { columns: { city: 'd' } }], 'Column "city" is not numeric'],
    [['rolling', { rolling_type: 'mean', window: 2, columns: { city: 'r' } }], 'Column "city" is not numeric'],
    [['compare', { source_columns: ['city'], compare_columns: ['m2'], compare_type: 'ratio' }], 'Column "city" is not numeric'],
    [['aggregate', { groupby: [], aggregates: { city: { operator: 'mean' } } }], 'Column "city" is not numeric'],
    [['pivot', { index: ['day'], columns: [], aggregates: { city: { operator: 'mean' } } }], 'Column "city" is not numeric'],
    [['cum', { operator: 'sum', columns: { m1: 'x' }, colour: 'red' }], 'The operation cum has no option `colour`'],
    [['constructor', {}], 'Unsupported post processing operation: constructor'],
  ] as [[string, object], string][])('%j is refused', (step, message) => {
    expect(run(step)).toBe(message)
  })

  test('resample knows its methods', () => {
    expect(run(pivot({ columns: [] }), ['resample', { rule: '1D', method: 'max' }])).toBe(
      'Resample method should be in asfreq, bfill, ffill, linear, median, mean, sum.',
    )
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
