import type { PostProcessingStep } from '@sightline/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { frameFromRows, type Cell } from '../frame.ts'
import { frameOf } from '../table.ts'
import { applyPostProcessing } from './apply.ts'

/**
 * Every operation against the slowest and plainest way to say the same: rows as objects, loops inside loops, nothing shared with the code
 * under test.
 */
interface Row {
  readonly t: number
  readonly a: string | null
  readonly b: string
  readonly x: number | null
  readonly y: number | null
}
type Plain = Readonly<Record<string, unknown>>

const day = 86_400_000
const start = Date.UTC(2021, 1, 20)
const columns = [
  { name: 't', kind: 'temporal', type: 'TIMESTAMP' },
  { name: 'a', kind: 'string', type: 'TEXT' },
  { name: 'b', kind: 'string', type: 'TEXT' },
  { name: 'x', kind: 'numeric', type: 'INTEGER' },
  { name: 'y', kind: 'numeric', type: 'DOUBLE' },
] as const

const number = fc.option(fc.integer({ min: -50, max: 50 }), { freq: 6 })
const rowsOf = (least = 1): fc.Arbitrary<readonly Row[]> =>
  fc.array(
    fc.record({
      t: fc.integer({ min: 0, max: 90 }).map((days) => start + days * day),
      a: fc.option(fc.constantFrom('k', 'l', 'm, n'), { freq: 6 }),
      b: fc.constantFrom('p', 'q'),
      x: number,
      y: number,
    }),
    { minLength: least, maxLength: 25 },
  )

function run(rows: readonly Row[], ...steps: readonly [operation: string, options?: object][]): readonly Plain[] {
  const frame = frameFromRows(
    columns,
    rows.map((row) => columns.map(({ name }): Cell => row[name])),
  )
  const wanted = steps.map(([operation, options]) => ({ operation, options })) as unknown as readonly PostProcessingStep[]
  const result = applyPostProcessing(frame, wanted)
  if (!result.ok) throw new Error(result.problem.message)
  const made = frameOf(result.value)
  return Array.from({ length: made.length }, (_, row) => Object.fromEntries(made.columns.map(({ name }, at) => [name, made.values[at]![row]])))
}

/** Numbers to nine digits: two ways of adding need not agree on the last. */
const near = (value: unknown): unknown => {
  if (typeof value === 'number') return Number.isFinite(value) ? Number(value.toPrecision(9)) + 0 : null
  if (Array.isArray(value)) return value.map(near)
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, near(inner)])) : value
}
const agree = (made: unknown, expected: unknown) => expect(near(made)).toEqual(near(expected))
const known = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null)
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)
const mean = (values: readonly number[]): number | null => (values.length === 0 ? null : sum(values) / values.length)
const variance = (values: readonly number[], degrees: number): number | null =>
  values.length <= degrees ? null : sum(values.map((value) => (value - mean(values)!) ** 2)) / (values.length - degrees)
const root = (value: number | null) => (value === null ? null : Math.sqrt(value))
function quantile(values: readonly number[], part: number, isMidpoint = false): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * part
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!]
  return low + (high - low) * (isMidpoint && Math.floor(place) !== Math.ceil(place) ? 0.5 : place % 1)
}
const orNull = (values: readonly (number | null)[], compute: (values: readonly number[]) => number | null) =>
  values.includes(null) ? null : compute(values as readonly number[])

const operators: Readonly<Record<string, (values: readonly (number | null)[]) => unknown>> = {
  sum: (values) => sum(known(values)),
  nansum: (values) => sum(known(values)),
  mean: (values) => mean(known(values)),
  nanmean: (values) => mean(known(values)),
  average: (values) => orNull(values, mean),
  median: (values) => orNull(values, (all) => quantile(all, 0.5)),
  nanmedian: (values) => quantile(known(values), 0.5),
  min: (values) => (known(values).length === 0 ? null : Math.min(...known(values))),
  nanmin: (values) => (known(values).length === 0 ? null : Math.min(...known(values))),
  max: (values) => (known(values).length === 0 ? null : Math.max(...known(values))),
  nanmax: (values) => (known(values).length === 0 ? null : Math.max(...known(values))),
  count: (values) => values.length,
  count_nonzero: (values) => values.filter((value) => value !== 0).length,
  prod: (values) => known(values).reduce((a, b) => a * b, 1),
  product: (values) => known(values).reduce((a, b) => a * b, 1),
  std: (values) => root(variance(known(values), 0)),
  var: (values) => variance(known(values), 0),
  cumsum: (values) => sum(known(values)),
  cumprod: (values) => known(values).reduce((a, b) => a * b, 1),
  argmin: (values) => (known(values).length === 0 ? null : values.indexOf(Math.min(...known(values)))),
  argmax: (values) => (known(values).length === 0 ? null : values.indexOf(Math.max(...known(values)))),
}

