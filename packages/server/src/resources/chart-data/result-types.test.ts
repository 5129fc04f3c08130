import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readZip } from '../../files/read-zip.ts'
import { addSampleDatabase } from '../../testing/sample-database.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
let visits: number
beforeAll(async () => {
  server = await openTestApp({ now: () => new Date('2026-01-01T12:00:00Z') })
  admin = await server.as('admin')
  const database = await addSampleDatabase(server)
  visits = (await admin('POST', '/api/v1/dataset/', { database, table_name: 'visits', schema: 'main' })).body.id
  const { metrics } = (await admin('GET', `/api/v1/dataset/${visits}`)).body.result
  const [count] = metrics
  await admin('PUT', `/api/v1/dataset/${visits}`, {
    metrics: [{ id: count.id, metric_name: 'count', expression: 'COUNT(*)', verbose_name: 'Visits' }],
  })
})
afterAll(() => server.close())

const contextOf = (query: object, more: object = {}) => ({ datasource: { id: visits, type: 'table' }, queries: [query], ...more })
const ask = (query: object, more: object = {}, call = admin) => call('POST', '/api/v1/chart/data', contextOf(query, more))
const first = async (query: object, more: object = {}) => {
  const reply = await ask(query, more)
  if (reply.status !== 200) throw new Error(reply.text)
  return reply.body.result[0]
}
const cross = { columns: ['place', 'is_new'], metrics: ['count'], orderby: [['place', true]] }
const pivot = { viz_type: 'pivot_table_v2', groupbyRows: ['place'], groupbyColumns: ['is_new'], metrics: ['count'], colTotals: true }

const sheetOf = async (bytes: Buffer): Promise<string> => {
  const [file] = await readZip(bytes, { entries: 20, bytesPerFile: 10_000_000, ratio: 1000 }, (name) => name === 'xl/worksheets/sheet1.xml')
  return Buffer.from(file!.bytes).toString()
}

describe('EXP-3.06 post_processed', () => {
  const more = (form_data: object, rest: object = {}) => ({ result_type: 'post_processed', form_data, ...rest })

  test('a pivot table comes as it is drawn, in every format', async () => {
    const answer = await first(cross, more(pivot))
    expect(answer).toMatchObject({
      colnames: [
        ['Visits', false],
        ['Visits', true],
      ],
      indexnames: [['north'], ['south'], ['Total (Sum)']],
      coltypes: [0, 0],
      rowcount: 3,
      data: { 'Visits False': { north: 6, south: 7, 'Total (Sum)': 13 }, 'Visits True': { north: 4, south: 3, 'Total (Sum)': 7 } },
      status: 'success',
    })
    // Asked again it is the same, whatever was asked of the same rows in between.
    expect((await first(cross)).data).toHaveLength(4)
    expect((await first(cross, more(pivot))).data).toEqual(answer.data)
    expect((await first(cross, more({ ...pivot, colTotals: false }))).rowcount).toBe(2)
    const csv = await ask(cross, more(pivot, { result_format: 'csv' }))
    expect(csv.text).toBe(',Visits False,Visits True\nnorth,6,4\nsouth,7,3\nTotal (Sum),13,7\n')
    const sheet = await sheetOf((await ask(cross, more(pivot, { result_format: 'xlsx' }))).bytes)
    expect(sheet).toContain('Visits False')
    expect(sheet).toContain('Total (Sum)')
  })

  test('a table has its names and formats; other charts, empty answers and other result types stay as they are', async () => {
    const table = { viz_type: 'table', column_config: { Visits: { d3NumberFormat: '.1f' } } }
    const byPlace = { columns: ['place'], metrics: ['count'], orderby: [['place', true]] }
    expect(await first(byPlace, more(table))).toMatchObject({
      colnames: ['place', 'Visits'],
      indexnames: [0, 1],
      coltypes: [1, 1],
      data: { place: { 0: 'north', 1: 'south' }, Visits: { 0: '10.0', 1: '10.0' } },
    })
    expect((await ask(byPlace, more(table, { result_format: 'csv' }))).text).toBe(',place,Visits\n0,north,10.0\n1,south,10.0\n')
    expect((await first(byPlace, more({ viz_type: 'pie' }))).data).toEqual([
      { place: 'north', count: 10 },
      { place: 'south', count: 10 },
    ])
    expect((await first({ ...byPlace, filters: [{ col: 'place', op: '==', val: 'x' }] }, more(table))).data).toEqual([])
    expect((await first({ ...byPlace, result_type: 'post_processed' }, { form_data: table })).data).toHaveLength(2)
    const wrong = await ask(cross, more({ ...pivot, metrics: ['nothing'] }))
    expect([wrong.status, wrong.body.message]).toEqual([400, 'Error: Referenced columns not available in DataFrame.'])
  })

  test('a saved chart is reshaped by its own form', async () => {
    const made = await admin('POST', '/api/v1/chart/', {
      slice_name: 'cross',
      viz_type: 'pivot_table_v2',
      datasource_id: visits,
      datasource_type: 'table',
      params: JSON.stringify(pivot),
      query_context: JSON.stringify(contextOf(cross, { result_format: 'csv', result_type: 'results' })),
    })
    const get = (rest: string) => admin('GET', `/api/v1/chart/${made.body.id}/data/${rest}`)
    expect((await get('?type=post_processed&format=csv')).text).toContain('Total (Sum),13,7')
    // What was saved about format and kind of answer does not count.
    expect((await get('')).body.result[0]).toMatchObject({ status: 'success', rowcount: 4 })
  })
})

