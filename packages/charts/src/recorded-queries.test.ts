import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { chartOf, charts } from './all.ts'
import { withTimeFilter } from './base-query.ts'

interface Variant {
  readonly variant: string
  readonly form: Record<string, unknown>
  readonly requests: readonly { readonly path: string; readonly queries?: readonly unknown[] }[]
}

const fileOf = (path: string): URL => new URL(`../../../goldens/${path}`, import.meta.url)
const read = (path: string): unknown => JSON.parse(readFileSync(fileOf(path), 'utf8'))
/** Charts that the reference product does not have are free. */
const recordedIds = charts.map(({ id }) => id).filter((id) => existsSync(fileOf(`charts/${id}.json`)))

test('most charts are compared', () => expect(recordedIds.length).toBeGreaterThanOrEqual(5))

/** Main time columns of the recorded datasets. */
const timeColumns: Readonly<Record<string, string>> = { meter_readings: 'day' }

const queriesOf = (form: Record<string, unknown>): readonly unknown[] => {
  const chart = chartOf(String(form['viz_type']))
  if (!chart) throw new Error(`no chart ${String(form['viz_type'])}`)
  return chart.queries(chart.form.parse(form))
}

describe.each(recordedIds)('%s', (id) => {
  const variants = read(`charts/${id}.json`) as Variant[]
  test.each(variants.map((variant) => [variant.variant, variant] as const))('EXP-3.07 asks as recorded: %s', (_name, { form, requests }) => {
    const dataset = /\$\{dataset:(\w+)\}/.exec(String(form['datasource']))?.[1] ?? ''
    const complete = withTimeFilter(form, timeColumns[dataset] ?? 'ordered_at')
    expect(queriesOf(complete)).toEqual(requests.flatMap(({ queries }) => queries ?? []))
  })
})

test('T31 a chart of the time when only times could be the axis is drawn over its time column', () => {
  const old = { viz_type: 'echarts_timeseries_line', metrics: ['revenue'], granularity_sqla: 'ordered_at', time_grain_sqla: 'P1M', time_range: 'Last year' }
  const [query] = queriesOf(old) as readonly Record<string, unknown>[]
  expect(query).toEqual({ ...(queriesOf({ ...old, x_axis: 'ordered_at' })[0] as object) })
  expect(query).toMatchObject({ granularity: 'ordered_at', time_range: 'Last year', columns: [{ columnType: 'BASE_AXIS', sqlExpression: 'ordered_at' }] })
})

interface State {
  readonly state: string
  readonly charts: Readonly<Record<string, { readonly queries: readonly Record<string, unknown>[]; readonly extra_form_data?: unknown }>>
}

describe('on a dashboard', () => {
  const { charts: saved } = read('dashboards/dashboard.json') as { charts: Record<string, { params: Record<string, unknown> }> }
  const own = Object.entries(saved).filter(([, { params }]) => chartOf(String(params['viz_type'])))
  const states = ['whole', 'values', 'ranges-and-times', 'cross-filters'].flatMap((file) => read(`dashboards/${file}.json`) as State[])
  const cases = states.flatMap((state) =>
    own.flatMap(([name, { params }]) => (state.charts[name] ? [[`${state.state}: ${name}`, params, state.charts[name]] as const] : [])),
  )
  test('there are recorded states of our chart types', () => expect(cases.length).toBeGreaterThan(50))
  test.each(cases)('filters reach the query as recorded: %s', (_name, params, recorded) => {
    const made = queriesOf({ ...params, extra_form_data: recorded.extra_form_data ?? {} })
    // What the page's address held is known to the page only.
    const withoutAddress = (queries: readonly unknown[]) => queries.map((query) => ({ ...(query as object), url_params: {} }))
    expect(withoutAddress(made)).toEqual(withoutAddress(recorded.queries))
  })
})
