import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSampleDatabase } from '../../testing/sample-database.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
let database: number
let visits: number
beforeAll(async () => {
  server = await openTestApp({ now: () => new Date('2026-01-01T12:00:00Z') })
  admin = await server.as('admin')
  database = await addSampleDatabase(server)
  visits = (await admin('POST', '/api/v1/dataset/', { database, table_name: 'visits', schema: 'main' })).body.id
})
afterAll(() => server.close())

const contextOf = (query: object, more: object = {}) => ({ datasource: { id: visits, type: 'table' }, queries: [query], ...more })
const ask = (query: object, more: object = {}, call = admin) => call('POST', '/api/v1/chart/data', contextOf(query, more))
const byPlace = { columns: ['place'], metrics: ['count'], orderby: [['place', true]] }

describe('EXP-7.01 POST /api/v1/chart/data', () => {
  test('EXP-3.06 answers the rows of every query with what is known about them', async () => {
    const reply = await ask(byPlace)
    expect(reply.status).toBe(200)
    expect(reply.body.result[0]).toMatchObject({
      data: [
        { place: 'north', count: 10 },
        { place: 'south', count: 10 },
      ],
      colnames: ['place', 'count'],
      coltypes: [1, 0],
      indexnames: [0, 1],
      label_map: { place: ['place'], count: ['count'] },
      rowcount: 2,
      sql_rowcount: 2,
      applied_filters: [],
      rejected_filters: [],
      applied_template_filters: [],
      annotation_data: {},
      from_dttm: null,
      to_dttm: null,
      cached_dttm: null,
      cache_timeout: 86400,
      is_cached: null,
      status: 'success',
      stacktrace: null,
      error: null,
      result_format: 'json',
    })
  })

  test('times come as milliseconds, grains cut them, ranges are read as of now', async () => {
    const axis = { columnType: 'BASE_AXIS', sqlExpression: 'seen_at', label: 'seen_at', expressionType: 'SQL', timeGrain: 'PT1H' }
    const filters = [{ col: 'seen_at', op: 'TEMPORAL_RANGE', val: 'today : DATEADD(DATETIME("today"), 2, hour)' }]
    const { body } = await ask({
      columns: [axis],
      metrics: [{ expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'amount' }, label: 'paid' }],
      filters,
      orderby: [['seen_at', true]],
    })
    const midnight = Date.UTC(2026, 0, 1)
    expect(body.result[0]).toMatchObject({
      data: [
        { seen_at: midnight, paid: 0 },
        { seen_at: midnight + 3_600_000, paid: 1 },
      ],
      from_dttm: midnight,
      to_dttm: midnight + 7_200_000,
      coltypes: [2, 0],
    })
  })

  test('a second answer comes from the cache, a forced one does not', async () => {
    const query = { columns: ['id'], row_limit: 3, orderby: [['id', false]] }
    const [first, second, forced] = [await ask(query), await ask(query), await ask(query, { force: true })]
    expect(first.body.result[0]).toMatchObject({ is_cached: null, cached_dttm: null })
    expect(second.body.result[0]).toMatchObject({ is_cached: true, cached_dttm: '2026-01-01T12:00:00', cache_key: first.body.result[0].cache_key })
    expect(second.body.result[0].data).toEqual(first.body.result[0].data)
    expect(forced.body.result[0].is_cached).toBe(null)
    expect((await ask(query, { custom_cache_timeout: -1 })).body.result[0].is_cached).toBe(null)
  })

  test('a change of the dataset is seen at once', async () => {
    const metric = { columns: [], metrics: ['heaviest'] }
    expect((await ask(metric)).body.message).toMatch(/'heaviest' does not exist/)
    const { metrics } = (await admin('GET', `/api/v1/dataset/${visits}`)).body.result
    const kept = metrics.map(({ id, metric_name, expression }: Record<string, unknown>) => ({ id, metric_name, expression }))
    const put = await admin('PUT', `/api/v1/dataset/${visits}`, { metrics: [...kept, { metric_name: 'heaviest', expression: 'MAX(weight)' }] })
    expect(put.status).toBe(200)
    expect((await ask(metric)).body.result[0].data).toEqual([{ heaviest: 9.5 }])
  })

  test('post-processing runs on the server', async () => {
    const pivot = { operation: 'pivot', options: { index: ['is_new'], columns: ['place'], aggregates: { count: { operator: 'sum' } } } }
    const { body } = await ask({ columns: ['is_new', 'place'], metrics: ['count'], post_processing: [pivot, { operation: 'flatten' }] })
    expect(body.result[0]).toMatchObject({
      colnames: ['is_new', 'count, north', 'count, south'],
      label_map: { 'count, north': ['count', 'north'] },
      coltypes: [3, 0, 0],
    })
    expect(body.result[0].data[0]).toEqual({ is_new: false, 'count, north': 6, 'count, south': 7 })
  })

  test('result types: results, query, samples, columns, timegrains', async () => {
    const of = async (result_type: string) => (await ask({ ...byPlace, row_limit: 2 }, { result_type })).body.result[0]
    expect(Object.keys(await of('results')).toSorted()).toEqual(expect.arrayContaining(['colnames', 'coltypes', 'data']))
    expect(await of('results')).not.toHaveProperty('query')
    expect(await of('query')).toEqual({ language: 'sql', query: expect.stringContaining('GROUP BY "place"') })
    expect((await of('samples')).colnames).toContain('weight')
    expect((await of('columns')).data[0]).toEqual({ column_name: 'id', verbose_name: null, dtype: 0 })
    expect((await of('timegrains')).data).toContainEqual({ name: 'Day', function: "DATE_TRUNC('day', {col})", duration: 'P1D' })
  })

  test('the shown SQL has its values in it, the sent one does not', async () => {
    const filters = [{ col: 'place', op: 'IN', val: ["north'; DROP TABLE visits; --", 'south'] }]
    const { body } = await ask({ ...byPlace, filters })
    expect(body.result[0].data).toEqual([{ place: 'south', count: 10 }])
    expect(body.result[0].query).toContain(`IN ('north''; DROP TABLE visits; --', 'south')`)
  })

  test('a form with the field form_data works, as downloads send it', async () => {
    const form = new URLSearchParams({ form_data: JSON.stringify(contextOf(byPlace, { result_format: 'csv' })) })
    const reply = await admin('POST', '/api/v1/chart/data', form)
    expect([reply.status, reply.headers['content-type'], reply.text]).toEqual([200, 'text/csv; charset=utf-8', 'place,COUNT(*)\nnorth,10\nsouth,10\n'])
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename=20260101_120000\.csv$/)
  })

  test('T26 a workbook holds texts as texts, and several queries come as an archive', async () => {
    const formula = { expressionType: 'SQL', sqlExpression: "'=1+' || place", label: 'risky' }
    const book = await ask({ columns: [formula, 'seen_at'], row_limit: 1 }, { result_format: 'xlsx' })
    expect([book.status, book.headers['content-type'], book.bytes.subarray(0, 2).toString()]).toEqual([200, expect.stringContaining('spreadsheetml'), 'PK'])
    const csv = await ask({ columns: [formula], row_limit: 1 }, { result_format: 'csv' })
    expect(csv.text).toBe("risky\n'=1+north\n")
    const two = await admin('POST', '/api/v1/chart/data', { datasource: { id: visits, type: 'table' }, queries: [byPlace, byPlace], result_format: 'csv' })
    expect([two.headers['content-type'], two.bytes.includes('query_2.csv')]).toEqual(['application/zip', true])
  })

  test('T4 a wrong type in any field is refused with its place', async () => {
    const wrong: readonly unknown[] = [{}, [], 7, 'x', null, { __proto__: null, a: 1 }, [[]], [null], [7]]
    const fields =
      'columns metrics filters granularity time_range is_timeseries series_columns series_limit series_limit_metric row_limit row_offset orderby order_desc extras post_processing time_offsets url_params annotation_layers applied_time_extras is_rowcount'.split(
        ' ',
      )
    for (const field of fields) {
      for (const value of wrong) {
        const reply = await ask({ ...byPlace, [field]: value })
        expect([200, 400], `${field} ${JSON.stringify(value)} ${reply.text.slice(0, 200)}`).toContain(reply.status)
      }
    }
    for (const field of ['datasource', 'queries', 'force', 'result_type', 'result_format', 'form_data', 'custom_cache_timeout']) {
      for (const value of wrong) {
        const reply = await admin('POST', '/api/v1/chart/data', { ...contextOf(byPlace), [field]: value })
        expect([200, 400, 404], `${field} ${JSON.stringify(value)} ${reply.text.slice(0, 200)}`).toContain(reply.status)
      }
    }
    // Numbers that no id can be: beyond what a store keeps, or no whole ones.
    for (const id of [2 ** 40, -(2 ** 40), 1e300, 1.5]) {
      for (const more of [{ datasource: { id, type: 'table' } }, { form_data: { slice_id: id, dashboardId: id } }, { form_data: { slice_id: String(id) } }]) {
        const reply = await admin('POST', '/api/v1/chart/data', { ...contextOf(byPlace), ...more })
        expect([200, 400, 404], `${JSON.stringify(more)} ${reply.text.slice(0, 200)}`).toContain(reply.status)
      }
      const layers = { annotation_layers: [{ name: 'a', annotationType: 'EVENT', sourceType: 'NATIVE', value: id }] }
      expect([200, 400, 404]).toContain((await ask({ ...byPlace, ...layers })).status)
    }
    expect((await ask({ columns: 'place' })).body.message).toBe("Request is incorrect: {'queries': {0: {'columns': ['Not a valid list.']}}}")
    expect((await ask(byPlace, { colour: 'red' })).body.message).toBe("Request is incorrect: {'colour': ['Unknown field.']}")
  })

  test('annotations kept here come with the rows', async () => {
    const layer = (await admin('POST', '/api/v1/annotation_layer/', { name: 'sales', descr: '' })).body.id
    await admin('POST', `/api/v1/annotation_layer/${layer}/annotation/`, {
      short_descr: 'sale',
      long_descr: '',
      start_dttm: '2021-06-01T00:00:00',
      end_dttm: '2021-06-10T00:00:00',
      json_metadata: '{}',
    })
    const shown = { name: 'sales', annotationType: 'EVENT', sourceType: 'NATIVE', value: layer, show: true, showMarkers: false }
    const { body } = await ask({ ...byPlace, annotation_layers: [shown] })
    expect(body.result[0].annotation_data.sales.records).toMatchObject([{ start_dttm: 1622505600000, short_descr: 'sale' }])
    expect((await ask({ ...byPlace, annotation_layers: [{ ...shown, value: 999_999 }] })).status).toBe(400)
  })

  test('more filter values than a database takes are refused', async () => {
    const many = (length: number) => ask({ ...byPlace, filters: [{ col: 'id', op: 'IN', val: Array.from({ length }, (_, id) => id) }] })
    expect((await many(5000)).status).toBe(200)
    expect((await many(70_000)).body.message).toMatch(/at most 65535 filter values/)
  })

  test('custom SQL stays in its place', async () => {
    const metric = (sqlExpression: string) => ask({ columns: [], metrics: [{ expressionType: 'SQL', sqlExpression, label: 'x' }] })
    expect((await metric('SUM(amount) / 2 -- half')).body.result[0].data).toEqual([{ x: 95 }])
    expect((await metric('(SELECT word FROM other.secrets)')).body.message).toBe('Error: Custom SQL fields cannot contain sub-queries.')
    expect((await metric('(FROM other.secrets)')).status).toBe(400)
    const where = await ask({ ...byPlace, extras: { where: 'place IN (SELECT word FROM other.secrets)' } })
    expect([where.status, where.body.errors[0].error_type]).toEqual([403, 'ADHOC_SUBQUERY_NOT_ALLOWED_ERROR'])
    expect((await ask({ ...byPlace, extras: { where: '1=1) UNION SELECT word, 1 FROM other.secrets --' } })).status).toBe(400)
    expect((await ask({ ...byPlace, extras: { where: "read_csv('/etc/passwd') IS NOT NULL" } })).status).toBe(400)
  })

  test('a dataset that is not there is 404, one that is closed 403', async () => {
    expect((await admin('POST', '/api/v1/chart/data', { ...contextOf(byPlace), datasource: { id: 999_999, type: 'table' } })).status).toBe(404)
    const gamma = await server.as('gamma')
    const reply = await ask(byPlace, {}, gamma)
    expect([reply.status, reply.body.errors[0].error_type]).toEqual([403, 'DATASOURCE_SECURITY_ACCESS_ERROR'])
  })
})

