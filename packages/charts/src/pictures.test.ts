import { type Cell, type FrameColumn, type Kind, Exact, emptyFrame, frameFromRows } from '@sightline/core'
import { describe, expect, test } from 'vitest'
import { chartOf, charts } from './all.ts'
import type { Picture, Surroundings } from './chart.ts'
import { assignColors, darkPalette, harbour, lightPalette, schemeOf } from './palette.ts'

const surroundings: Surroundings = {
  size: { width: 600, height: 400 },
  palette: lightPalette,
  dataset: { verboseNames: { revenue: 'Revenue', region: 'Region' }, formats: { revenue: ',.1f' } },
  timeZone: 'UTC',
}
const column = (name: string, kind: Kind = 'numeric'): FrameColumn => ({ name, kind, type: kind === 'temporal' ? 'TIMESTAMP' : 'X' })
const draw = (
  id: string,
  form: Record<string, unknown>,
  frames: Parameters<NonNullable<ReturnType<typeof chartOf>>['picture']>[1],
  more: Partial<Surroundings> = {},
): Picture => {
  const chart = chartOf(id)
  if (!chart) throw new Error(id)
  return chart.picture(chart.form.parse({ viz_type: id, ...form }), frames, { ...surroundings, ...more })
}
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into options freely
const optionOf = (picture: Picture): any => {
  if (picture.kind !== 'echarts') throw new Error(`drawn as ${picture.kind}`)
  return picture.option
}
const tableOf = (picture: Picture) => {
  if (picture.kind !== 'table') throw new Error(`drawn as ${picture.kind}`)
  return picture
}

const month = (index: number): number => Date.UTC(2024, index, 1)
const regions = frameFromRows(
  [column('ordered_at', 'temporal'), column('East'), column('North'), column('West')],
  [
    [month(0), 1, 30, 10],
    [month(1), 2, null, 20],
    [month(2), new Exact('3.5'), 50, 30],
  ],
)
const byRegion = { x_axis: 'ordered_at', time_grain_sqla: 'P1M', metrics: ['revenue'], groupby: ['region'] }

