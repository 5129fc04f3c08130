import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSampleDatabase } from '../testing/sample-database.ts'
import { openTestApp, type TestApp, type TestCall } from '../testing/test-app.ts'

/** Two people with the same thing open. */
let server: TestApp
let ann: TestCall
let bob: TestCall
const addresses: Record<string, string> = {}
beforeAll(async () => {
  server = await openTestApp()
  ann = await server.as('admin')
  bob = await server.as('bob', 'Admin')
  const database = await addSampleDatabase(server)
  const dataset = (await ann('POST', '/api/v1/dataset/', { database, table_name: 'visits', schema: 'main' })).body.id
  const form = { slice_name: 'first', viz_type: 'table', datasource_id: dataset, datasource_type: 'table', params: '{}' }
  addresses['datasets'] = `/api/v1/dataset/${dataset}`
  addresses['charts'] = `/api/v1/chart/${(await ann('POST', '/api/v1/chart/', form)).body.id}`
  addresses['dashboards'] = `/api/v1/dashboard/${(await ann('POST', '/api/v1/dashboard/', { dashboard_title: 'first' })).body.id}`
})
afterAll(() => server.close())

const kept = async (table: string) =>
  (await server.deps.db.selectFrom('replaced_versions').selectAll().where('object_type', '=', table).orderBy('id').execute()).map((row) => ({
    ...row,
    content: JSON.parse(row.content) as Record<string, unknown>,
  }))
const names: Readonly<Record<string, string>> = { dashboards: 'dashboard_title', charts: 'slice_name', datasets: 'description' }

describe.each(Object.keys(names))('T29 %s', (table) => {
  const name = names[table]!
  const change = (value: string) => ({ [name]: value })
  const read = async (call: TestCall) => {
    const reply = await call('GET', addresses[table]!)
    return { etag: String(reply.headers['etag']), value: reply.body.result[name] }
  }
  const save = (call: TestCall, value: string, etag?: string) => call('PUT', addresses[table]!, change(value), etag === undefined ? {} : { 'if-match': etag })

  test('a save that began with an older version is told of both, and changes nothing', async () => {
    const [mine, theirs] = [await read(ann), await read(bob)]
    expect(mine.etag).toMatch(/^"[\w-]{27}"$/)
    expect(theirs).toEqual(mine)
    const saved = await save(bob, 'theirs', theirs.etag)
    expect(saved.status).toBe(200)
    const refused = await save(ann, 'mine', mine.etag)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ message: expect.stringContaining('was changed recently'), current: change('theirs'), yours: change('mine') })
    const now = await read(ann)
    expect(now).toEqual({ etag: saved.headers['etag'], value: 'theirs' })
    expect(await kept(table)).toHaveLength(1)
    // Who looked at both and saves again succeeds, and goes on from what that save answered.
    const again = await save(ann, 'both', now.etag)
    expect((await save(ann, 'more', `W/${String(again.headers['etag'])}`)).status).toBe(200)
    expect((await save(ann, 'any', '*')).status).toBe(200)
    expect((await save(ann, 'one of two', `"other", ${(await read(ann)).etag}`)).status).toBe(200)
    expect((await save(ann, 'none', '"other"')).status).toBe(409)
  })

  test('without a version the last one wins, and what it replaced is kept', async () => {
    const before = await read(ann)
    expect((await save(bob, 'over it')).status).toBe(200)
    const last = (await kept(table)).at(-1)!
    expect(last.content[name]).toBe(before.value)
    expect([`"${last.version}"`, last.replaced_by_id]).toEqual([before.etag, await server.userId('bob')])
    for (let n = 0; n < 25; n++) await save(bob, `save ${n}`)
    const all = await kept(table)
    expect(all.map(({ content }) => content[name])).toEqual(Array.from({ length: 20 }, (_, n) => `save ${n + 4}`))
  })

  test('of saves that begin with the same version at the same time one is accepted', async () => {
    const { etag } = await read(ann)
    const outcomes = await Promise.all(['a', 'b', 'c', 'd'].map((value, n) => save(n % 2 ? ann : bob, value, etag)))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const won = outcomes.find(({ status }) => status === 200)
    expect((await read(ann)).etag).toBe(won?.headers['etag'])
  })

  test('owners are part of what changed', async () => {
    const { etag } = await read(ann)
    await bob('PUT', addresses[table]!, { owners: [await server.userId('bob')] })
    expect((await save(ann, 'mine', etag)).status).toBe(409)
  })
})

test('what is refused is not kept, and what is deleted leaves no versions behind', async () => {
  const count = (await kept('dashboards')).length
  expect((await ann('PUT', addresses['dashboards']!, { owners: [999999] })).status).toBe(422)
  expect(await kept('dashboards')).toHaveLength(count)
  for (const table of ['dashboards', 'charts', 'datasets']) {
    expect((await ann('DELETE', addresses[table]!)).status).toBe(200)
    expect(await kept(table)).toEqual([])
  }
})