/** Rows with a whole key, in the order of the keys. */
function groups(rows: readonly Row[], keys: readonly ('t' | 'a' | 'b')[]): readonly (readonly Row[])[] {
  const found: Row[][] = []
  for (const row of rows) {
    if (keys.some((key) => row[key] === null)) continue
    const same = found.find(([first]) => keys.every((key) => first![key] === row[key]))
    if (same) same.push(row)
    else found.push([row])
  }
  return found.toSorted(([one], [other]) => {
    for (const key of keys) if (one![key] !== other![key]) return one![key]! < other![key]! ? -1 : 1
    return 0
  })
}

describe('every operation says what its plainest description says', () => {
  test.each(Object.keys(operators))('aggregate %s', (operator) => {
    fc.assert(
      fc.property(rowsOf(), fc.subarray(['a', 'b'] as const), (rows, groupby) => {
        const expected = groups(rows, groupby).map((group) => ({
          ...Object.fromEntries(groupby.map((key) => [key, group[0]![key]])),
          n: operators[operator]!(group.map(({ x }) => x)),
        }))
        agree(run(rows, ['aggregate', { groupby, aggregates: { n: { column: 'x', operator } } }]), expected)
      }),
    )
  })

  test.each(['percentile', 'nanpercentile'])('aggregate %s', (operator) => {
    fc.assert(
      fc.property(rowsOf(), fc.integer({ min: 0, max: 100 }), (rows, q) => {
        const xs = rows.map(({ x }) => x)
        const expected = operator === 'percentile' ? orNull(xs, (all) => quantile(all, q / 100)) : quantile(known(xs), q / 100)
        agree(run(rows, ['aggregate', { groupby: [], aggregates: { n: { column: 'x', operator, options: { q } } } }]), [{ n: expected }])
      }),
    )
  })

  test('pivot and flatten', () => {
    fc.assert(
      fc.property(rowsOf(), fc.boolean(), fc.constantFrom('mean', 'sum', 'max'), (rows, dropsMissing, operator) => {
        const metrics = ['x', 'y'] as const
        const days = groups(rows, ['t']).map(([first]) => first!.t)
        const cell = (metric: 'x' | 'y', t: number, a: string, b: string) => {
          const inside = rows.filter((row) => row.t === t && (row.a ?? '<NULL>') === a && row.b === b)
          return inside.length === 0 ? null : operators[operator]!(inside.map((row) => row[metric]))
        }
        const kept = days.filter((t) => !dropsMissing || metrics.some((metric) => rows.some(({ a, b }) => cell(metric, t, a ?? '<NULL>', b) !== null)))
        const expected = kept.map((t) => {
          const one: Record<string, unknown> = { t }
          for (const metric of metrics)
            for (const a of ['<NULL>', 'k', 'l', 'm, n'])
              for (const b of ['p', 'q']) {
                const isThere = rows.some((row) => (row.a ?? '<NULL>') === a && row.b === b)
                if (isThere && (!dropsMissing || days.some((at) => cell(metric, at, a, b) !== null))) one[`${metric}, ${a}, ${b}`] = cell(metric, t, a, b)
              }
          return one
        })
        const options = { index: ['t'], columns: ['a', 'b'], drop_missing_columns: dropsMissing, aggregates: { x: { operator }, y: { operator } } }
        const made = run(rows, ['pivot', options], ['flatten'])
        agree(made, expected)
        expect(made.map((row) => Object.keys(row))).toEqual(expected.map((row) => Object.keys(row)))
      }),
    )
  })

  test('a pivot with margins totals its rows, its columns and everything', () => {
    fc.assert(
      fc.property(rowsOf(), (rows) => {
        const options = { index: ['b'], columns: ['a'], aggregates: { y: { operator: 'sum' } }, marginal_distributions: true, marginal_distribution_name: 'T' }
        const made = run(rows, ['pivot', options], ['flatten'])
        const total = (filter: (row: Row) => boolean) => sum(known(rows.filter(filter).map(({ y }) => y)))
        for (const row of made) agree(row['y, T'], row['b'] === 'T' ? total(() => true) : total(({ b }) => b === row['b']))
        agree(
          made.at(-1)!['y, k'] ?? 0,
          total(({ a }) => a === 'k'),
        )
      }),
    )
  })

  test.each(['sum', 'prod', 'min', 'max'])('cum %s', (operator) => {
    const combine = {
      sum,
      prod: (all: number[]) => all.reduce((a, b) => a * b, 1),
      min: (all: number[]) => Math.min(...all),
      max: (all: number[]) => Math.max(...all),
    }
    fc.assert(
      fc.property(rowsOf(), (rows) => {
        const expected = rows.map((_, at) => combine[operator as 'sum'](rows.slice(0, at + 1).map(({ x }) => x ?? 0)))
        agree(
          run(rows, ['cum', { operator, columns: { x: 'r' } }]).map(({ r }) => r),
          expected,
        )
      }),
    )
  })

  test('diff by rows and by columns', () => {
    fc.assert(
      fc.property(rowsOf(), fc.integer({ min: -3, max: 3 }), (rows, periods) => {
        const minus = (a: number | null | undefined, b: number | null | undefined) => (a == null || b == null ? null : a - b)
        agree(
          run(rows, ['diff', { columns: { x: 'd' }, periods }]).map(({ d }) => d),
          rows.map(({ x }, at) => minus(x, rows[at - periods]?.x)),
        )
        agree(
          run(rows, ['diff', { columns: { x: 'x', y: 'y' }, axis: 1 }]).map(({ x, y }) => [x, y]),
          rows.map(({ x, y }) => [null, minus(y, x)]),
        )
      }),
    )
  })

  test.each(['count', 'sum', 'mean', 'median', 'min', 'max', 'var', 'std', 'skew', 'kurt', 'quantile', 'corr', 'cov'])('rolling %s', (type) => {
    const moment = (values: readonly number[], power: number) => mean(values.map((value) => (value - mean(values)!) ** power))!
    const isFlat = (values: readonly number[]) => new Set(values).size <= 1
    const statistics: Readonly<Record<string, (values: readonly number[]) => number | null>> = {
      count: (values) => values.length,
      sum,
      mean,
      median: (values) => quantile(values, 0.5),
      min: (values) => (values.length === 0 ? null : Math.min(...values)),
      max: (values) => (values.length === 0 ? null : Math.max(...values)),
      var: (values) => variance(values, 1),
      std: (values) => root(variance(values, 1)),
      skew: (values) => {
        const n = values.length
        if (n < 3) return null
        return isFlat(values) ? 0 : ((Math.sqrt(n * (n - 1)) / (n - 2)) * moment(values, 3)) / moment(values, 2) ** 1.5
      },
      kurt: (values) => {
        const n = values.length
        if (n < 4) return null
        return isFlat(values) ? -3 : ((n - 1) / ((n - 2) * (n - 3))) * ((n + 1) * (moment(values, 4) / moment(values, 2) ** 2) - 3 * (n - 1))
      },
      quantile: (values) => quantile(values, 0.3),
      cov: (values) => variance(values, 1),
      corr: (values) => (values.length < 2 || isFlat(values) ? null : 1),
    }
    fc.assert(
      fc.property(rowsOf(), fc.integer({ min: 1, max: 8 }), fc.option(fc.nat(8)), fc.boolean(), (rows, window, periods, center) => {
        const least = periods === null ? null : Math.min(periods, window)
        const ahead = center ? Math.floor((window - 1) / 2) : 0
        const expected = rows.map((_, at) => {
          const inside = rows.slice(Math.max(0, at + ahead + 1 - window), at + ahead + 1).map(({ y }) => y)
          const enough = type === 'count' ? inside.length : known(inside).length
          return enough < (least ?? window) ? null : statistics[type]!(known(inside))
        })
        const options = { rolling_type: type, rolling_type_options: type === 'quantile' ? { quantile: 0.3 } : null, window, min_periods: least, center }
        agree(
          run(rows, ['rolling', { ...options, columns: { y: 'r' } }]).map(({ r }) => (typeof r === 'number' ? r.toFixed(6).replace(/^-(0\.0+)$/, '$1') : r)),
          expected.slice(Math.max(0, (least ?? 0) - 1)).map((value) => value?.toFixed(6).replace(/^-(0\.0+)$/, '$1') ?? null),
        )
      }),
    )
  })

  test('rolling with weights', () => {
    fc.assert(
      fc.property(rowsOf(), fc.integer({ min: 1, max: 6 }), (rows, window) => {
        const weight = (at: number) =>
          window % 2 === 0 ? (2 * (Math.min(at, window - 1 - at) + 1) - 1) / window : (2 * (Math.min(at, window - 1 - at) + 1)) / (window + 1)
        const expected = rows.map((_, row) => {
          let [all, weights] = [0, 0]
          for (let at = 0; at < window; at++) {
            const value = rows[row + 1 - window + at]?.y
            if (value == null) continue
            all += weight(at) * value
            weights += weight(at)
          }
          return weights === 0 ? null : all / weights
        })
        agree(
          run(rows, ['rolling', { rolling_type: 'mean', win_type: 'triang', window, min_periods: 0, columns: { y: 'r' } }]).map(({ r }) => r),
          expected,
        )
      }),
    )
  })

  test.each(['asfreq', 'ffill', 'bfill', 'linear', 'sum', 'mean', 'median'])('resample %s by days, weeks and months', (method) => {
    fc.assert(
      fc.property(rowsOf(), fc.constantFrom('1D', '7D', 'W', 'MS', '1M'), (rows, rule) => {
        const points = groups(rows, ['t']).map((group) => ({ t: group[0]!.t, y: operators['mean']!(group.map(({ y }) => y)) as number | null }))
        const first = points[0]!.t
        const last = points.at(-1)!.t
        const begin = (t: number): number => {
          const date = new Date(t)
          if (rule === '1D') return t
          if (rule === '7D') return first + Math.floor((t - first) / (7 * day)) * 7 * day
          return rule === 'W' ? t - ((date.getUTCDay() + 6) % 7) * day : Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
        }
        const next = (t: number): number => {
          const date = new Date(t)
          return rule === '1D' ? t + day : rule === '7D' || rule === 'W' ? t + 7 * day : Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
        }
        const starts: number[] = []
        for (let t = begin(first); t <= last; t = next(t)) starts.push(t)
        const labels = starts.map((t) => (rule === 'W' || rule === '1M' ? next(t) - day : t))
        let values = starts.map((t, at): number | null => {
          const inside = points.filter((point) => begin(point.t) === t).map(({ y }) => y)
          if (method === 'sum') return sum(known(inside))
          if (method === 'mean') return mean(known(inside))
          if (method === 'median') return quantile(known(inside), 0.5)
          if (method === 'ffill') return points.findLast((point) => point.t <= labels[at]!)?.y ?? null
          if (method === 'bfill') return points.find((point) => point.t >= labels[at]!)?.y ?? null
          return points.find((point) => point.t === labels[at])?.y ?? null
        })
        if (method === 'ffill') values = values.map((_, at) => values.slice(0, at + 1).findLast((value) => value !== null) ?? null)
        if (method === 'bfill') values = values.map((_, at) => values.slice(at).find((value) => value !== null) ?? null)
        if (method === 'linear') {
          const given = values
          values = given.map((value, at) => {
            if (value !== null) return value
            const before = given.slice(0, at).findLastIndex((one) => one !== null)
            const after = given.findIndex((one, place) => place > at && one !== null)
            if (before < 0) return null
            return after < 0 ? given[before]! : given[before]! + ((given[after]! - given[before]!) * (at - before)) / (after - before)
          })
        }
        const pivot: [string, object] = ['pivot', { index: ['t'], columns: [], aggregates: { y: { operator: 'mean' } }, drop_missing_columns: false }]
        agree(
          run(rows, pivot, ['resample', { rule, method }], ['flatten']).map(({ t, y }) => [t, y]),
          labels.map((t, at) => [t, values[at]]),
        )
      }),
    )
  })

  test.each(['difference', 'percentage', 'ratio'])('compare %s', (type) => {
    fc.assert(
      fc.property(rowsOf(), fc.integer({ min: 0, max: 5 }), (rows, precision) => {
        const expected = rows.map(({ x, y }) => {
          if (x === null || y === null) return null
          if (type === 'difference') return x - y
          if (y === 0) return null
          return type === 'ratio' ? x / y : (x - y) / y
        })
        const made = run(rows, ['compare', { source_columns: ['x'], compare_columns: ['y'], compare_type: type, precision, drop_original_columns: true }])
        for (const [at, row] of made.entries()) {
          expect(Object.keys(row)).toEqual(['t', 'a', 'b', `${type}__x__y`])
          const value = row[`${type}__x__y`] as number | null
          if (expected[at] === null) expect(value).toBeNull()
          else expect(Math.abs(value! - expected[at]!)).toBeLessThanOrEqual(type === 'difference' ? 0 : 0.5 * 10 ** -precision + 1e-9)
        }
      }),
    )
  })

  test.each(['row', 'column'])('contribution by %s', (orientation) => {
    fc.assert(
      fc.property(rowsOf(), (rows) => {
        const made = run(rows, ['contribution', { orientation, columns: ['x', 'y'], rename_columns: ['p', 'q'] }])
        const totals = { x: sum(rows.map(({ x }) => x ?? 0)), y: sum(rows.map(({ y }) => y ?? 0)) }
        const share = (value: number, total: number) => (total === 0 ? null : value / total)
        agree(
          made.map(({ p, q }) => [p, q]),
          rows.map(({ x, y }) => {
            const both = (x ?? 0) + (y ?? 0)
            return [share(x ?? 0, orientation === 'row' ? both : totals.x), share(y ?? 0, orientation === 'row' ? both : totals.y)]
          }),
        )
      }),
    )
  })

  test('sort puts nulls last in both directions and keeps the order of equals', () => {
    fc.assert(
      fc.property(rowsOf(), fc.boolean(), fc.boolean(), (rows, first, second) => {
        const compare = (a: string | number | null, b: string | number | null, isRising: boolean) => {
          if (a === b) return 0
          if (a === null || b === null) return a === null ? 1 : -1
          return (a < b ? -1 : 1) * (isRising ? 1 : -1)
        }
        const expected = rows.toSorted((one, other) => compare(one.a, other.a, first) || compare(one.x, other.x, second))
        expect(run(rows, ['sort', { by: ['a', 'x'], ascending: [first, second] }])).toEqual(expected.map((row) => ({ ...row })))
        expect(run(rows, ['sort', { is_sort_index: true, ascending: false }])).toEqual(rows.toReversed().map((row) => ({ ...row })))
      }),
    )
  })

  test('select and rename', () => {
    fc.assert(
      fc.property(rowsOf(), fc.subarray(['t', 'a', 'b', 'x', 'y'] as const, { minLength: 1 }), (rows, kept) => {
        const called = (name: string) => (name === 'x' ? 'n' : name)
        const expected = rows.map((row) => Object.fromEntries(kept.map((name) => [called(name), row[name]])))
        expect(run(rows, ['select', { columns: kept, rename: { x: 'n' } }])).toEqual(expected)
        const left = rows.map((row) =>
          Object.fromEntries(columns.flatMap(({ name }) => ((kept as readonly string[]).includes(name) ? [] : [[name, row[name]]]))),
        )
        expect(run(rows, ['select', { exclude: kept }])).toEqual(left)
        expect(run(rows, ['rename', { columns: { x: 'n' } }])).toEqual(
          rows.map((row) => Object.fromEntries(columns.map(({ name }) => [called(name), row[name]]))),
        )
      }),
    )
  })

  test.each(['tukey', 'min/max', 'percentile'])('boxplot %s', (whisker) => {
    fc.assert(
      fc.property(rowsOf(), (rows) => {
        const expected = groups(rows, ['b']).map((group) => {
          const values = known(group.map(({ y }) => y))
          const [q1, q3] = [quantile(values, 0.25, true), quantile(values, 0.75, true)]
          const reach = values.length === 0 ? 0 : 1.5 * (q3! - q1!)
          const ends =
            values.length === 0
              ? [null, null]
              : whisker === 'tukey'
                ? [Math.min(...values.filter((value) => value >= q1! - reach)), Math.max(...values.filter((value) => value <= q3! + reach))]
                : whisker === 'percentile'
                  ? [quantile(values, 0.1), quantile(values, 0.9)]
                  : [Math.min(...values), Math.max(...values)]
          return {
            b: group[0]!.b,
            y__mean: mean(values),
            y__median: values.length < group.length ? null : quantile(values, 0.5),
            y__max: ends[1],
            y__min: ends[0],
            y__q1: q1,
            y__q3: q3,
            y__count: group.length,
            y__outliers: [...values.filter((value) => value > (ends[1] ?? Infinity)), ...values.filter((value) => value < (ends[0] ?? -Infinity))],
          }
        })
        agree(run(rows, ['boxplot', { groupby: ['b'], metrics: ['y'], whisker_type: whisker, percentiles: [10, 90] }]), expected)
      }),
    )
  })
})
