import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSampleDatabase } from '../../testing/sample-database.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'
import { isCrontab } from './check.ts'

let server: TestApp
let admin: TestCall
let database: number
let chart: number
let dashboard: number
beforeAll(async () => {
  server = await openTestApp()
  admin = await server.as('admin')
  database = await addSampleDatabase(server)
  const dataset = (await admin('POST', '/api/v1/dataset/', { database, table_name: 'visits', schema: 'main' })).body.id
  chart = (await admin('POST', '/api/v1/chart/', { slice_name: 'a chart', viz_type: 'table', datasource_id: dataset, datasource_type: 'table', params: '{}' }))
    .body.id
  dashboard = (await admin('POST', '/api/v1/dashboard/', { dashboard_title: 'a board' })).body.id
})
afterAll(() => server.close())

const report = (more: object) => ({ type: 'Report', name: 'weekly', crontab: '0 9 * * 1', chart, ...more })
const post = (more: object, call = admin) => call('POST', '/api/v1/report/', report(more))
const messageOf = async (more: object) => (await post(more)).body.message

test('DSH-3.09 DSH-7.15 DSH-7.16 DSH-7.17 a report is stored with its defaults, recipients and owner, and read back', async () => {
  const made = await post({ name: 'stored', recipients: [{ type: 'Email', recipient_config_json: { target: 'a@example.test' } }], extra: { dashboard: {} } })
  expect(made.status).toBe(201)
  const { result } = (await admin('GET', `/api/v1/report/${made.body.id}`)).body
  expect(result).toMatchObject({
    active: true,
    timezone: 'UTC',
    log_retention: 90,
    grace_period: 14_400,
    working_timeout: 3600,
    last_state: 'Not triggered',
    report_format: 'PNG',
    chart: { id: chart },
    dashboard: null,
    extra: { dashboard: {} },
    recipients: [{ type: 'Email', recipient_config_json: '{"target": "a@example.test"}' }],
  })
  const row = (await admin('GET', '/api/v1/report/?q=(filters:!((col:name,opr:eq,value:stored)))')).body.result[0]
  expect(row).toMatchObject({ crontab_humanized: 'At 09:00 AM, only on Monday', owners: [{ first_name: 'Admin' }] })
  expect((await admin('PUT', `/api/v1/report/${made.body.id}`, { dashboard, chart: null, name: 'moved' })).status).toBe(200)
  expect((await admin('GET', `/api/v1/report/${made.body.id}`)).body.result).toMatchObject({ name: 'moved', chart: null, dashboard: { id: dashboard } })
  expect((await admin('GET', `/api/v1/report/${made.body.id}/log/`)).body).toMatchObject({ count: 0, result: [] })
  expect((await admin('DELETE', `/api/v1/report/${made.body.id}`)).body).toEqual({ message: 'OK' })
  expect((await admin('GET', `/api/v1/report/${made.body.id}/log/`)).status).toBe(404)
})

test('what could not run is refused', async () => {
  expect(await messageOf({ crontab: 'whenever' })).toEqual({ crontab: ['Cron expression is not valid'] })
  expect(await messageOf({ chart: 999_999 })).toEqual({ chart: 'Chart does not exist' })
  expect(await messageOf({ dashboard })).toEqual({ chart: 'Choose a chart or dashboard not both' })
  expect(await messageOf({ chart: undefined })).toEqual({ chart: 'Choose a chart or dashboard' })
  expect(await messageOf({ type: 'Alert' })).toEqual({ database: 'Database is required for alerts' })
  expect(await messageOf({ type: 'Alert', database })).toEqual({ sql: 'SQL is required for alerts' })
  expect(Object.keys(await messageOf({ timezone: 'Mars/Phobos' }))).toEqual(['timezone'])
  expect(await messageOf({ log_retention: 0 })).toEqual({ log_retention: ['Value must be greater than 0'] })
  expect(await messageOf({ custom_width: 100 })).toEqual({ custom_width: ['Screenshot width must be between 600px and 2400px'] })
  expect(Object.keys(await messageOf({ type: 'Alert', validator_config_json: { op: '=~', threshold: 1 } }))).toEqual(['validator_config_json'])
})

test('a report is not given a database that is not there', async () => {
  const { body } = await post({ name: 'without a database' })
  expect(await admin('PUT', `/api/v1/report/${body.id}`, { database: 99_999 })).toMatchObject({
    status: 422,
    body: { message: { database: 'Database does not exist' } },
  })
})

test('names are unique among reports and among alerts', async () => {
  expect((await post({ name: 'same' })).status).toBe(201)
  expect(await messageOf({ name: 'same' })).toEqual({ name: ['A report named "same" already exists'] })
  expect((await post({ name: 'same', type: 'Alert', database, sql: 'SELECT 1' })).status).toBe(201)
})

test('DSH-3.09 from a chart everybody has at most one report', async () => {
  expect((await post({ name: 'mine', creation_method: 'charts' })).status).toBe(201)
  const second = await post({ name: 'mine too', creation_method: 'charts' })
  expect([second.status, second.body.message]).toEqual([409, 'Resource already has an attached report.'])
})

test('DSH-7.14 the own report of a dashboard or chart is found by it, by where it was made and by who made it', async () => {
  const { id } = (await post({ name: 'of the board', chart: undefined, dashboard, creation_method: 'dashboards' })).body
  const me = await server.userId('admin')
  const found = async (col: string, value: number, method: string, who: number) => {
    const filters = `(col:${col},opr:eq,value:${value}),(col:creation_method,opr:eq,value:${method}),(col:created_by,opr:rel_o_m,value:${who})`
    return (await admin('GET', `/api/v1/report/?q=(filters:!(${filters}))`)).body.ids
  }
  expect(await found('dashboard_id', dashboard, 'dashboards', me)).toEqual([id])
  expect(await found('dashboard_id', dashboard, 'charts', me)).toEqual([])
  expect(await found('dashboard_id', dashboard, 'dashboards', me + 1000)).toEqual([])
  expect(await found('chart_id', chart, 'charts', me)).toHaveLength(1)
})

test('a chart, a dashboard and a database are kept while a report points at them', async () => {
  await post({ name: 'pointing' })
  const refused = await admin('DELETE', `/api/v1/chart/${chart}`)
  expect(refused.status).toBe(422)
  expect(refused.body.message).toContain('There are associated alerts or reports: ')
  expect(refused.body.message).toContain('pointing')
})

test('others see a report only with access to all data, and change it never', async () => {
  const { id } = (await post({ name: 'private' })).body
  const alpha = await server.as('alpha')
  expect((await alpha('GET', `/api/v1/report/${id}`)).status).toBe(200)
  expect((await alpha('PUT', `/api/v1/report/${id}`, { active: false })).status).toBe(403)
  expect((await alpha('DELETE', `/api/v1/report/${id}`)).status).toBe(403)
  expect((await (await server.as('gamma'))('GET', `/api/v1/report/${id}`)).status).toBe(403)
})

test('without the feature there are no reports', async () => {
  const off = await openTestApp({ env: { SIGHTLINE_FEATURE_ALERT_REPORTS: 'false' } })
  try {
    expect((await (await off.as('admin'))('GET', '/api/v1/report/')).status).toBe(404)
  } finally {
    await off.close()
  }
})

test.each([
  ['0 9 * * *', true],
  ['*/10 8-18 * * 1-5', true],
  ['0 0 1 1 *', true],
  ['0 0 31 2 *', false],
  ['* * * * * *', false],
  ['61 * * * *', false],
  ['', false],
])('the schedule %s is valid: %s', (text, isValid) => {
  expect(isCrontab(text)).toBe(isValid)
})
