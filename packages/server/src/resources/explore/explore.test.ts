import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSampleDatabase } from '../../testing/sample-database.ts'
import { addRoleFor } from '../../testing/sample-objects.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
let alpha: TestCall
let gamma: TestCall
let ana: TestCall
let visits: number
let secrets: number
let chart: number
let database: number
const path = '/api/v1/explore/'

beforeAll(async () => {
  server = await openTestApp()
  database = await addSampleDatabase(server)
  ;[admin, alpha, gamma] = await Promise.all([server.as('admin'), server.as('alpha'), server.as('gamma')])
  visits = (await admin('POST', '/api/v1/dataset/', { database, table_name: 'visits', schema: 'main' })).body.id
  secrets = (await admin('POST', '/api/v1/dataset/', { database, table_name: 'secrets', schema: 'other' })).body.id
  await addRoleFor(server.deps, 'visits only', 'datasource_access', `[sample].[visits](id:${visits})`)
  ana = await server.as('ana', 'Gamma', 'sql_lab', 'visits only')
  const params = JSON.stringify({ viz_type: 'table', groupby: ['place'], metrics: ['count'], where: 'id > 1' })
  const made = { slice_name: 'places', viz_type: 'table', datasource_id: visits, datasource_type: 'table', params, description: '**b**', owners: [] }
  chart = (await admin('POST', '/api/v1/chart/', made)).body.id
})
afterAll(() => server.close())

const open = (query: Record<string, string>, call = admin) => call('GET', `${path}?${new URLSearchParams(query)}`)

