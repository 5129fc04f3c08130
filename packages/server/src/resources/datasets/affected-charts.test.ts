import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSampleDatabase } from '../../testing/sample-database.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
let dataset: number
let columns: { id: number; column_name: string }[]
beforeAll(async () => {
  server = await openTestApp()
  admin = await server.as('admin')
  const database = await addSampleDatabase(server)
  dataset = (await admin('POST', '/api/v1/dataset/', { database, table_name: 'visits', schema: 'main' })).body.id
  columns = (await admin('GET', `/api/v1/dataset/${dataset}`)).body.result.columns.map(({ id, column_name }: never) => ({ id, column_name }))
})
afterAll(() => server.close())

const chart = async (slice_name: string, form: object, more: object = {}): Promise<number> =>
  (
    await admin('POST', '/api/v1/chart/', {
      slice_name,
      viz_type: 'table',
      datasource_id: dataset,
      datasource_type: 'table',
      params: JSON.stringify(form),
      ...more,
    })
  ).body.id
const ask = (call: TestCall, body: object) => call('POST', `/api/v1/dataset/${dataset}/affected_charts`, body)
const without = (...names: string[]) => columns.filter(({ column_name }) => !names.includes(column_name))

test('before a save the charts that it would break are named, with their dashboards; nothing is changed', async () => {
  const board = (await admin('POST', '/api/v1/dashboard/', { dashboard_title: 'Places', slug: 'places' })).body.id
  const uses = await chart('by place', { groupby: ['place'], metrics: ['count'] }, { dashboards: [board] })
  await chart('by day', { groupby: ['day'], metrics: ['count'] })
  const { status, body } = await ask(admin, { columns: without('place') })
  expect([status, body]).toEqual([
    200,
    {
      count: 1,
      hidden: 0,
      result: [
        {
          id: uses,
          slice_name: 'by place',
          viz_type: 'table',
          url: `/explore/?slice_id=${uses}`,
          lost: [{ kind: 'column', name: 'place', new_name: null, through: null }],
          dashboards: [{ id: board, dashboard_title: 'Places', url: '/superset/dashboard/places/' }],
          hidden_dashboards: 0,
        },
      ],
    },
  ])
  expect((await ask(admin, { metrics: [] })).body.count).toBe(2)
  expect((await ask(admin, {})).body).toEqual({ count: 0, hidden: 0, result: [] })
  expect((await ask(admin, { columns })).body.count).toBe(0)
  expect((await admin('GET', `/api/v1/dataset/${dataset}`)).body.result.columns).toHaveLength(columns.length)
})

test('dashboards that the caller may not see are counted, not named; a dataset one may not see is not there', async () => {
  const gamma = await server.as('gamma')
  expect((await ask(gamma, { columns: [] })).status).toBe(404)
  const alpha = await server.as('alpha')
  const [first] = (await ask(alpha, { columns: without('place') })).body.result
  expect([first.dashboards, first.hidden_dashboards]).toEqual([[], 1])
})

test('thousands of charts come in pages, each with the whole count', async () => {
  const row = (await server.deps.db.selectFrom('charts').selectAll().where('slice_name', '=', 'by place').executeTakeFirstOrThrow()) as object
  const { id: _id, ...rest } = row as { id: number; uuid: string }
  for (let start = 0; start < 240; start += 40)
    await server.deps.db
      .insertInto('charts')
      .values(Array.from({ length: 40 }, (_, at) => ({ ...rest, uuid: crypto.randomUUID(), slice_name: `copy ${start + at}` })) as never)
      .execute()
  const page = async (page: number) => (await ask(admin, { columns: without('place'), page, page_size: 100 })).body
  const pages = [await page(0), await page(1), await page(2), await page(3)]
  expect(pages.map(({ count, result }) => [count, result.length])).toEqual([
    [241, 100],
    [241, 100],
    [241, 41],
    [241, 0],
  ])
  expect(new Set(pages.flatMap(({ result }) => result.map(({ id }: { id: number }) => id))).size).toBe(241)
})

test('wrong bodies are refused field by field', async () => {
  const { status, body } = await ask(admin, { columns: [{ column_name: 5 }], metrics: 'x', page: -1, page_size: 100_000, other: 1 })
  expect([status, Object.keys(body.message).toSorted()]).toEqual([400, ['columns', 'metrics', 'other', 'page', 'page_size']])
})
