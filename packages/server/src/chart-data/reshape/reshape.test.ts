import { Exact, frameFromRows, tableOf, type Cell, type FrameColumn, type Table } from '@sightline/core'
import { describe, expect, test } from 'vitest'
import { formatNumber } from './format-number.ts'
import { isReshaped, reshape } from './reshape.ts'
import type { Reshaped } from './reshaped.ts'

const columns: readonly FrameColumn[] = [
  { name: 'region', kind: 'string', type: 'VARCHAR' },
  { name: 'year', kind: 'numeric', type: 'INTEGER' },
  { name: 'count', kind: 'numeric', type: 'BIGINT' },
  { name: 'units', kind: 'numeric', type: 'DOUBLE' },
]
const sales = tableOf(
  frameFromRows(columns, [
    ['North', 2022, 3, 1.5],
    ['East', 2021, 1, 10],
    ['East', 2022, 2, 20],
    ['North', 2021, 4, 0.5],
    [null, 2021, 7, 2],
  ]),
)
const shown = new Map([['count', 'Orders']])
const pivot = { viz_type: 'pivot_table_v2', groupbyRows: ['region'], groupbyColumns: ['year'], metrics: ['count'] }

const made = (form: object, table: Table = sales, zone = 'UTC'): Reshaped => {
  const result = reshape(table, { ...form }, shown, zone)
  if (!result.ok) throw new Error(result.problem.message)
  return result.value
}
/** Rows by name, as a person reads the table. */
const grid = (form: object, table?: Table): readonly (readonly Cell[])[] => {
  const { columns: made_, rows } = made(form, table)
  return [['', ...made_.map(({ name }) => name.text)], ...rows.map(({ text }, row) => [text, ...made_.map(({ values }) => values[row] ?? null)])]
}

describe('EXP-3.06 a pivot table reshaped on the server', () => {
  test('keys along two sides, names as people gave them, missing ones named', () => {
    expect(grid(pivot)).toEqual([
      ['', 'Orders 2021', 'Orders 2022'],
      ['East', 1, 2],
      ['NULL', 7, null],
      ['North', 4, 3],
    ])
    const { columns: names, rows } = made(pivot)
    expect(names.map(({ name, kind }) => [name.parts, kind])).toEqual([
      [['Orders', 2021], 'numeric'],
      [['Orders', 2022], 'numeric'],
    ])
    expect(rows.map(({ parts }) => parts)).toEqual([['East'], ['NULL'], ['North']])
  })

  test('totals of rows and columns, of groups too', () => {
    expect(grid({ ...pivot, metrics: ['count', 'units'], rowTotals: true, colTotals: true })).toEqual([
      ['', 'Orders 2021', 'Orders 2022', 'Orders Subtotal', 'units 2021', 'units 2022', 'units Subtotal', 'Total (Sum)'],
      ['East', 1, 2, 3, 10, 20, 30, 33],
      ['NULL', 7, null, 7, 2, null, 2, 9],
      ['North', 4, 3, 7, 0.5, 1.5, 2, 9],
      ['Total (Sum)', 12, 5, 17, 12.5, 21.5, 34, 51],
    ])
    expect(grid({ ...pivot, groupbyRows: ['region', 'year'], groupbyColumns: [], colTotals: true }).map(([name]) => name)).toEqual([
      '',
      'East 2021',
      'East 2022',
      'East Subtotal',
      'NULL 2021',
      'NULL Subtotal',
      'North 2021',
      'North 2022',
      'North Subtotal',
      'Total (Sum)',
    ])
  })

  test('metrics side by side, on the rows, and the whole table on its side', () => {
    const two = { ...pivot, metrics: ['units', 'count'] }
    expect(grid({ ...two, combineMetric: true })[0]).toEqual(['', '2021 units', '2021 Orders', '2022 units', '2022 Orders'])
    expect(grid({ ...two, metricsLayout: 'ROWS' })).toEqual([
      ['', '2021', '2022'],
      ['units East', 10, 20],
      ['units NULL', 2, null],
      ['units North', 0.5, 1.5],
      ['Orders East', 1, 2],
      ['Orders NULL', 7, null],
      ['Orders North', 4, 3],
    ])
    expect(grid({ ...two, metricsLayout: 'ROWS', combineMetric: true, colTotals: true }).slice(0, 3)).toEqual([
      ['', '2021', '2022', 'Total (Sum)'],
      ['East units', 10, 20, 30],
      ['East Orders', 1, 2, 3],
    ])
    expect(grid({ ...pivot, transposePivot: true })).toEqual([
      ['', 'Orders East', 'Orders NULL', 'Orders North'],
      ['2021', 1, 7, 4],
      ['2022', 2, null, 3],
    ])
  })

  test('without rows, without columns, and without both', () => {
    expect(grid({ ...pivot, groupbyRows: [] })).toEqual([
      ['', 'Orders 2021', 'Orders 2022'],
      ['Total (Sum)', 12, 5],
    ])
    expect(grid({ ...pivot, groupbyColumns: [], metrics: ['units', 'count'] })).toEqual([
      ['', 'units', 'Orders'],
      ['East', 30, 3],
      ['NULL', 2, 7],
      ['North', 2, 7],
    ])
    const whole = tableOf(frameFromRows(columns.slice(2), [[17, 34]]))
    expect(grid({ ...pivot, groupbyRows: [], groupbyColumns: [] }, whole)).toEqual([
      ['', 'Orders'],
      ['Total (Sum)', 17],
    ])
  })

  test.each([
    ['Count', 1, 2, 2, 5],
    ['Count Unique Values', 1, 2, 2, 5],
    ['List Unique Values', '7', '1, 2', '3, 4', '1, 2, 7, 3, 4'],
    ['Average', 7, 1.5, 3.5, 4],
    ['Median', 7, 1.5, 3.5, 3.5],
    ['Sample Variance', 0, 0.5, 0.5, 5.3],
    ['Minimum', 7, 1, 3, 1],
    ['Maximum', 7, 2, 4, 7],
    ['First', 7, 1, 3, 1],
    ['Last', 7, 2, 4, 4],
  ] as const)('%s', (aggregateFunction, ofNull, ofEast, ofNorth, ofAll) => {
    expect(grid({ ...pivot, groupbyColumns: [], aggregateFunction, colTotals: true }).slice(1)).toEqual([
      ['East', ofEast],
      ['NULL', ofNull],
      ['North', ofNorth],
      [`Total (${aggregateFunction})`, typeof ofAll === 'number' ? expect.closeTo(ofAll) : ofAll],
    ])
  })

  test('parts of the total, of rows and of columns', () => {
    const part = (aggregateFunction: string, more: object = {}) => grid({ ...pivot, aggregateFunction, ...more }).slice(1)
    expect(part('Sum as Fraction of Total')[0]).toEqual(['East', 1 / 17, 2 / 17])
    expect(part('Sum as Fraction of Rows')).toEqual([
      ['East', 1 / 3, 2 / 3],
      ['NULL', 1, null],
      ['North', 4 / 7, 3 / 7],
    ])
    expect(part('Sum as Fraction of Columns')[2]).toEqual(['North', 4 / 12, 3 / 5])
    expect(part('Count as Fraction of Total')[0]).toEqual(['East', 1 / 5, 1 / 5])
    expect(part('Sum as Fraction of Columns', { metricsLayout: 'ROWS' })[0]).toEqual(['Orders East', 1 / 12, 2 / 5])
    expect(part('Sum as Fraction of Columns', { colTotals: true }).at(-1)).toEqual(['Total (Sum as Fraction of Columns)', 1, 1])
  })

  test('T32 times as keys are told by the clocks of the zone; a day is the same day everywhere', () => {
    const at = Date.UTC(2021, 2, 28, 23)
    const times = (type: string) => tableOf(frameFromRows([{ name: 'at', kind: 'temporal', type }, columns[2]!], [[at, 1]]))
    const form = { ...pivot, groupbyRows: ['at'], groupbyColumns: [] }
    expect(made(form, times('TIMESTAMP'), 'Europe/Berlin').rows[0]!.text).toBe('2021-03-29 01:00:00')
    expect(made(form, times('TIMESTAMP'), 'UTC').rows[0]!.text).toBe('2021-03-28 23:00:00')
    expect(made(form, times('DATE'), 'America/New_York').rows[0]!.text).toBe('2021-03-28 23:00:00')
  })

  test('a form that cannot be followed is refused with words', () => {
    for (const wrong of [
      { ...pivot, metrics: [] },
      { ...pivot, metrics: ['nothing'] },
      { ...pivot, groupbyRows: ['nothing'] },
      { ...pivot, groupbyRows: 'region' },
      { ...pivot, metrics: [7] },
      { ...pivot, aggregateFunction: 'constructor' },
    ])
      expect(reshape(sales, wrong, shown, 'UTC')).toMatchObject({ ok: false, problem: { status: 400 } })
    expect(isReshaped({ viz_type: 'pie' })).toBe(false)
    expect(isReshaped({ viz_type: ['table'] })).toBe(false)
  })
})