describe('row rules', () => {
  const addRule = async (clause: string, role: string, filterType = 'Regular', group_key: string | null = null) => {
    const roles = await server.deps.db.selectFrom('roles').select('id').where('name', '=', role).execute()
    const made = await admin('POST', '/api/v1/rowlevelsecurity/', {
      name: `${clause} ${role} ${filterType}`,
      filter_type: filterType,
      tables: [visits],
      roles: roles.map(({ id }) => id),
      clause,
      group_key,
    })
    if (made.status !== 201) throw new Error(made.text)
    return made.body.id as number
  }

  test('T7 T8 a rule narrows every way of asking, and no cache carries rows over', async () => {
    const alpha = await server.as('alpha')
    expect((await ask(byPlace, {}, alpha)).body.result[0].data).toHaveLength(2)
    const rule = await addRule("place = 'north'", 'Alpha')
    const places = async (query: object, more: object = {}, call = alpha) => {
      const { body } = await ask(query, more, call)
      return (body.result[0].data as { place: string }[]).map(({ place }) => place)
    }
    expect(await places(byPlace)).toEqual(['north'])
    expect(await places(byPlace, {}, admin)).toEqual(['north', 'south'])
    expect(await places(byPlace)).toEqual(['north'])
    expect(new Set(await places({ columns: ['place', 'id'] }))).toEqual(new Set(['north']))
    expect(new Set(await places({}, { result_type: 'samples' }))).toEqual(new Set(['north']))
    expect(await places({ ...byPlace, extras: { where: "1=1 OR place = 'south'" } })).toEqual(['north'])
    expect(await places({ ...byPlace, series_columns: ['place'], series_limit: 2 })).toEqual(['north'])
    const counted = await ask({ columns: ['id'], is_rowcount: true }, {}, alpha)
    expect(counted.body.result[0].data).toEqual([{ rowcount: 10 }])
    const csv = await alpha('POST', '/api/v1/chart/data', contextOf(byPlace, { result_format: 'csv' }))
    expect(csv.text).not.toContain('south')
    await admin('DELETE', `/api/v1/rowlevelsecurity/${rule}`)
    expect(await places(byPlace)).toEqual(['north', 'south'])
  })

  test('T7 the rules of a table hold inside a dataset over SQL that reads it', async () => {
    const alpha = await server.as('alpha')
    const texts = [
      'SELECT place, id FROM visits',
      'WITH v AS (SELECT * FROM main.visits) SELECT place, id FROM v',
      'SELECT place, id FROM visits AS "v" UNION ALL SELECT place, id FROM "visits"',
    ]
    const rule = await addRule("place = 'north'", 'Alpha')
    for (const [index, sql] of texts.entries()) {
      const { id } = (await admin('POST', '/api/v1/dataset/', { database, table_name: `over sql ${index}`, schema: 'main', sql })).body
      const places = async (call: TestCall) => {
        const { body } = await call('POST', '/api/v1/chart/data', { datasource: { id, type: 'table' }, queries: [{ columns: ['place'], metrics: ['count'] }] })
        return (body.result[0].data as { place: string }[]).map(({ place }) => place).sort()
      }
      expect([sql, await places(admin)]).toEqual([sql, ['north', 'south']])
      expect([sql, await places(alpha)]).toEqual([sql, ['north']])
    }
    await admin('DELETE', `/api/v1/rowlevelsecurity/${rule}`)
  })

  test('T7 a rule that cannot be read closes the data', async () => {
    const rule = await addRule("place = 'north'", 'Alpha')
    await server.deps.db.updateTable('row_rules').set({ clause: "place = 'north" }).where('id', '=', rule).execute()
    const reply = await ask(byPlace, {}, await server.as('alpha'))
    expect(reply.status).toBe(400)
    await admin('DELETE', `/api/v1/rowlevelsecurity/${rule}`)
  })
})

