import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addSampleDatabase } from '../../testing/sample-database.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
let database: number
let visits: number
let time = new Date('2026-01-01T12:00:00Z')
beforeAll(async () => {
  server = await openTestApp({ now: () => time })
  admin = await server.as('admin')
  database = await addSampleDatabase(server)
  visits = (await admin('POST', '/api/v1/dataset/', { database, table_name: 'visits', schema: 'main' })).body.id
})
afterAll(() => server.close())

const contextOf = (query: object, more: object = {}) => ({ datasource: { id: visits, type: 'table' }, queries: [query], ...more })
const ask = (query: object, more: object = {}, call = admin) => call('POST', '/api/v1/chart/data', contextOf(query, more))
const first = async (query: object, more: object = {}, call = admin) => {
  const reply = await ask(query, more, call)
  if (reply.status !== 200) throw new Error(reply.text)
  return reply.body.result[0]
}
/** A question nobody has asked before. */
let asked = 0
const fresh = () => ({ columns: ['place'], metrics: ['count'], orderby: [['place', true]], row_limit: 1000 + ++asked })

async function makeChart(query: object, more: object = {}): Promise<number> {
  const made = await admin('POST', '/api/v1/chart/', {
    slice_name: `chart ${++asked}`,
    viz_type: 'table',
    datasource_id: visits,
    datasource_type: 'table',
    query_context: JSON.stringify(contextOf(query)),
    ...more,
  })
  if (made.status !== 201) throw new Error(made.text)
  return made.body.id
}

describe('T8 rows in the cache belong to the rules they were read with', () => {
  const addRule = async (clause: string, role: string) => {
    const { id } = await server.deps.db.selectFrom('roles').select('id').where('name', '=', role).executeTakeFirstOrThrow()
    const body = { name: `${clause} ${role}`, filter_type: 'Regular', tables: [visits], roles: [id], clause, group_key: null }
    const made = await admin('POST', '/api/v1/rowlevelsecurity/', body)
    if (made.status !== 201) throw new Error(made.text)
    return made.body.id as number
  }

  test('in whatever order people with different rules ask', async () => {
    const rules = [await addRule("place = 'north'", 'Alpha'), await addRule('id < 4', 'sql_lab')]
    const people: readonly (readonly [TestCall, string])[] = [
      [admin, 'north 10, south 10'],
      [await server.as('alpha'), 'north 10'],
      [await server.as('narrow', 'Alpha', 'sql_lab'), 'north 2'],
    ]
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ] as const
    for (const order of orders) {
      const query = fresh()
      const keys = new Set<string>()
      for (const at of [...order, ...order]) {
        const [call, expected] = people[at]!
        const { data, cache_key } = await first(query, {}, call)
        expect((data as { place: string; count: number }[]).map(({ place, count }) => `${place} ${count}`).join(', ')).toBe(expected)
        keys.add(cache_key)
      }
      expect(keys.size).toBe(3)
    }
    for (const rule of rules) await admin('DELETE', `/api/v1/rowlevelsecurity/${rule}`)
  })

  test('people with the same rules share, and a key of others gives one what one may see', async () => {
    const rule = await addRule("place = 'north'", 'Alpha')
    const [alpha, other] = [await server.as('alpha'), await server.as('alpha2', 'Alpha')]
    const query = fresh()
    expect(await first(query, {}, alpha)).toMatchObject({ is_cached: null })
    const shared = await first(query, {}, other)
    expect(shared).toMatchObject({ is_cached: true, data: [{ place: 'north', count: 10 }] })
    const all = await first(query)
    const byKey = (key: string, call: TestCall) => call('GET', `/api/v1/chart/data/${key}`)
    expect((await byKey(all.cache_key, admin)).body.result[0]).toMatchObject({ is_cached: true, data: all.data })
    // The key names the question; the answer is the asker's own.
    expect((await byKey(all.cache_key, alpha)).body.result[0].data).toEqual([{ place: 'north', count: 10 }])
    expect((await byKey(all.cache_key, await server.as('gamma'))).status).toBe(403)
    expect((await byKey('nothing', admin)).status).toBe(404)
    await admin('DELETE', `/api/v1/rowlevelsecurity/${rule}`)
  })

  test('a key whose rows have left is told so', async () => {
    const { cache_key } = await first(fresh(), { custom_cache_timeout: 5 })
    time = new Date(time.getTime() + 6000)
    const gone = await admin('GET', `/api/v1/chart/data/${cache_key}`)
    expect([gone.status, gone.body.message]).toEqual([422, 'Error loading data from cache'])
  })
})