describe('EXP-3.06 a table reshaped on the server', () => {
  test('numbers by the formats of its columns, named as they are shown', () => {
    const table = (column_config: unknown) => grid({ viz_type: 'table', column_config })
    expect(table(undefined)[0]).toEqual(['', 'region', 'year', 'Orders', 'units'])
    expect(table({ Orders: { d3NumberFormat: ',.1f' } })[1]).toEqual(['0', 'North', 2022, '3.0', 1.5])
    expect(table({ count: { d3NumberFormat: ',.1f' } })[1]![3]).toBe(3)
    for (const config of [
      { units: { d3NumberFormat: '.3s' } },
      { units: { d3NumberFormat: ',d' } },
      { units: 'x' },
      'x',
      [1],
      { region: { d3NumberFormat: 'd' } },
    ])
      expect(table(config)[1]).toEqual(['0', 'North', 2022, 3, 1.5])
  })

  test.each([
    [',.1f', 1234.56, 'fraction', '1,234.6'],
    [',d', 1234567, 'whole', '1,234,567'],
    ['+,', -5, 'whole', '-5'],
    ['+,', 5, 'whole', '+5'],
    ['.2%', 0.1234, 'fraction', '12.34%'],
    [',.1%', 12.5, 'fraction', '1,250.0%'],
    ['08.2f', 3.14159, 'fraction', '00003.14'],
    ['.3e', 12346, 'whole', '1.235e+04'],
    ['*^7d', 42, 'whole', '**42***'],
    ['d', 1.5, 'fraction', null],
    ['$,.2f', 1, 'whole', null],
    ['SMART_NUMBER', 1, 'whole', null],
    ['.4r', 1, 'whole', null],
  ] as const)('%s of %s', (format, value, kind, text) => {
    expect(formatNumber(format, value, kind)).toBe(text)
  })

  test('long decimals count as numbers with a fraction', () => {
    const long = tableOf(frameFromRows([{ name: 'x', kind: 'numeric', type: 'NUMERIC' }], [[new Exact('12345678901234567890.5')], [null]]))
    expect(grid({ viz_type: 'table', column_config: { x: { d3NumberFormat: '.0f' } } }, long)[2]).toEqual(['1', null])
  })
})
