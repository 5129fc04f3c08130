import { frameFromRows, type Frame } from '@sightline/core'
import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { charts } from './all.ts'
import type { Chart, Control } from './chart.ts'
import { judgeForm, withoutEffect } from './judge-form.ts'
import { lightPalette } from './palette.ts'

const pie = { viz_type: 'pie', groupby: ['region'], metric: 'revenue' }
const line = { viz_type: 'echarts_timeseries_line', x_axis: 'at', metrics: ['revenue'] }
const table = { viz_type: 'table', query_mode: 'aggregate', groupby: ['region'], metrics: ['revenue'] }
const changesOf = (form: Readonly<Record<string, unknown>>) => judgeForm(String(form['viz_type']), form).changes.map(({ name, why }) => `${name}: ${why}`)

describe('the judgement of a saved form', () => {
  test('a form with nothing but what is honoured is faithful, whatever it says about where it comes from', () => {
    const form = {
      ...pie,
      datasource: '7__table',
      slice_id: 3,
      url_params: { a: 'b' },
      dashboards: [1],
      adhoc_filters: [],
      color_scheme: 'supersetColors',
      extra: null,
    }
    expect(judgeForm('pie', form)).toEqual({ state: 'faithful', changes: [] })
  })
  test('a type that is not drawn here cannot be drawn', () => {
    expect(judgeForm('hologram', { metric: 'revenue' })).toEqual({ state: 'not_drawable', changes: [] })
  })
  test('a control that nobody knows here is named', () => {
    expect(judgeForm('pie', { ...pie, spin_speed: 3 })).toEqual({
      state: 'changed',
      changes: [{ name: 'spin_speed', why: 'This chart type has no such control here.' }],
    })
  })
  test('what another type left in the form is no loss, and neither is a switch that is off', () => {
    expect(changesOf({ ...pie, time_grain_sqla: 'P1D', stack: 'Stack', spins: false })).toEqual([])
  })
  test('an option that is not among the choices is named with what is drawn instead', () => {
    expect(changesOf({ ...pie, legendOrientation: 'diagonal' })).toEqual(['legendOrientation: The value "diagonal" is not known here; "top" is used instead.'])
    expect(changesOf({ ...line, rolling_type: 'wobble' })).toEqual(['rolling_type: The value "wobble" is not among the choices.'])
    expect(changesOf({ ...line, rolling_type: 'None', stack: 'Expand', row_limit: '100', y_axis_bounds: ['', ''] })).toEqual([])
  })
  test('colours that are not known here are named', () => {
    expect(changesOf({ ...pie, color_scheme: 'bnbColors' })).toEqual([
      'color_scheme: The colours "bnbColors" are not known here; those of "Harbour" are used instead.',
    ])
  })
  test('a control without effect counts only where it was set', () => {
    expect(changesOf({ ...table, allow_rearrange_columns: false })).toEqual([])
    expect(changesOf({ ...table, allow_rearrange_columns: true })).toEqual(['allow_rearrange_columns: The control is there, but it has no effect yet.'])
  })
  test('annotation layers that were shown are named one by one', () => {
    const layers = [
      { name: 'Releases', annotationType: 'EVENT', sourceType: 'NATIVE', value: 1, show: true },
      { name: 'Hidden', annotationType: 'FORMULA', value: 'x', show: false },
    ]
    expect(changesOf({ ...line, annotation_layers: layers })).toEqual(['annotation_layers: The annotation layer "Releases" (event) is not drawn.'])
    // A table draws none wherever it was made.
    expect(changesOf({ ...table, annotation_layers: layers })).toEqual([])
  })
  test('settings of columns and rules of colours are looked into', () => {
    const column_config = { revenue: { columnWidth: 90, truncateLongCells: true, customColumnName: 'R' } }
    const rule = { column: 'revenue', operator: '>', targetValue: 1, colorScheme: '#ACE1C4' }
    const conditional_formatting = [rule, { ...rule, operator: 'begins with' }, { ...rule, colorScheme: 'Green' }, { ...rule, toAllRow: true }]
    expect(changesOf({ ...table, column_config, conditional_formatting })).toEqual([
      'column_config: The setting "truncateLongCells" of the column "revenue" is not honoured.',
      'conditional_formatting: The rule for "revenue" has a condition that is not known here: begins with.',
      'conditional_formatting: The rule for "revenue" has a colour that cannot be read: Green.',
      'conditional_formatting: The rule for "revenue" has a setting that is not honoured: toAllRow.',
    ])
  })
  test('a form that asks for nothing, or that cannot be read, is not drawn', () => {
    const { x_axis: _x, ...empty } = line
    expect(judgeForm('echarts_timeseries_line', { ...empty, granularity_sqla: 'at' }).state).toBe('faithful')
    expect(judgeForm('echarts_timeseries_line', empty)).toEqual({
      state: 'not_drawable',
      changes: [{ name: 'x_axis', why: 'It is empty, and without it there is nothing to ask for.' }],
    })
    expect(judgeForm('pie', { ...pie, donut: 'yes' })).toEqual({
      state: 'not_drawable',
      changes: [{ name: 'donut', why: 'Its value cannot be read, and the chart is not drawn with it.' }],
    })
  })
})

const recorded = new URL('../../../goldens/charts/', import.meta.url)
interface Variant {
  readonly variant: string
  readonly form: Readonly<Record<string, unknown>>
}

