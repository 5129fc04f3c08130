import { afterAll, beforeAll, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { filesOf, takeIn, zipOf } from '../../testing/bundles.ts'
import { dumpStore } from '../../testing/dump-store.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
beforeAll(async () => {
  server = await openTestApp()
  admin = await server.as('admin')
})
afterAll(() => server.close())

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const version = '1.0.0'
const database = { database_name: 'Far', sqlalchemy_uri: 'postgresql://u@far.invalid:5432/x', uuid: id(1), version }
const dataset = { table_name: 't', schema: 'public', uuid: id(2), version, database_uuid: id(1), columns: [], metrics: [] }
const chart = { slice_name: 'C', viz_type: 'table', params: {}, uuid: id(3), version, dataset_uuid: id(2) }
const dashboard = (number: number, more: object = {}) => ({
  dashboard_title: `B ${number}`,
  slug: `b-${number}`,
  uuid: id(number),
  version,
  position: { 'CHART-a': { type: 'CHART', id: 'CHART-a', children: [], meta: { chartId: 7, uuid: id(3), width: 4, height: 50 } } },
  metadata: { native_filter_configuration: [{ id: 'F', targets: [{ datasetUuid: id(2), column: { name: 'a' } }] }] },
  ...more,
})
const bundle = (type: string, files: Readonly<Record<string, object>>) =>
  zipOf({
    'metadata.yaml': stringify({ version, type }),
    ...Object.fromEntries(Object.entries(files).map(([path, content]) => [path, stringify(content)])),
  })
const whole = { 'databases/Far.yaml': database, 'datasets/Far/t.yaml': dataset, 'charts/C_7.yaml': chart, 'dashboards/B_1.yaml': dashboard(4) }
const titleOf = async () => (await server.deps.db.selectFrom('charts').select('slice_name').where('uuid', '=', id(3)).executeTakeFirstOrThrow()).slice_name

test('EXP-7.23 `overwrite_all` replaces what a dashboard needs as well; `overwrite` alone replaces the dashboard', async () => {
  expect((await takeIn(admin, 'dashboard', await bundle('Dashboard', whole))).body).toEqual({ message: 'OK' })
  const again = await bundle('Dashboard', { ...whole, 'charts/C_7.yaml': { ...chart, slice_name: 'Other' } })
  expect((await takeIn(admin, 'dashboard', again, { overwrite: 'true' })).status).toBe(200)
  expect(await titleOf()).toBe('C')
  expect((await takeIn(admin, 'dashboard', again, { overwrite: 'true', overwrite_all: 'true' })).status).toBe(200)
  expect(await titleOf()).toBe('Other')
  // Not what belongs to somebody else.
  const alpha = await server.as('alpha')
  expect((await takeIn(alpha, 'dashboard', again, { overwrite_all: 'true' })).status).toBe(422)
})

test('a sparse bundle finds here what it leaves out, as far as the sender may show it', async () => {
  const alone = (number: number) => bundle('assets', { 'dashboards/B.yaml': dashboard(number), 'queries/Far/q.yaml': { ...query, uuid: id(number + 100) } })
  const query = { label: 'q', sql: 'SELECT 1', version, database_uuid: id(1) }
  const missing = await takeIn(admin, 'assets', await alone(10))
  expect(missing.body.errors[0].extra['queries/Far/q.yaml']).toEqual({ database_uuid: ['The bundle has no such database.'] })
  expect((await takeIn(admin, 'assets', await alone(10), { sparse: 'true' })).body).toEqual({ message: 'OK' })
  const { result } = (await admin('GET', '/api/v1/dashboard/b-10')).body
  const here = await server.deps.db.selectFrom('charts').select(['id', 'datasource_id']).where('uuid', '=', id(3)).executeTakeFirstOrThrow()
  expect(result.charts).toEqual(['Other'])
  expect(JSON.parse(result.position_json)['CHART-a'].meta.chartId).toBe(here.id)
  expect(JSON.parse(result.json_metadata).native_filter_configuration[0].targets[0].datasetId).toBe(here.datasource_id)
  // Whoever may not read the data of a chart puts it on no dashboard.
  const gamma = await server.as('gamma')
  const theirs = await bundle('Dashboard', { 'dashboards/B.yaml': dashboard(11) })
  expect((await takeIn(gamma, 'dashboard', theirs, { sparse: 'true' })).status).toBe(200)
  const links = await server.deps.db
    .selectFrom('dashboard_charts')
    .innerJoin('dashboards', 'dashboards.id', 'dashboard_id')
    .select('chart_id')
    .where('dashboards.uuid', '=', id(11))
    .execute()
  expect(links).toEqual([])
})

test('everything at once replaces what is there, also for clients that send overwrite=false along', async () => {
  const everything = await bundle('assets', whole)
  await server.deps.db.updateTable('charts').set({ slice_name: 'changed meanwhile' }).where('uuid', '=', id(3)).execute()
  expect((await takeIn(admin, 'assets', everything, { overwrite: 'false' })).body).toEqual({ message: 'OK' })
  const { slice_name: name } = await server.deps.db.selectFrom('charts').select('slice_name').where('uuid', '=', id(3)).executeTakeFirstOrThrow()
  expect(name).not.toBe('changed meanwhile')
  expect((await takeIn(admin, 'assets', everything)).status).toBe(200)
})

test('secrets for the masks of a database come with the form, and go nowhere else', async () => {
  const file = {
    ...database,
    uuid: id(20),
    database_name: 'Cloud',
    masked_encrypted_extra: { key: 'XXXXXXXXXX', deep: { key: 'XXXXXXXXXX', open: 'unmasked-9' } },
  }
  const secrets = { 'databases/Cloud.yaml': { '$.key': 'one', '$.deep.key': 'two', '$.deep.open': 'changed', '$.none': 'made' } }
  const sent = await bundle('Database', { 'databases/Cloud.yaml': file })
  expect((await takeIn(admin, 'database', sent, { encrypted_extra_secrets: JSON.stringify(secrets) })).body).toEqual({ message: 'OK' })
  const row = await server.deps.db.selectFrom('databases').selectAll().where('uuid', '=', id(20)).executeTakeFirstOrThrow()
  expect(JSON.parse(server.deps.secrets.decrypt(row.encrypted_extra!))).toEqual({ key: 'one', deep: { key: 'two', open: 'unmasked-9' } })
  expect(JSON.stringify(await dumpStore(server.deps.db, []))).not.toContain('unmasked-9')
  expect(JSON.stringify(await filesOf((await admin('GET', `/api/v1/database/export/?q=!(${row.id})`)).bytes))).not.toMatch(/one|two|unmasked/)
  for (const wrong of ['{', '[]', '7', '{"databases/Cloud.yaml": "text"}'])
    expect((await takeIn(admin, 'database', sent, { overwrite: 'true', encrypted_extra_secrets: wrong })).status).toBeLessThan(500)
})

test('an export of nothing is an empty bundle, and one with an id that is not there is none', async () => {
  const nothing = await admin('GET', '/api/v1/chart/export/?q=!()')
  expect([nothing.status, Object.keys(await filesOf(nothing.bytes))]).toEqual([200, ['metadata.yaml']])
  expect((await admin('GET', '/api/v1/chart/export/?q=!(1,999999)')).body).toEqual({ message: 'Not found' })
  expect((await admin('GET', '/api/v1/chart/export/?q=(a:1)')).status).toBe(400)
})