describe('GET /api/v1/chart/{id}/data/', () => {
  test('runs the saved context of a chart that the caller may see', async () => {
    const query_context = JSON.stringify(contextOf(byPlace))
    const made = await admin('POST', '/api/v1/chart/', {
      slice_name: 'places',
      viz_type: 'table',
      datasource_id: visits,
      datasource_type: 'table',
      params: '{}',
      query_context,
    })
    const reply = await admin('GET', `/api/v1/chart/${made.body.id}/data/`)
    expect(reply.body.result[0].data).toHaveLength(2)
    expect((await admin('GET', `/api/v1/chart/${made.body.id}/data/?format=csv`)).text).toBe('place,COUNT(*)\nnorth,10\nsouth,10\n')
    expect((await admin('GET', `/api/v1/chart/${made.body.id}/data/?type=results`)).body.result[0]).not.toHaveProperty('query')
    expect((await (await server.as('gamma'))('GET', `/api/v1/chart/${made.body.id}/data/`)).status).toBe(404)
    expect((await admin('GET', '/api/v1/chart/999999/data/')).status).toBe(404)
    const warmed = await admin('PUT', '/api/v1/chart/warm_up_cache', { chart_id: made.body.id })
    expect(warmed.body.result).toEqual([{ chart_id: made.body.id, viz_error: null, viz_status: 'success' }])
  })

  test('a chart without a saved context says so', async () => {
    const made = await admin('POST', '/api/v1/chart/', { slice_name: 'bare', viz_type: 'table', datasource_id: visits, datasource_type: 'table' })
    const reply = await admin('GET', `/api/v1/chart/${made.body.id}/data/`)
    expect([reply.status, reply.body.message]).toEqual([400, 'Chart has no query context saved. Please save the chart again.'])
  })
})

