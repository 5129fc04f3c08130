import { afterAll, beforeAll, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { takeIn, zipOf } from '../../testing/bundles.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const version = '1.0.0'
const dataset = { table_name: 'orders', schema: 'public', uuid: id(2), database_uuid: id(1), columns: [], metrics: [], version }
const chart = { slice_name: 'Orders', viz_type: 'table', params: { viz_type: 'table' }, uuid: id(3), dataset_uuid: id(2), version }
const files = {
  'metadata.yaml': { version, type: 'Dashboard', timestamp: '2026-01-01T00:00:00+00:00' },
  'databases/Shop.yaml': { database_name: 'Shop', sqlalchemy_uri: 'postgresql://reader:XXXXXXXXXX@db.invalid/shop', extra: {}, uuid: id(1), version },
  'datasets/Shop/orders.yaml': dataset,
  'charts/Orders_1.yaml': chart,
  'dashboards/Board_1.yaml': { dashboard_title: 'Board', position: {}, metadata: {}, uuid: id(4), version },
}
const bundle = (more: object = {}) => zipOf(Object.fromEntries(Object.entries({ ...files, ...more }).map(([name, content]) => [name, stringify(content)])))

test('EXP-8.27 a database that needs its password is the only thing that is told, whatever needs that database', async () => {
  const admin = await server.as('admin')
  const refused = await takeIn(admin, 'dashboard', await bundle())
  const { issue_codes: _, ...extra } = refused.body.errors[0].extra
  expect(extra).toEqual({ 'databases/Shop.yaml': { _schema: ['Must provide a password for the database'] } })
  const other = await takeIn(admin, 'dashboard', await bundle({ 'charts/Lost_2.yaml': { ...chart, uuid: id(5), dataset_uuid: id(99) } }))
  expect(Object.keys(other.body.errors[0].extra)).toEqual(['databases/Shop.yaml', 'charts/Lost_2.yaml', 'issue_codes'])
  expect(await takeIn(admin, 'dashboard', await bundle(), { passwords: JSON.stringify({ 'databases/Shop.yaml': 'secret' }) })).toMatchObject({ status: 200 })
})