describe('how long rows are kept', () => {
  const put = (path: string, body: object) => admin('PUT', path, body).then((reply) => expect(reply.status, reply.text).toBe(200))

  test('the chart says, else the dataset, else the database, else the server', async () => {
    const query = fresh()
    const chart = await makeChart(query, { cache_timeout: 11 })
    const timeout = async (more: object = {}) => (await first(query, more)).cache_timeout
    expect(await timeout()).toBe(86_400)
    await put(`/api/v1/database/${database}`, { cache_timeout: 33 })
    expect(await timeout()).toBe(33)
    await put(`/api/v1/dataset/${visits}`, { cache_timeout: 22 })
    expect(await timeout()).toBe(22)
    expect(await timeout({ form_data: { slice_id: chart } })).toBe(11)
    expect(await timeout({ form_data: { slice_id: chart }, custom_cache_timeout: 5 })).toBe(5)
    const address = `/api/v1/chart/data?form_data=${encodeURIComponent(JSON.stringify({ slice_id: chart }))}&dashboard_id=3`
    expect((await admin('POST', address, contextOf(query))).body.result[0].cache_timeout).toBe(11)
    expect((await admin('GET', `/api/v1/chart/${chart}/data/`)).body.result[0].cache_timeout).toBe(11)
    await put(`/api/v1/dataset/${visits}`, { cache_timeout: null })
    await put(`/api/v1/database/${database}`, { cache_timeout: null })
  })

  test('-1 neither reads nor keeps; a time that is over asks again', async () => {
    const query = fresh()
    const cached = async (more: object) => (await first(query, more)).is_cached
    expect([await cached({ custom_cache_timeout: -1 }), await cached({ custom_cache_timeout: 60 })]).toEqual([null, null])
    expect([await cached({ custom_cache_timeout: -1 }), await cached({ custom_cache_timeout: 60 })]).toEqual([null, true])
    time = new Date(time.getTime() + 61_000)
    expect(await cached({ custom_cache_timeout: 60 })).toBe(null)
  })

  test('§11.5 force asks again and tells when; the address can say it too', async () => {
    const query = fresh()
    await first(query)
    expect(await first(query, { force: true })).toMatchObject({ is_cached: null, cached_dttm: null })
    expect(await first(query)).toMatchObject({ is_cached: true, cached_dttm: time.toISOString().slice(0, 19) })
    const forced = await admin('POST', '/api/v1/chart/data?force=true', contextOf(query))
    expect(forced.body.result[0].is_cached).toBe(null)
    const named = await admin('POST', `/api/v1/chart/data?form_data=${encodeURIComponent('{"force":true,"slice_id":"x"}')}`, contextOf(query))
    expect(named.body.result[0].is_cached).toBe(null)
    expect((await admin('POST', '/api/v1/chart/data?form_data=nonsense', contextOf(query))).body.result[0].is_cached).toBe(true)
  })

  test('another place behind the same database is not answered from the old one', async () => {
    const query = fresh()
    const before = await first(query)
    time = new Date(time.getTime() + 1000)
    await put(`/api/v1/database/${database}`, { extra: JSON.stringify({ version: '2' }) })
    const after = await first(query)
    expect(after.is_cached).toBe(null)
    expect(after.cache_key).not.toBe(before.cache_key)
  })
})

test('T28 twenty who ask the same at once run one query, and go on when the first leaves', async () => {
  const read = vi.spyOn(server.deps.queries, 'read')
  const query = fresh()
  const all = await Promise.all(Array.from({ length: 20 }, () => first(query)))
  expect(new Set(all.map(({ data }) => JSON.stringify(data))).size).toBe(1)
  expect(read).toHaveBeenCalledTimes(1)
  read.mockRestore()
})

describe('a client that has the rows already', () => {
  test('of a saved chart gets 304 until they change', async () => {
    const chart = await makeChart(fresh())
    const get = (etag: string | undefined, rest = '') => admin('GET', `/api/v1/chart/${chart}/data/${rest}`, undefined, etag ? { 'if-none-match': etag } : {})
    const reply = await get(undefined)
    const etag = String(reply.headers['etag'])
    expect(etag).toMatch(/^W\/"[0-9a-f]+"$/)
    expect(await get(etag)).toMatchObject({ status: 304, text: '' })
    expect(await get(`"other", ${etag}`)).toMatchObject({ status: 304 })
    expect(await get('W/"other"')).toMatchObject({ status: 200 })
    for (const other of ['?format=csv', '?type=results', '?type=query']) expect([other, (await get(etag, other)).status]).toEqual([other, 200])
    expect((await get(etag, '?force=true')).status).toBe(200)
    expect((await get(etag)).status).toBe(200)
  })
})

describe('warming the cache of a chart', () => {
  const warm = async (chart_id: number, more: object = {}) => (await admin('PUT', '/api/v1/chart/warm_up_cache', { chart_id, ...more })).body

  test('the next answer comes from it, with the filters of a dashboard too', async () => {
    const query = fresh()
    const chart = await makeChart(query)
    expect(await warm(chart)).toEqual({ result: [{ chart_id: chart, viz_error: null, viz_status: 'success' }] })
    expect((await first(query)).is_cached).toBe(true)
    const extra = [{ col: 'place', op: '==', val: 'north' }]
    expect((await warm(chart, { extra_filters: JSON.stringify(extra) })).result[0].viz_status).toBe('success')
    expect((await first({ ...query, filters: extra })).is_cached).toBe(true)
    expect((await warm(chart, { extra_filters: 'x' })).message).toEqual({ extra_filters: ['Not a valid list of filters.'] })
  })

  test('what fails is told', async () => {
    const broken = await makeChart({ columns: ['nothing'], metrics: ['count'] })
    expect((await warm(broken)).result).toEqual([{ chart_id: broken, viz_error: "Error: Columns missing in dataset: ['nothing']", viz_status: null }])
    const bare = await makeChart({}, { query_context: null })
    expect((await warm(bare)).result).toEqual([{ chart_id: bare, viz_error: "Chart's query context does not exist", viz_status: null }])
  })
})