describe.each(charts.map(({ id }) => id))('%s', (id) => {
  test('says that there is nothing when there are no rows', () => {
    expect(draw(id, {}, [emptyFrame([])]).kind).toBe('empty')
    expect(draw(id, {}, []).kind).toBe('empty')
  })
  test('has a text for readers who do not see it', () => {
    const chart = chartOf(id)
    const { summary } = draw(id, chart?.example.form ?? {}, chart?.example.frames ?? [])
    expect(summary.length).toBeGreaterThan(20)
    expect(summary).not.toMatch(/undefined|NaN|\[object/)
  })
})

describe('line and bar', () => {
  test('series are ordered by their total, the largest first, and keep their colours when the order changes', () => {
    const colorsOf = (form: object) =>
      Object.fromEntries(
        optionOf(draw('echarts_timeseries_line', { ...byRegion, ...form }, [regions])).series.map((one: { name: string; color: string }) => [
          one.name,
          one.color,
        ]),
      )
    const names = (form: object) =>
      optionOf(draw('echarts_timeseries_line', { ...byRegion, ...form }, [regions])).series.map((one: { name: string }) => one.name)
    expect(names({})).toEqual(['North', 'West', 'East'])
    expect(names({ sort_series_ascending: true })).toEqual(['East', 'West', 'North'])
    expect(names({ sort_series_type: 'name', sort_series_ascending: true })).toEqual(['East', 'North', 'West'])
    expect(colorsOf({ sort_series_ascending: true })).toEqual(colorsOf({}))
  })

  test('label colours of a dashboard win', () => {
    const option = optionOf(
      draw('echarts_timeseries_bar', { ...byRegion, label_colors: { North: '#123456' } }, [regions], { labelColors: { West: '#654321' } }),
    )
    const colors = Object.fromEntries(option.series.map((one: { name: string; color: string }) => [one.name, one.color]))
    expect(colors).toMatchObject({ North: '#123456', West: '#654321', East: harbour.light[0] })
  })

  test('an earlier period is dashed grey and never a colour of the palette', () => {
    const frame = frameFromRows([column('d', 'temporal'), column('revenue'), column('revenue__1 year ago')], [[month(0), 5, 4]])
    const option = optionOf(draw('echarts_timeseries_line', { x_axis: 'd', metrics: ['revenue'], time_compare: ['1 year ago'] }, [frame]))
    const earlier = option.series.find((one: { name: string }) => one.name === '1 year ago')
    expect(earlier.color).toBe(lightPalette.compare)
    expect(earlier.lineStyle.type).not.toBe('solid')
    expect(option.series.find((one: { name: string }) => one.name === 'Revenue').color).toBe(harbour.light[0])
  })

  test('names of shifted and derived series are words', () => {
    const name = (key: string, form: object) =>
      optionOf(
        draw('echarts_timeseries_line', { x_axis: 'd', metrics: ['revenue'], time_compare: ['1 year ago'], ...form }, [
          frameFromRows([column('d', 'temporal'), column(key)], [[month(0), 1]]),
        ]),
      ).series[0].name
    expect(name('difference__revenue__revenue__1 year ago', { comparison_type: 'difference' })).toBe('Revenue, 1 year ago')
    expect(name('difference__revenue__revenue__1 year ago, East', { comparison_type: 'difference', groupby: ['region'] })).toBe('East')
    expect(name('revenue, East', { truncate_metric: false, groupby: ['region'], time_compare: [] })).toBe('Revenue, East')
  })

  test('a text axis has categories, numbers too under bars, null is named', () => {
    const frame = frameFromRows(
      [column('city', 'string'), column('revenue')],
      [
        ['Cork', 3],
        [null, 2],
        ['', 1],
      ],
    )
    expect(optionOf(draw('echarts_timeseries_bar', { x_axis: 'city', metrics: ['revenue'] }, [frame])).xAxis).toMatchObject({
      type: 'category',
      data: ['Cork', '<NULL>', '<empty string>'],
    })
    const numbers = frameFromRows(
      [column('n'), column('revenue')],
      [
        [1, 3],
        [10, 2],
      ],
    )
    expect(optionOf(draw('echarts_timeseries_bar', { x_axis: 'n', metrics: ['revenue'] }, [numbers])).xAxis.type).toBe('category')
    expect(optionOf(draw('echarts_timeseries_line', { x_axis: 'n', metrics: ['revenue'] }, [numbers])).xAxis.type).toBe('value')
    expect(optionOf(draw('echarts_timeseries_line', { x_axis: 'n', metrics: ['revenue'], xAxisForceCategorical: true }, [numbers])).xAxis.type).toBe('category')
  })

  test('horizontal bars swap the axes, first category on top', () => {
    const frame = frameFromRows(
      [column('city', 'string'), column('revenue')],
      [
        ['Cork', 3],
        ['Lyon', 2],
      ],
    )
    const option = optionOf(draw('echarts_timeseries_bar', { x_axis: 'city', metrics: ['revenue'], orientation: 'horizontal' }, [frame]))
    expect(option.yAxis).toMatchObject({ type: 'category', data: ['Cork', 'Lyon'], inverse: true })
    expect(option.series[0].data[0].value).toEqual([3, 'Cork'])
  })

  test('bounds hold only while the axis is truncated; a logarithmic axis has no zero', () => {
    const axis = (form: object) => optionOf(draw('echarts_timeseries_line', { ...byRegion, ...form }, [regions])).yAxis
    expect(axis({ y_axis_bounds: [5, 60] }).min).toBeUndefined()
    expect(axis({ truncateYAxis: true, y_axis_bounds: [5, null] })).toMatchObject({ min: 5, scale: true })
    const zero = frameFromRows(
      [column('ordered_at', 'temporal'), column('East')],
      [
        [month(0), 0],
        [month(1), 10],
      ],
    )
    const option = optionOf(draw('echarts_timeseries_line', { ...byRegion, logAxis: true }, [zero]))
    expect(option.yAxis.type).toBe('log')
    expect(option.series[0].data.map(([, value]: Cell[]) => value)).toEqual([null, 10])
  })

  test('a stack writes its total on top, once', () => {
    const option = optionOf(draw('echarts_timeseries_bar', { ...byRegion, stack: 'Stack', show_value: true }, [regions]))
    const texts = option.series.map((one: { label: { formatter: (at: { dataIndex: number }) => string } }) => one.label.formatter({ dataIndex: 1 }))
    expect(texts.filter(Boolean)).toEqual(['22.0'])
    const each = optionOf(
      draw('echarts_timeseries_bar', { ...byRegion, stack: 'Stack', show_value: true, only_total: false, percentage_threshold: 20 }, [regions]),
    )
    expect(each.series.map((one: { label: { formatter: (at: { dataIndex: number }) => string } }) => one.label.formatter({ dataIndex: 2 }))).toEqual([
      '50.0',
      '30.0',
      '',
    ])
  })

  test('the tooltip lists all series with a total, and shows data as text', () => {
    const evil = '<img src=x onerror=alert(1)>'
    const frame = frameFromRows([column('ordered_at', 'temporal'), column('East'), column(evil)], [[month(1), 2, 3]])
    const option = optionOf(draw('echarts_timeseries_bar', { ...byRegion, stack: 'Stack' }, [frame]))
    const html: string = option.tooltip.formatter([
      { seriesIndex: 0, dataIndex: 0 },
      { seriesIndex: 1, dataIndex: 0 },
    ])
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img')
    expect(html).toContain('Feb 2024')
    expect(html).toContain('Total')
    expect(html).toContain('5.0')
  })

  test('shares are written as percentages', () => {
    const option = optionOf(draw('echarts_timeseries_bar', { ...byRegion, contributionMode: 'row', stack: 'Stack' }, [regions]))
    expect(option.yAxis.axisLabel.formatter(0.25)).toBe('25%')
    expect(option.yAxis).toMatchObject({ min: 0, max: 1 })
  })
})

describe('table', () => {
  const frame = frameFromRows(
    [column('region', 'string'), column('revenue'), column('units'), column('%units')],
    [
      ['North', 1500, 10, 0.25],
      [null, -500, 30, 0.75],
    ],
  )
  const form = { query_mode: 'aggregate', groupby: ['region'], metrics: ['revenue'], percent_metrics: ['units'] }

  test('EXP-3.19 shows dimensions, metrics, percentages; formats of the dataset, then of the column', () => {
    const table = tableOf(draw('table', form, [frame]))
    expect(table.columns.map(({ label }) => label)).toEqual(['Region', 'Revenue', '% units'])
    expect(table.columns.map(({ align }) => align)).toEqual(['left', 'right', 'right'])
    expect(table.rows).toEqual([
      ['North', '1,500.0', '25.000%'],
      ['N/A', '-500.0', '75.000%'],
    ])
    const own = tableOf(draw('table', { ...form, column_config: { revenue: { d3NumberFormat: '.2s', horizontalAlign: 'left', columnWidth: 90 } } }, [frame]))
    expect(own.rows[0]?.[1]).toBe('1.5k')
    expect(own.columns[1]).toMatchObject({ align: 'left', width: 90 })
  })

  test('cell bars start at zero, negative ones to the left and red', () => {
    const table = tableOf(draw('table', form, [frame]))
    expect(table.styles?.[0]?.[1]).toEqual({ bar: { from: 0.25, to: 1 } })
    expect(table.styles?.[1]?.[1]).toEqual({ bar: { from: 0, to: 0.25 }, tone: 'negative' })
    expect(tableOf(draw('table', { ...form, show_cell_bars: false }, [frame])).styles).toBeUndefined()
    expect(tableOf(draw('table', { ...form, align_pn: true }, [frame])).styles?.[1]?.[1]?.bar).toEqual({ from: 0, to: 500 / 1500 })
  })

  test('EXP-3.18 a formatting rule colours its cells instead', () => {
    const rule = { column: 'revenue', operator: '>', targetValue: 0, colorScheme: '#ACE1C4' }
    expect(tableOf(draw('table', { ...form, conditional_formatting: [rule] }, [frame])).styles?.[0]?.[1]).toEqual({ background: '#ACE1C4ff' })
  })

  test('totals, page length and the count of the server', () => {
    const totals = frameFromRows([column('revenue'), column('units')], [[1000, 40]])
    expect(tableOf(draw('table', { ...form, show_totals: true }, [frame, totals])).totals).toEqual(['Total', '1,000.0', ''])
    const count = frameFromRows([column('rowcount')], [[137]])
    expect(tableOf(draw('table', { ...form, server_pagination: true, show_totals: true }, [frame, count, totals]))).toMatchObject({
      rowCount: 137,
      pageLength: 10,
      totals: ['Total', '1,000.0', ''],
    })
  })

  test('times are written by their grain', () => {
    const times = frameFromRows([column('at', 'temporal'), column('revenue')], [[Date.UTC(2024, 3, 1), 1]])
    const text = (more: object) => tableOf(draw('table', { ...form, groupby: ['at'], percent_metrics: [], ...more }, [times])).rows[0]?.[0]
    expect(text({})).toBe('2024-04-01 00:00:00')
    expect(text({ time_grain_sqla: 'P3M' })).toBe('2024 Q2')
    expect(text({ table_timestamp_format: '%d/%m/%Y' })).toBe('01/04/2024')
  })
})

describe('big number', () => {
  const one = (cell: Cell, kind: Kind = 'numeric') => [frameFromRows([column('revenue', kind)], [[cell]])]
  test('is formatted as the form, else the dataset says', () => {
    expect(draw('big_number_total', { metric: 'revenue' }, one(1234.56))).toMatchObject({ kind: 'number', value: '1,234.6', caption: '' })
    expect(draw('big_number_total', { metric: 'revenue', y_axis_format: '.1s', subheader: 'all', header_font_size: 0.2 }, one(1234.56))).toMatchObject({
      value: '1k',
      caption: 'all',
      size: 'small',
    })
    expect(draw('big_number_total', { metric: 'revenue' }, one(null))).toMatchObject({ value: 'No data' })
    expect(draw('big_number_total', { metric: 'revenue', force_timestamp_formatting: true, time_format: '%Y-%m-%d' }, one(Date.UTC(2024, 0, 2)))).toMatchObject(
      { value: '2024-01-02' },
    )
    expect(draw('big_number_total', { metric: 'revenue', time_format: '%Y' }, one(Date.UTC(2024, 0, 2), 'temporal'))).toMatchObject({ value: '2024' })
  })
  test('EXP-3.18 takes the colour of a rule that matches', () => {
    const rules = [{ column: 'revenue', operator: '≥', targetValue: 100, colorScheme: '#17743F' }]
    expect(draw('big_number_total', { metric: 'revenue', conditional_formatting: rules }, one(120))).toMatchObject({ color: '#17743F' })
    expect(draw('big_number_total', { metric: 'revenue', conditional_formatting: rules }, one(20))).not.toHaveProperty('color')
  })
})

describe('pie', () => {
  const frame = frameFromRows(
    [column('region', 'string'), column('gift', 'boolean'), column('revenue')],
    [
      ['North', true, 90],
      [null, false, 8],
      ['West', true, 2],
    ],
  )
  const series = (form: object) => optionOf(draw('pie', { groupby: ['region'], metric: 'revenue', ...form }, [frame])).series[0]
  test('joins several dimensions into one name', () => {
    expect(series({ groupby: ['region', 'gift'] }).data.map((slice: { name: string }) => slice.name)).toEqual(['North, TRUE', '<NULL>, FALSE', 'West, TRUE'])
  })
  test('labels only what is large enough, in the words asked for', () => {
    expect(series({}).data.map((slice: { label: { show: boolean } }) => slice.label.show)).toEqual([true, true, false])
    const text = (label_type: string) => series({ label_type }).label.formatter({ dataIndex: 0 })
    expect(['key', 'value', 'percent', 'key_value', 'key_percent', 'key_value_percent'].map(text)).toEqual([
      'North',
      '90.0',
      '90%',
      'North: 90.0',
      'North: 90%',
      'North: 90.0 (90%)',
    ])
  })
  test('a donut has a hole and may show its total', () => {
    expect(series({}).radius[0]).toBe(0)
    expect(series({ donut: true }).radius[0]).toBeGreaterThan(0)
    expect(optionOf(draw('pie', { groupby: ['region'], metric: 'revenue', donut: true, show_total: true }, [frame])).graphic.style.text).toContain('100.0')
  })
})

describe('colours', () => {
  test('unknown schemes mean the default; both themes have every colour', () => {
    expect(schemeOf('supersetColors')).toBe(harbour)
    expect(schemeOf('no such scheme')).toBe(harbour)
    expect(schemeOf('tide')).toBe(harbour)
    expect(schemeOf('tide', 'sequential').id).toBe('tide')
    expect(lightPalette.categorical).toHaveLength(darkPalette.categorical.length)
  })
  test('more labels than colours start again, names of objects are only names', () => {
    const colors = assignColors(
      Array.from({ length: 12 }, (_, index) => `s${index}`),
      harbour.light,
    )
    expect(colors.get('s10')).toBe(harbour.light[0])
    expect(assignColors(['constructor', '__proto__'], harbour.light).get('constructor')).toBe(harbour.light[0])
  })
})
