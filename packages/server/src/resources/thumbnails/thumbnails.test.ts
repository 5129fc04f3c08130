import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadExamples } from '../../examples/load-examples.ts'
import { studioOf } from '../../draw/studio.ts'
import { momentOf } from '../../moment.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let world: TestApp
beforeAll(async () => {
  world = await openTestApp()
  await loadExamples(world.deps, { progress: () => undefined })
})
afterAll(async () => {
  await studioOf(world.deps).drawer.close()
  await world.close()
})

const isPng = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]))
const sizeOf = (bytes: Buffer): [number, number] => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
const chartNamed = async (name: string): Promise<{ id: number; thumbnail_url: string }> => {
  const call = await world.as('admin')
  const reply = await call('GET', `/api/v1/chart/?q=(filters:!((col:slice_name,opr:eq,value:'${name}')),columns:!(id,thumbnail_url))`)
  return reply.body.result[0]
}

test('every chart of a list has a picture at the address the list names', async () => {
  const call = await world.as('admin')
  const { body } = await call('GET', '/api/v1/chart/?q=(page_size:100,columns:!(id,slice_name,thumbnail_url))')
  expect(body.result.length).toBeGreaterThanOrEqual(12)
  for (const { slice_name, thumbnail_url } of body.result) {
    const reply = await call('GET', thumbnail_url)
    expect([slice_name, reply.status, reply.headers['content-type']]).toEqual([slice_name, 200, 'image/png'])
    expect(isPng(reply.bytes)).toBe(true)
    expect(sizeOf(reply.bytes)).toEqual([800, 600])
  }
})

test('a dashboard is drawn from its first charts, in light and dark', async () => {
  const call = await world.as('admin')
  const { body } = await call('GET', '/api/v1/dashboard/hollowbrook-trading')
  const light = await call('GET', body.result.thumbnail_url)
  const dark = await call('GET', `${body.result.thumbnail_url}?theme=dark`)
  expect([light.status, dark.status]).toEqual([200, 200])
  expect(sizeOf(light.bytes)).toEqual([800, 600])
  expect(light.bytes.equals(dark.bytes)).toBe(false)
})

test('an old address leads to the present one', async () => {
  const call = await world.as('admin')
  const { id, thumbnail_url } = await chartNamed('Best sellers')
  const reply = await call('GET', `/api/v1/chart/${id}/thumbnail/0123456789abcdef/`)
  expect([reply.status, reply.headers['location']]).toEqual([302, thumbnail_url])
  const chart = await world.deps.db.selectFrom('charts').select('params').where('id', '=', id).executeTakeFirstOrThrow()
  await call('PUT', `/api/v1/chart/${id}`, { params: JSON.stringify({ ...JSON.parse(chart.params ?? '{}'), row_limit: 5 }) })
  expect((await call('GET', thumbnail_url)).status).toBe(302)
})

test('nobody gets a picture of a chart he may not see', async () => {
  const { id, thumbnail_url } = await chartNamed('Weekly revenue')
  const gamma = await world.as('gamma')
  expect((await gamma('GET', thumbnail_url)).status).toBe(404)
  expect((await gamma('GET', `/api/v1/chart/${id}/thumbnail/x/`)).status).toBe(404)
  expect((await world.anonymous()('GET', thumbnail_url)).status).toBe(401)
  const { body } = await (await world.as('admin'))('GET', '/api/v1/dashboard/hollowbrook-trading')
  expect((await gamma('GET', body.result.thumbnail_url)).status).toBe(404)
  expect((await gamma('GET', '/api/v1/chart/999999/thumbnail/x/')).status).toBe(404)
})

test('a row rule changes the picture for those it binds, in whatever order they ask', async () => {
  const { db } = world.deps
  const admin = await world.as('admin')
  const { thumbnail_url } = await chartNamed('Orders by city')
  const whole = await admin('GET', thumbnail_url)
  const alphaRole = await db.selectFrom('roles').select('id').where('name', '=', 'Alpha').executeTakeFirstOrThrow()
  const dataset = await db.selectFrom('datasets').select('id').where('table_name', '=', 'orders').executeTakeFirstOrThrow()
  const now = momentOf(new Date())
  const rule = await db
    .insertInto('row_rules')
    .values({
      name: 'only the north',
      description: null,
      filter_type: 'Regular',
      group_key: null,
      clause: "region = 'North'",
      created_on: now,
      changed_on: now,
      created_by_id: null,
      changed_by_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('row_rule_datasets').values({ row_rule_id: rule.id, dataset_id: dataset.id }).execute()
  await db.insertInto('row_rule_roles').values({ row_rule_id: rule.id, role_id: alphaRole.id }).execute()
  const alpha = await world.as('alpha')
  const narrow = await alpha('GET', thumbnail_url)
  expect([narrow.status, (await admin('GET', thumbnail_url)).status]).toEqual([200, 200])
  expect(narrow.bytes.equals(whole.bytes)).toBe(false)
  expect((await admin('GET', thumbnail_url)).bytes.equals(whole.bytes)).toBe(true)
  expect((await alpha('GET', thumbnail_url)).bytes.equals(narrow.bytes)).toBe(true)
})

test('a switch turns the pictures off', async () => {
  const off = await openTestApp({ env: { SIGHTLINE_FEATURE_THUMBNAILS: 'false' } })
  try {
    const call = await off.as('admin')
    expect((await call('GET', '/api/v1/chart/1/thumbnail/x/')).status).toBe(404)
    expect((await call('GET', '/api/v1/dashboard/1/thumbnail/x/')).status).toBe(404)
  } finally {
    await off.close()
  }
})
