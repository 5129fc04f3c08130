import { encodeRison } from '@sightline/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSampleDatabase, addSampleDataset } from '../../testing/sample-objects.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
let gamma: TestCall
const q = (value: unknown) => `?q=${encodeURIComponent(encodeRison(value))}`

beforeAll(async () => {
  server = await openTestApp()
  ;[admin, gamma] = await Promise.all([server.as('admin'), server.as('gamma')])
})
afterAll(() => server.close())

const note = async (call: TestCall, event_name: string, where: string) => {
  const events = JSON.stringify([{ event_name, ts: 1 }])
  expect((await call('POST', `/superset/log/?explode=events&${where}`, new URLSearchParams({ events }))).status).toBe(200)
  await server.deps.events.flush()
}

test('recent activity is what the caller opened, newest first, each thing once', async () => {
  const dataset = await addSampleDataset(server.deps, { id: await addSampleDatabase(server.deps, 'shop'), name: 'shop' }, 'orders')
  const chart = (await admin('POST', '/api/v1/chart/', { slice_name: 'a chart', datasource_id: dataset, datasource_type: 'table' })).body.id
  const dashboard = (await admin('POST', '/api/v1/dashboard/', { dashboard_title: 'a board', slug: 'board' })).body.id
  await note(admin, 'mount_dashboard', `dashboard_id=${dashboard}`)
  await note(admin, 'mount_dashboard', `dashboard_id=${dashboard}`)
  await note(admin, 'load_chart', `slice_id=${chart}`)
  await note(admin, 'mount_explorer', `slice_id=${chart}`)
  const recent = async (call: TestCall, query: object = {}) => (await call('GET', `/api/v1/log/recent_activity/${q(query)}`)).body.result
  expect(await recent(admin)).toEqual([
    {
      action: 'log',
      item_type: 'slice',
      item_title: 'a chart',
      item_url: expect.stringContaining(`slice_id=${chart}`),
      time: expect.any(Number),
      time_delta_humanized: expect.any(String),
    },
    {
      action: 'log',
      item_type: 'dashboard',
      item_title: 'a board',
      item_url: '/superset/dashboard/board/',
      time: expect.any(Number),
      time_delta_humanized: expect.any(String),
    },
  ])
  expect(await recent(admin, { page_size: 1 })).toHaveLength(1)
  expect(await recent(admin, { distinct: false })).toHaveLength(3)
  expect(await recent(admin, { actions: ['load_chart'] })).toHaveLength(1)
  // Saying that one has seen something does not show it.
  await note(gamma, 'mount_dashboard', `dashboard_id=${dashboard}`)
  await note(gamma, 'mount_explorer', `slice_id=${chart}`)
  expect(await recent(gamma)).toEqual([])
})

test('the log is for administrators, with filters like any list', async () => {
  expect((await gamma('GET', '/api/v1/log/')).body).toEqual({ message: 'Forbidden' })
  await server.deps.events.flush()
  const reply = await admin('GET', `/api/v1/log/${q({ filters: [{ col: 'action', opr: 'eq', value: 'log' }], order_column: 'dttm', order_direction: 'desc' })}`)
  expect(reply.body.count).toBeGreaterThan(3)
  expect(reply.body.result[0]).toMatchObject({ action: 'log', user: { username: 'gamma' }, json: expect.stringContaining('mount_explorer') })
  expect((await admin('GET', `/api/v1/log/${reply.body.ids[0]}`)).body.result.action).toBe('log')
})