describe('drill to detail and samples', () => {
  test('EXP-7.01 rows as they lie, with the filters of the point; samples without its times', async () => {
    const point = {
      filters: [{ col: 'place', op: '==', val: 'north' }],
      granularity: 'seen_at',
      time_range: '2026-01-01 : 2026-01-01T06:00:00',
      metrics: ['count'],
    }
    const detail = await first(point, { result_type: 'drill_detail' })
    expect(detail.colnames).toEqual(['id', 'seen_at', 'day', 'place', 'amount', 'weight', 'is_new'])
    expect(detail.data.map(({ id }: { id: number }) => id).toSorted()).toEqual([0, 2, 4])
    expect((await first(point, { result_type: 'samples' })).rowcount).toBe(10)
    expect((await first({ ...point, row_limit: 2, row_offset: 1 }, { result_type: 'drill_detail' })).rowcount).toBe(2)
    const steps = { post_processing: [{ operation: 'flatten' }], series_columns: [], series_limit: 3, orderby: [['count', false]], time_offsets: ['1 day ago'] }
    expect((await first({ ...point, ...steps }, { result_type: 'drill_detail' })).rowcount).toBe(3)
    const csv = await ask(point, { result_type: 'drill_detail', result_format: 'csv' })
    expect(csv.text.split('\n')).toHaveLength(5)
  })

  test('§12.6 a page of a table and how many rows there are', async () => {
    const page = { columns: ['id'], metrics: null, orderby: [['id', true]], row_limit: 5, row_offset: 10 }
    const reply = await admin('POST', '/api/v1/chart/data', {
      datasource: { id: visits, type: 'table' },
      queries: [page, { ...page, is_rowcount: true, row_limit: 0, row_offset: 0 }],
    })
    expect(reply.body.result[0].data.map(({ id }: { id: number }) => id)).toEqual([10, 11, 12, 13, 14])
    expect(reply.body.result[1].data).toEqual([{ rowcount: 20 }])
  })
})

describe('shares', () => {
  const share = { columns: ['place'], metrics: ['count'], orderby: [['place', true]], row_limit: 1 }
  const contribution = { operation: 'contribution', options: { columns: ['count'], rename_columns: ['%count'] } }
  const asked = (form_data: object) =>
    admin('POST', '/api/v1/chart/data', {
      datasource: { id: visits, type: 'table' },
      form_data,
      queries: [
        { ...share, post_processing: [contribution] },
        { columns: [], metrics: ['count'], row_limit: 0, post_processing: [] },
      ],
    })

  test('§12.3 are of the rows that are shown, or of all records where the table wants that', async () => {
    expect((await asked({})).body.result[0].data).toEqual([{ place: 'north', count: 10, '%count': 1 }])
    const whole = await asked({ percent_metric_calculation: 'all_records' })
    expect(whole.body.result[0].data).toEqual([{ place: 'north', count: 10, '%count': 0.5 }])
    expect(whole.body.result[1].data).toEqual([{ count: 20 }])
    expect((await asked({})).body.result[0].data[0]['%count']).toBe(1)
  })
})