describe('GET /api/v1/explore/', () => {
  test('a saved chart comes with its form, its dataset and what its header tells', async () => {
    const { status, body } = await open({ slice_id: String(chart), mine: 'yes' })
    expect(status).toBe(200)
    expect(body.result).toMatchObject({
      message: null,
      form_data: {
        slice_id: chart,
        viz_type: 'table',
        datasource: `${visits}__table`,
        groupby: ['place'],
        adhoc_filters: [{ clause: 'WHERE', expressionType: 'SQL', sqlExpression: 'id > 1' }],
        applied_time_extras: {},
        url_params: { slice_id: String(chart), mine: 'yes' },
      },
      slice: { slice_id: chart, slice_name: 'places', datasource: 'main.visits', description_markeddown: '<p><strong>b</strong></p>' },
      metadata: { created_by: 'Admin Person', dashboards: [] },
    })
    expect(body.result.form_data).not.toHaveProperty('where')
    expect(body.result.slice.form_data).toMatchObject({ where: 'id > 1' })
  })

  test('EXP-3.08 EXP-3.10 a dataset comes with its columns, metrics and grains', async () => {
    const { body } = await open({ datasource_id: String(visits), datasource_type: 'table' })
    const { dataset, form_data: form, slice } = body.result
    expect(slice).toBe(null)
    expect((await open({ dataset_id: String(visits) })).body.result.dataset.id).toBe(visits)
    expect(form).toMatchObject({ datasource: `${visits}__table`, adhoc_filters: [] })
    expect(dataset).toMatchObject({ id: visits, type: 'table', uid: `${visits}__table`, name: 'main.visits', main_dttm_col: 'seen_at', filter_select: true })
    expect(dataset.columns.find((column: { column_name: string }) => column.column_name === 'is_new')).toMatchObject({ type_generic: 3, is_dttm: false })
    expect(dataset.metrics).toMatchObject([{ metric_name: 'count', expression: 'COUNT(*)' }])
    expect(dataset.time_grain_sqla).toContainEqual(['P1D', 'Day'])
  })

  test('a kept form wins over the chart; one that is gone is told', async () => {
    const kept = {
      datasource_id: visits,
      datasource_type: 'table',
      chart_id: chart,
      form_data: JSON.stringify({ slice_id: chart, viz_type: 'pie', metric: 'count' }),
    }
    const { key } = (await admin('POST', '/api/v1/explore/form_data', kept)).body
    const { body } = await open({ form_data_key: key, slice_id: String(chart) })
    expect(body.result).toMatchObject({ message: null, form_data: { viz_type: 'pie', metric: 'count', groupby: ['place'] }, slice: { slice_id: chart } })
    const gone = await open({ form_data_key: 'gone', slice_id: String(chart) })
    expect(gone.body.result).toMatchObject({ message: 'Form data not found in cache, reverting to chart metadata.', form_data: { viz_type: 'table' } })
    const without = await open({ form_data_key: 'gone', datasource_id: String(visits), datasource_type: 'table' })
    expect(without.body.result.message).toBe('Form data not found in cache, reverting to dataset metadata.')
  })

  test('what is not there is shown as missing', async () => {
    for (const query of [
      {},
      { datasource_id: '999999', datasource_type: 'table' },
      { slice_id: '999999' },
      { slice_id: 'x', datasource_id: '-1' },
      { datasource_id: '1', datasource_type: 'saved_query' },
    ]) {
      const { status, body } = await open(query as Record<string, string>)
      expect([status, body.result.dataset.name, body.result.dataset.database]).toEqual([200, '[Missing Dataset]', { id: 0, backend: '', parameters: {} }])
    }
    expect((await open({ slice_id: '999999' })).body.result.slice).toBe(null)
    expect((await open({ datasource_id: '1', datasource_type: 'cube' })).status).toBe(400)
  })

  test('a dataset that opens elsewhere sends there, unless a chart type is given', async () => {
    await server.deps.db.updateTable('datasets').set({ default_endpoint: '/superset/dashboard/1/' }).where('id', '=', secrets).execute()
    const sent = await open({ datasource_id: String(secrets), datasource_type: 'table' })
    expect([sent.status, sent.body]).toEqual([302, { redirect: '/superset/dashboard/1/' }])
    const shown = await open({ datasource_id: String(secrets), datasource_type: 'table', form_data: JSON.stringify({ viz_type: 'pie' }) })
    expect([shown.status, shown.body.result.form_data.viz_type]).toEqual([200, 'pie'])
  })

  test('T13 it opens nothing that is closed: dataset, chart, or a form kept over it', async () => {
    const closed = await open({ datasource_id: String(visits), datasource_type: 'table' }, gamma)
    expect([closed.status, closed.body.errors[0].error_type]).toEqual([403, 'DATASOURCE_SECURITY_ACCESS_ERROR'])
    expect((await open({ slice_id: String(chart) }, gamma)).status).toBe(403)
    expect((await open({ form_data: JSON.stringify({ datasource: `${visits}__table` }) }, gamma)).status).toBe(403)
    const { key } = (await alpha('POST', '/api/v1/explore/form_data', { datasource_id: visits, datasource_type: 'table', form_data: '{"a":1}' })).body
    expect((await open({ form_data_key: key }, gamma)).status).toBe(403)
    expect((await open({ form_data_key: key, datasource_id: String(visits) }, ana)).status).toBe(200)
    // A form that is open must not open another dataset.
    const own = { datasource_id: visits, datasource_type: 'table', form_data: JSON.stringify({ datasource: `${secrets}__table` }) }
    const trick = (await ana('POST', '/api/v1/explore/form_data', own)).body.key
    expect((await open({ form_data_key: trick }, ana)).status).toBe(403)
    expect((await open({}, server.anonymous())).status).toBe(401)
  })

  test('EXP-3.09 SQL-3.14 a query of the editor opens with its columns, its tab and its text', async () => {
    const sql = 'SELECT place, seen_at, {{ 1 + 1 }} AS two FROM visits'
    const { query_id: id } = (await ana('POST', '/api/v1/sqllab/execute/', { database_id: database, sql, schema: 'main', tab: 'My tab' })).body
    const { body } = await open({ datasource_id: String(id), datasource_type: 'query' }, ana)
    expect(body.result).toMatchObject({
      form_data: { datasource: `${id}__query` },
      dataset: {
        id,
        type: 'query',
        uid: `${id}__query`,
        name: 'My tab',
        sql,
        schema: 'main',
        metrics: [],
        main_dttm_col: 'seen_at',
        owners: [{ username: 'ana' }],
      },
    })
    expect(body.result.dataset.columns.map(({ column_name: name, type_generic: kind }: Record<string, unknown>) => [name, kind])).toEqual([
      ['place', 1],
      ['seen_at', 2],
      ['two', 0],
    ])
    const other = await open({ datasource_id: String(id), datasource_type: 'query' }, alpha)
    expect([other.status, other.body.errors[0].error_type]).toEqual([403, 'QUERY_SECURITY_ACCESS_ERROR'])
    const kept = await ana('POST', '/api/v1/explore/form_data', { datasource_id: id, datasource_type: 'query', form_data: '{"viz_type":"pie"}' })
    expect(kept.status).toBe(201)
    expect((await alpha('GET', `/api/v1/explore/form_data/${kept.body.key}`)).status).toBe(403)
    expect((await open({ datasource_id: '999999', datasource_type: 'query' }, ana)).body.result.dataset).toMatchObject({
      name: '[Missing Dataset]',
      type: 'query',
    })
  })
})