test('a dashboard that a role opens opens the data of its own charts, nothing else', async () => {
  const gamma = await server.as('gamma')
  const chart = await admin('POST', '/api/v1/chart/', { slice_name: 'open', viz_type: 'table', datasource_id: visits, datasource_type: 'table' })
  const role = await server.deps.db.selectFrom('roles').select('id').where('name', '=', 'Gamma').executeTakeFirstOrThrow()
  const board = await admin('POST', '/api/v1/dashboard/', { dashboard_title: 'open', published: true, roles: [role.id] })
  await server.deps.db.insertInto('dashboard_charts').values({ dashboard_id: board.body.id, chart_id: chart.body.id }).execute()
  const from = (form_data: object) => ask(byPlace, { form_data }, gamma)
  expect((await from({ dashboardId: board.body.id, slice_id: chart.body.id })).status).toBe(200)
  expect((await from({ dashboardId: board.body.id })).status).toBe(403)
  expect((await from({ dashboardId: board.body.id, slice_id: chart.body.id + 1000 })).status).toBe(403)
  await server.deps.db.updateTable('dashboards').set({ published: false }).where('id', '=', board.body.id).execute()
  expect((await from({ dashboardId: board.body.id, slice_id: chart.body.id })).status).toBe(403)
})

test('EXP-7.10 GET /api/v1/time_range/ says what a range means', async () => {
  const read = (q: string) => admin('GET', `/api/v1/time_range/?q=${encodeURIComponent(q)}`)
  expect((await read("'Last week'")).body).toEqual({ result: { since: '2025-12-25T00:00:00', until: '2026-01-01T00:00:00', timeRange: 'Last week' } })
  expect((await read("!((timeRange:'Last day'))")).body.result).toMatchObject([{ since: '2025-12-31T00:00:00' }])
  expect((await read("'5 days : now'")).body.message).toMatch(/^Unexpected time range: /)
  for (const bad of ['5', "'open", '', '(a:1)']) expect((await read(bad)).status, bad).toBe(400)
  expect((await server.anonymous()('GET', "/api/v1/time_range/?q='Last week'")).status).not.toBe(200)
})