test('recorded forms: types without a drawing are told apart, and of the others only what is really lost is named', () => {
  const variants = readdirSync(recorded)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => JSON.parse(readFileSync(new URL(name, recorded), 'utf8')) as readonly Variant[])
  expect(variants.length).toBeGreaterThan(200)
  const lost: Record<string, number> = {}
  for (const { form } of variants) {
    const type = String(form['viz_type'])
    const { state, changes } = judgeForm(type, form)
    if (!charts.some(({ id }) => id === type)) expect([type, state, changes]).toEqual([type, 'not_drawable', []])
    for (const name of new Set(changes.map((change) => `${type} ${change.name}`))) lost[name] = (lost[name] ?? 0) + 1
  }
  expect(lost).toEqual({
    'echarts_timeseries_line annotation_layers': 6,
    'echarts_timeseries_line forecastEnabled': 1,
    // Recorded without any: the reference refuses them too.
    'echarts_timeseries_line metrics': 1,
    'table metrics': 1,
    'pie roseType': 1,
  })
})

// What follows proves the list of controls without effect: every other control of a panel changes what is asked or what is drawn.

const surroundings = { size: { width: 500, height: 320 }, palette: lightPalette, dataset: { verboseNames: {}, formats: {} }, timeZone: 'UTC' }
/** Functions inside a picture count by what they answer. */
const print = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'bigint') return String(inner)
    if (typeof inner !== 'function') return inner
    const all = [0, 1, 2].map((seriesIndex) => ({ seriesIndex, dataIndex: 1 }))
    return [12.34, 1_700_000_000_000, { seriesIndex: 0, dataIndex: 1 }, all].map((argument) => {
      try {
        return String((inner as (given: unknown) => unknown)(argument))
      } catch {
        return null
      }
    })
  })

const day = 86_400_000
const column = (name: string, kind: 'numeric' | 'string' | 'temporal') => ({ name, kind, type: 'X' })
/** x as a time, a category and a number; two series of unlike sizes. */
const frames: readonly Frame[] = (['temporal', 'string', 'numeric'] as const).map((kind) =>
  frameFromRows(
    [column('at', kind), column('revenue', 'numeric'), column('visits', 'numeric')],
    [0, 1, 2].map((row) => [kind === 'string' ? `p${(row + 1) % 3}` : row * day, 100 - 30 * row, row === 1 ? -2 : 1.5]),
  ),
)
const both = { metrics: ['revenue', 'visits'], groupby: ['at'], x_axis: 'at', metric: 'revenue' }
const bases: readonly Readonly<Record<string, unknown>>[] = [
  {},
  { x_axis_title: 'T', y_axis_title: 'U', legendOrientation: 'left' },
  { stack: 'Stack', show_value: true, only_total: false },
  { stack: 'Stack', show_value: true, only_total: true },
  { time_compare: ['1 year ago'], rolling_type: 'mean', resample_rule: '1D', resample_method: 'ffill' },
  { groupby: [], metrics: ['revenue'], x_axis_sort: 'revenue', timeseries_limit_metric: 'revenue' },
  { groupby: ['region'], metrics: ['revenue'] },
  { groupby: [], sort_series_ascending: true },
  { xAxisBounds: [1, 100], stack: null },
  { truncateYAxis: true, area: true, markerEnabled: true, donut: true, show_total: true },
  { query_mode: 'raw', all_columns: ['at', 'revenue'] },
  { query_mode: 'aggregate', server_pagination: true, time_grain_sqla: 'P1D' },
  { force_timestamp_formatting: true },
]
const valuesOf = ({ kind, options, name }: Control): readonly unknown[] => [
  ...(options ?? []).map(([value]) => value),
  ...(kind === 'checkbox' ? [true, false] : []),
  ...(name === 'temporal_columns_lookup' ? [{ at: true }] : []),
  ...(kind === 'color-scheme' ? [] : [77, 0.7, '%Y', ',.3f', 'visits', 'region', ['visits'], ['region'], [1, 2], ['["at", true]'], '1D', 'mean']),
  { symbol: 'EUR', symbolPosition: 'suffix' },
  { revenue: { columnWidth: 300 } },
  [{ column: 'revenue', operator: '>', targetValue: 1, colorScheme: '#123456' }],
  [{ clause: 'WHERE', subject: 'region', operator: '==', comparator: 'x', expressionType: 'SIMPLE' }],
]

const hasEffectIn = (chart: Chart<any>): ((control: Control) => boolean) => {
  const draw = (form: object, frame: Frame): string | null => {
    const read = chart.form.safeParse(form)
    return read.success ? print([chart.queries(read.data), chart.picture(read.data, [frame, frame, frame], surroundings)]) : null
  }
  const before = bases.flatMap((base) => frames.map((frame) => ({ form: { ...both, ...base }, frame, drawn: draw({ ...both, ...base }, frame) })))
  return (control) =>
    before.some(({ form, frame, drawn }) =>
      valuesOf(control).some((value) => {
        const after = draw({ ...form, [control.name]: value }, frame)
        return after !== null && after !== drawn
      }),
    )
}

test.each(charts.map((chart) => [chart.id, chart] as const))(
  '%s: every control of the panel has an effect, but those that are named',
  (id, chart) => {
    const hasEffect = hasEffectIn(chart)
    // There is one scheme for categories: choosing it changes nothing.
    const controls = chart.sections.flatMap((section) => section.controls).filter(({ kind }) => kind !== 'color-scheme')
    expect(controls.filter((control) => !hasEffect(control)).map(({ name }) => name)).toEqual([...(withoutEffect[id] ?? [])])
  },
  60_000,
)