describe('EXP-9.06 comparisons with other times', () => {
  const axis = { columnType: 'BASE_AXIS', sqlExpression: 'seen_at', label: 'seen_at', expressionType: 'SQL', timeGrain: 'PT1H' }
  const shifted = (offsets: readonly string[], steps: readonly object[] = []) => ({
    columns: [axis],
    metrics: [{ expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'amount' }, label: 'paid' }],
    filters: [{ col: 'seen_at', op: 'TEMPORAL_RANGE', val: '2026-01-01T10:00:00 : 2026-01-01T12:00:00' }],
    orderby: [['seen_at', true]],
    time_offsets: offsets,
    post_processing: steps,
  })
  const names = (kind: string, offset: string) => ({
    operation: 'compare',
    options: { source_columns: ['paid'], compare_columns: [`paid__${offset}`], compare_type: kind, drop_original_columns: true },
  })

  test('values stand beside their own time; difference, percentage and ratio take their place', async () => {
    const rows = async (query: object) => (await first(query)).data as Record<string, number>[]
    expect(await rows(shifted(['2 hours ago', '1 hour later']))).toEqual([
      { seen_at: Date.UTC(2026, 0, 1, 10), paid: 10, 'paid__2 hours ago': 8, 'paid__1 hour later': 11 },
      { seen_at: Date.UTC(2026, 0, 1, 11), paid: 11, 'paid__2 hours ago': 9, 'paid__1 hour later': 12 },
    ])
    for (const [kind, value] of [
      ['difference', 2],
      ['percentage', 0.25],
      ['ratio', 1.25],
    ] as const)
      expect((await rows(shifted(['2 hours ago'], [names(kind, '2 hours ago')])))[0]).toEqual({
        seen_at: Date.UTC(2026, 0, 1, 10),
        [`${kind}__paid__paid__2 hours ago`]: value,
      })
    const { query } = await first(shifted(['2 hours ago']))
    expect(query).toMatch(/;\n\n[^]*;$/)
  })

  test('every shift that the form offers', async () => {
    for (const offset of '1 day ago,1 week ago,28 days ago,30 days ago,52 weeks ago,1 year ago,104 weeks ago,2 years ago,156 weeks ago,3 years ago'.split(','))
      expect([offset, (await first(shifted([offset]))).data[0][`paid__${offset}`]]).toEqual([offset, null])
  })

  test('§11.5 what is needed for them is asked for', async () => {
    const message = async (query: object) => (await ask(query)).body.message as string
    expect(await message({ ...shifted(['1 day ago']), filters: [] })).toMatch(/An enclosed time range/)
    expect(await message(shifted(['1 day']))).toMatch(/Time delta is ambiguous/)
    expect(await message({ ...shifted(['1 day ago']), columns: [{ ...axis, timeGrain: null }] })).toMatch(/Time Grain must be specified/)
  })
})

test('EXP-9.07 what a dashboard said about time is told back under its special names', async () => {
  const extras = { __time_range: 'Last year', __time_col: 'seen_at', __time_grain: 'P1D', __granularity: 'seen_at', other: 'x' }
  const timed = { columns: ['place'], metrics: ['count'], granularity: 'seen_at', time_range: '2025-01-01 : 2027-01-01', applied_time_extras: extras }
  expect((await first(timed)).applied_filters).toEqual(['__time_range', '__time_col', '__time_grain', '__granularity'].map((column) => ({ column })))
  const untimed = await first({ columns: ['place'], metrics: ['count'], applied_time_extras: { __time_range: 'Last year' } })
  expect(untimed.rejected_filters).toEqual([{ reason: 'no_temporal_column', column: '__time_range' }])
})

test('EXP-7.09 options of a filter are found by a part of their text, whatever its case', async () => {
  const options = await first({ columns: ['place'], metrics: ['count'], filters: [{ col: 'place', op: 'ILIKE', val: '%ORT%' }], row_limit: 1000 })
  expect(options.data).toEqual([{ place: 'north', count: 10 }])
})

test('EXP-3.07 every field of a query is taken', async () => {
  const reply = await ask({
    time_range: '2025-01-01 : 2027-01-01',
    since: null,
    until: null,
    granularity: 'seen_at',
    columns: ['place'],
    metrics: ['count'],
    orderby: [
      ['count', false],
      ['place', true],
    ],
    filters: [{ col: 'id', op: '>=', val: 2 }],
    extras: { where: "(place <> 'x')", having: '(COUNT(*) > 1)', time_grain_sqla: 'P1D' },
    annotation_layers: [],
    row_limit: 10,
    row_offset: 1,
    series_columns: ['place'],
    series_limit: 5,
    series_limit_metric: 'count',
    order_desc: true,
    url_params: { a: 'b' },
    custom_params: {},
    custom_form_data: {},
  })
  expect([reply.status, reply.body.result[0].data]).toEqual([200, [{ place: 'south', count: 9 }]])
})