describe('EXP-7.33 lasting links to the explorer', () => {
  const formData = () => ({ datasource: `${visits}__table`, viz_type: 'pie', slice_id: chart })
  const share = (state: unknown, call = admin) => call('POST', `${path}permalink`, state)

  test('a form is shared, read and opened; the same one again is the same link', async () => {
    const made = await share({ formData: formData(), urlParams: [['a', 'b']] })
    const { key } = made.body
    expect([made.status, made.body.url]).toEqual([201, expect.stringMatching(new RegExp(`^https?://[^/]+/superset/explore/p/${key}/$`))])
    expect((await share({ formData: formData(), urlParams: [['a', 'b']] })).body.key).toBe(key)
    expect((await admin('GET', `${path}permalink/${key}`)).body).toEqual({
      chartId: chart,
      datasourceId: visits,
      datasourceType: 'table',
      datasource: `${visits}__table`,
      state: { formData: formData(), urlParams: [['a', 'b']] },
    })
    const { body } = await open({ permalink_key: key })
    expect(body.result).toMatchObject({
      form_data: { viz_type: 'pie', groupby: ['place'], url_params: { a: 'b', permalink_key: key } },
      slice: { slice_id: chart },
    })
    expect((await admin('GET', `/explore/p/${key}/`)).headers['location']).toBe(`/superset/explore/p/${key}/`)
  })

  test('it needs a form with a data source, and carries nothing else', async () => {
    expect((await share({ urlParams: [] })).body).toEqual({ message: { formData: ['Missing data for required field.'] } })
    expect((await share({ formData: {} })).status).toBe(400)
    expect((await share({ formData: { datasource: 'nonsense' } })).status).toBe(400)
    expect((await share({ formData: formData(), colour: 'red' })).body).toEqual({ message: { colour: ['Unknown field.'] } })
    expect((await share({ formData: formData(), urlParams: [['a']] })).status).toBe(400)
    expect((await share({ formData: { datasource: '999999__table' } })).status).toBe(404)
  })

  test('it is closed to those its data are closed to, and one that is not there is told', async () => {
    expect((await share({ formData: formData() }, gamma)).status).toBe(403)
    const { key } = (await share({ formData: { datasource: `${secrets}__table` } })).body
    for (const call of [gamma, ana]) {
      expect((await call('GET', `${path}permalink/${key}`)).status).toBe(403)
      expect((await open({ permalink_key: key }, call)).status).toBe(403)
    }
    for (const missing of ['nosuchkey', 'A'.repeat(22)]) {
      expect((await admin('GET', `${path}permalink/${missing}`)).status).toBe(404)
      expect((await open({ permalink_key: missing })).status).toBe(422)
    }
  })
})

test('the form of a saved chart is told to those who may see it', async () => {
  expect((await admin('GET', `/api/v1/form_data/?slice_id=${chart}`)).body).toMatchObject({ slice_id: chart, groupby: ['place'] })
  expect((await gamma('GET', `/api/v1/form_data/?slice_id=${chart}`)).status).toBe(403)
  for (const nothing of ['', '?slice_id=999999', '?slice_id=x']) expect((await admin('GET', `/api/v1/form_data/${nothing}`)).body).toEqual({})
  expect((await admin('GET', '/api/v1/available_domains/')).body).toEqual({ result: { domains: null } })
})
