import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSampleDatabase } from '../testing/sample-database.ts'
import { openTestApp, type TestApp, type TestCall } from '../testing/test-app.ts'

let server: TestApp
let admin: TestCall
let alpha: TestCall
const ids: Record<string, number> = {}
beforeAll(async () => {
  server = await openTestApp()
  ;[admin, alpha] = [await server.as('admin'), await server.as('alpha')]
  const database = await addSampleDatabase(server)
  ids['dataset'] = (await alpha('POST', '/api/v1/dataset/', { database, table_name: 'visits', schema: 'main' })).body.id
  const form = { slice_name: 'first', viz_type: 'table', datasource_id: ids['dataset'], datasource_type: 'table', params: '{"a": 1}' }
  ids['chart'] = (await alpha('POST', '/api/v1/chart/', form)).body.id
  ids['dashboard'] = (await alpha('POST', '/api/v1/dashboard/', { dashboard_title: 'first', slug: 'one' })).body.id
})
afterAll(() => server.close())

const pathOf = (resource: string) => `/api/v1/${resource}/${ids[resource]}`
const versionsOf = async (call: TestCall, resource: string) => {
  const reply = await call('GET', `${pathOf(resource)}/versions/`)
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body.count).toBe(reply.body.result.length)
  return reply.body.result as { readonly id: number; readonly version: string; readonly replaced_by: { readonly id: number } }[]
}
const layout = (chart: number) => ({
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['CHART-a'], parents: ['ROOT_ID'] },
  'CHART-a': { type: 'CHART', id: 'CHART-a', children: [], meta: { chartId: chart, width: 4, height: 50 } },
})

test('T29 what saves replaced is listed, read and put back, and putting back keeps what it replaces', async () => {
  await alpha('PUT', pathOf('dashboard'), { json_metadata: JSON.stringify({ positions: layout(ids['chart']!) }), css: '.a {}' })
  const { etag } = (await alpha('GET', pathOf('dashboard'))).headers
  await admin('PUT', pathOf('dashboard'), { dashboard_title: 'second', slug: 'two', css: '', json_metadata: JSON.stringify({ positions: {} }) })
  const [newest, oldest, ...others] = await versionsOf(alpha, 'dashboard')
  expect(others).toEqual([])
  expect([newest!.version, newest!.replaced_by.id, oldest!.replaced_by.id]).toEqual([
    String(etag).slice(1, -1),
    await server.userId('admin'),
    await server.userId('alpha'),
  ])
  const { result } = (await alpha('GET', `${pathOf('dashboard')}/versions/${newest!.id}`)).body
  expect(result.content).toMatchObject({ dashboard_title: 'first', slug: 'one', css: '.a {}' })

  const back = await alpha('POST', `${pathOf('dashboard')}/versions/${newest!.id}/restore/`)
  expect([back.status, back.body.id]).toEqual([200, ids['dashboard']])
  const now = (await alpha('GET', pathOf('dashboard'))).body.result
  expect(now).toMatchObject({ dashboard_title: 'first', slug: 'one', css: '.a {}', charts: ['first'] })
  expect((await alpha('GET', `${pathOf('dashboard')}/versions/${(await versionsOf(alpha, 'dashboard'))[0]!.id}`)).body.result.content.dashboard_title).toBe(
    'second',
  )
})

test('T29 a chart and a dataset come back with everything that was theirs', async () => {
  await alpha('PUT', pathOf('chart'), { slice_name: 'second', viz_type: 'pie', params: '{"b": 2}' })
  const [chart] = await versionsOf(alpha, 'chart')
  expect((await alpha('POST', `${pathOf('chart')}/versions/${chart!.id}/restore/`)).status).toBe(200)
  expect((await alpha('GET', pathOf('chart'))).body.result).toMatchObject({ slice_name: 'first', viz_type: 'table', params: '{"a": 1}' })

  const before = (await alpha('GET', pathOf('dataset'))).body.result
  const named = {
    metrics: [
      ...before.metrics.map(({ id, metric_name, expression }: any) => ({ id, metric_name, expression })),
      { metric_name: 'mine', expression: 'COUNT(1)' },
    ],
  }
  expect((await alpha('PUT', pathOf('dataset'), named)).status).toBe(200)
  const [column] = before.columns
  expect(
    (await alpha('PUT', pathOf('dataset'), { description: 'less', metrics: [], columns: [{ id: column.id, column_name: column.column_name }] })).status,
  ).toBe(200)
  const [dataset] = await versionsOf(alpha, 'dataset')
  const back = await alpha('POST', `${pathOf('dataset')}/versions/${dataset!.id}/restore/`)
  expect(back.status, back.text).toBe(200)
  const after = (await alpha('GET', pathOf('dataset'))).body.result
  const namesOf = (list: readonly Readonly<Record<string, string>>[], key: string) => list.map((one) => one[key]).toSorted()
  expect(after.description).toBe(before.description)
  expect(namesOf(after.metrics, 'metric_name')).toEqual([...namesOf(before.metrics, 'metric_name'), 'mine'].toSorted())
  expect(namesOf(after.columns, 'column_name')).toEqual(namesOf(before.columns, 'column_name'))
})

test('T11 replaced versions are for owners and administrators, and each belongs to its thing', async () => {
  const other = await server.as('other', 'Alpha')
  const gamma = await server.as('gamma')
  for (const resource of ['dashboard', 'chart', 'dataset']) {
    const [version] = await versionsOf(admin, resource)
    for (const [method, path] of [
      ['GET', `${pathOf(resource)}/versions/`],
      ['GET', `${pathOf(resource)}/versions/${version!.id}`],
      ['POST', `${pathOf(resource)}/versions/${version!.id}/restore/`],
    ] as const) {
      expect([403, 404], `${method} ${path}`).toContain((await other(method, path)).status)
      expect([403, 404], `${method} ${path}`).toContain((await gamma(method, path)).status)
    }
  }
  const [dashboard] = await versionsOf(admin, 'dashboard')
  for (const path of [`${pathOf('chart')}/versions/${dashboard!.id}`, `${pathOf('chart')}/versions/999999`, `${pathOf('chart')}/versions/x`])
    expect((await admin('GET', path)).status).toBe(404)
})

test('T29 a version is put back over what was seen, or not at all', async () => {
  const [version] = await versionsOf(alpha, 'chart')
  const { etag } = (await alpha('GET', pathOf('chart'))).headers
  await admin('PUT', pathOf('chart'), { slice_name: 'in between' })
  const refused = await alpha('POST', `${pathOf('chart')}/versions/${version!.id}/restore/`, undefined, { 'if-match': String(etag) })
  expect([refused.status, refused.body.current.slice_name]).toEqual([409, 'in between'])
  expect((await alpha('GET', pathOf('chart'))).body.result.slice_name).toBe('in between')
})
