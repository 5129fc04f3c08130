import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSampleDatabase } from '../../testing/sample-database.ts'
import { addRoleFor } from '../../testing/sample-objects.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
let alpha: TestCall
let gamma: TestCall
let database: number
let visits: number

beforeAll(async () => {
  server = await openTestApp({ env: { SIGHTLINE_SAMPLES_ROW_LIMIT: '100', SIGHTLINE_FILTER_SELECT_ROW_LIMIT: '15' } })
  database = await addSampleDatabase(server)
  ;[admin, alpha, gamma] = await Promise.all([server.as('admin'), server.as('alpha'), server.as('gamma')])
  visits = (await admin('POST', '/api/v1/dataset/', { database, table_name: 'visits', schema: 'main' })).body.id
  await addRoleFor(server.deps, 'visits only', 'datasource_access', `[sample].[visits](id:${visits})`)
})
afterAll(() => server.close())

const samples = (query: Record<string, unknown>, body: unknown = {}, call = admin) =>
  call('POST', `/datasource/samples?${new URLSearchParams(query as Record<string, string>)}`, JSON.stringify(body), { 'content-type': 'application/json' })
const ofVisits = (more: object = {}) => ({ datasource_type: 'table', datasource_id: String(visits), ...more })
const ids = (reply: Awaited<ReturnType<TestCall>>): number[] => reply.body.result.data.map(({ id }: { id: number }) => id)
const values = (column: string, call = admin, source = `table/${visits}`) =>
  call('GET', `/api/v1/datasource/${source}/column/${encodeURIComponent(column)}/values/`)

describe('EXP-7.04 POST /datasource/samples', () => {
  test('rows as they lie there, a page at a time, and how many there are', async () => {
    const first = await samples(ofVisits({ per_page: 15, page: 1 }))
    expect(first.body.result).toMatchObject({ page: 1, per_page: 15, total_count: 20, rowcount: 15, status: 'success', coltypes: [0, 2, 2, 1, 0, 0, 3] })
    expect(first.body.result.colnames).toEqual(['id', 'seen_at', 'day', 'place', 'amount', 'weight', 'is_new'])
    expect((await samples(ofVisits({ per_page: 15, page: 2 }))).body.result).toMatchObject({ page: 2, rowcount: 5 })
    expect((await samples(ofVisits())).body.result).toMatchObject({ page: 1, per_page: 100, rowcount: 20 })
    expect((await samples(ofVisits({ page: 0 }))).body.result).toMatchObject({ page: 0, rowcount: 20 })
    expect((await samples(ofVisits({ page: '999999999999999', per_page: 100 }))).body.result).toMatchObject({ rowcount: 0, total_count: 20 })
  })

  test('drill to detail: the rows behind a point of a chart, by filters, times and conditions', async () => {
    const filters = [{ col: 'place', op: '==', val: 'north' }]
    const narrowed = await samples(ofVisits({ per_page: 3 }), { filters, extras: { where: 'id > 3', having: 'COUNT(*) > 99' } })
    expect(narrowed.body.result).toMatchObject({ total_count: 8, rowcount: 3, applied_filters: [{ column: 'place' }] })
    const inTime = await samples(ofVisits(), { granularity: 'seen_at', time_range: '2026-01-01T02:00:00 : 2026-01-01T04:00:00' })
    expect([ids(inTime), inTime.body.result.total_count]).toEqual([[2, 3], 2])
    const ofDay = await samples(ofVisits(), { filters: [{ col: 'seen_at', op: 'TEMPORAL_RANGE', val: '2026-01-01 : 2026-01-01T05:00:00' }, ...filters] })
    expect(new Set(ids(ofDay))).toEqual(new Set([0, 2, 4]))
    const hour = await samples(ofVisits(), { filters: [{ col: 'seen_at', op: '==', val: Date.UTC(2026, 0, 1), grain: 'P1D' }] })
    expect(hour.body.result.total_count).toBe(20)
    expect((await samples(ofVisits(), { filters: [{ col: 'nope', op: '==', val: 1 }] })).body.result.rejected_filters).toEqual([
      { reason: 'not_in_datasource', column: 'nope' },
    ])
  })

  test('a second look comes from the cache, a forced one does not', async () => {
    await samples(ofVisits({ per_page: 7 }))
    expect((await samples(ofVisits({ per_page: 7 }))).body.result.is_cached).toBe(true)
    expect((await samples(ofVisits({ per_page: 7, force: 'true' }))).body.result.is_cached).toBe(null)
  })

  test('what is wrong is told field by field', async () => {
    const error = async (query: object, body: unknown = {}) => {
      const reply = await samples(query as Record<string, unknown>, body)
      return [reply.status, reply.body.error]
    }
    expect(await error({})).toEqual([400, "{'datasource_type': ['Missing data for required field.'], 'datasource_id': ['Missing data for required field.']}"])
    for (const more of [
      { per_page: 101 },
      { per_page: 0 },
      { per_page: -1 },
      { per_page: 'x' },
      { page: 'x' },
      { force: 'maybe' },
      { colour: 'red' },
      { datasource_type: 'cube' },
      { datasource_id: 'x' },
    ])
      expect([more, (await error(ofVisits(more)))[0]]).toEqual([more, 400])
    expect((await error(ofVisits({ per_page: 101 })))[1]).toBe("{'per_page': ['Must be greater than or equal to 1 and less than or equal to 100.']}")
    for (const body of [[], 'x', 1, { colour: 1 }, { filters: {} }, { filters: [{ col: 'id', op: 'SOUNDS LIKE', val: 1 }] }, { extras: [] }, { time_range: 5 }])
      expect([body, (await error(ofVisits(), body))[0]]).toEqual([body, 400])
    expect(await error(ofVisits(), { extras: { where: 'id > (' } })).toEqual([400, expect.any(String)])
    expect((await error(ofVisits({ datasource_id: '999999' })))[0]).toBe(404)
    expect((await error(ofVisits({ datasource_type: 'saved_query' })))[0]).toBe(404)
    const bare = await admin('POST', `/datasource/samples?datasource_type=table&datasource_id=${visits}`)
    expect(bare.status).toBe(415)
  })

  test('T7 T8 the rows of others stay with them, whatever is asked and whoever asked before', async () => {
    const role = await server.deps.db.selectFrom('roles').select('id').where('name', '=', 'Alpha').executeTakeFirstOrThrow()
    await samples(ofVisits(), {}, alpha)
    const rule = await admin('POST', '/api/v1/rowlevelsecurity/', {
      name: 'r',
      filter_type: 'Regular',
      clause: "place = 'north'",
      tables: [visits],
      roles: [role.id],
    })
    for (const body of [
      {},
      { filters: [] },
      { extras: { where: "1 = 1 OR place = 'south'" } },
      { filters: [{ col: 'place', op: 'IN', val: ['south', 'north'] }] },
    ]) {
      const [seen, all] = [await samples(ofVisits(), body, alpha), await samples(ofVisits(), body)]
      expect([seen.body.result.total_count, all.body.result.total_count]).toEqual([10, 20])
      expect(new Set(seen.body.result.data.map(({ place }: { place: string }) => place))).toEqual(new Set(['north']))
    }
    expect((await values('place', alpha)).body.result).toEqual(['north'])
    expect(new Set((await values('place')).body.result)).toEqual(new Set(['north', 'south']))
    expect((await values('place', alpha)).body.result).toEqual(['north'])
    await admin('DELETE', `/api/v1/rowlevelsecurity/${rule.body.id}`)
  })

  test('T13 who may not read the data source gets none of it', async () => {
    expect((await samples(ofVisits(), {}, gamma)).body).toEqual({ message: 'Access is Denied', severity: 'danger' })
    await addRoleFor(server.deps, 'sampler', 'can_samples', 'Datasource')
    const sam = await server.as('sam', 'Gamma', 'sampler')
    const refused = await samples(ofVisits(), {}, sam)
    expect([refused.status, refused.body.errors[0].error_type]).toEqual([403, 'DATASOURCE_SECURITY_ACCESS_ERROR'])
    const vera = await server.as('vera', 'Gamma', 'sampler', 'visits only')
    expect((await samples(ofVisits(), {}, vera)).status).toBe(200)
  })
})

describe('EXP-7.12 GET /api/v1/datasource/{type}/{id}/column/{column}/values/', () => {
  test('each value once, of columns and calculated columns, whatever their kind, and not too many', async () => {
    expect(new Set((await values('place')).body.result)).toEqual(new Set(['north', 'south']))
    expect(new Set((await values('is_new')).body.result)).toEqual(new Set([true, false]))
    expect((await values('day')).body.result).toEqual(['Thu, 01 Jan 2026 00:00:00 GMT'])
    const [moment] = (await values('seen_at')).body.result
    expect((await samples(ofVisits(), { filters: [{ col: 'seen_at', op: 'IN', val: [moment] }] })).body.result.total_count).toBe(1)
    expect((await values('id')).body.result).toHaveLength(15)
    const columns = (await admin('GET', `/api/v1/dataset/${visits}`)).body.result.columns.map(
      ({ id, column_name, type, is_dttm }: Record<string, unknown>) => ({ id, column_name, type, is_dttm }),
    )
    const added = { column_name: 'odd/name "x"', expression: "place || '!'", type: 'VARCHAR', groupby: true, filterable: true, is_dttm: false }
    await admin('PUT', `/api/v1/dataset/${visits}?override_columns=false`, { columns: [...columns, added] })
    expect(new Set((await values('odd/name "x"')).body.result)).toEqual(new Set(['north!', 'south!']))
  })

  test('a condition of the dataset narrows the choice', async () => {
    await admin('PUT', `/api/v1/dataset/${visits}`, { fetch_values_predicate: "place <> 'south'" })
    expect((await values('place')).body.result).toEqual(['north'])
    await admin('PUT', `/api/v1/dataset/${visits}`, { fetch_values_predicate: null })
  })

  test('a query of the editor has values too', async () => {
    const ran = await admin('POST', '/api/v1/sqllab/execute/', { database_id: database, sql: 'SELECT place FROM visits WHERE id = 1', schema: 'main' })
    expect((await values('place', admin, `query/${ran.body.query_id}`)).body).toEqual({ result: ['south'] })
    const page = await samples({ datasource_type: 'query', datasource_id: ran.body.query_id })
    expect(page.body.result).toMatchObject({ data: [{ place: 'south' }], total_count: 1 })
    expect((await values('place', alpha, `query/${ran.body.query_id}`)).status).toBe(403)
  })

  test('what cannot be listed is told, and who may not read gets nothing', async () => {
    const told = async (column: string, source?: string, call = admin) => {
      const { status, body } = await values(column, call, source)
      return [status, body.message]
    }
    expect(await told('nope')).toEqual([400, 'Column name nope does not exist'])
    expect(await told('count')).toEqual([400, 'Column name count does not exist'])
    expect(await told('place', 'cube/1')).toEqual([400, 'Invalid datasource type: cube'])
    expect((await told('place', 'saved_query/1'))[0]).toBe(400)
    for (const id of ['999999', 'x', '-1', '99999999999999999999']) expect((await told('place', `table/${id}`))[0]).toBe(404)
    expect(await told('place', undefined, gamma)).toEqual([403, 'Forbidden'])
    await addRoleFor(server.deps, 'lister', 'can_get_column_values', 'Datasource')
    expect((await told('place', undefined, await server.as('lisa', 'Gamma', 'lister')))[0]).toBe(403)
    expect((await told('place', undefined, await server.as('lotte', 'Gamma', 'lister', 'visits only')))[0]).toBe(200)
    expect((await told('place', undefined, server.anonymous()))[0]).toBe(401)
  })

  test('T9 a name cannot carry SQL', async () => {
    for (const name of ['place"; DROP TABLE visits; --', "place' OR 1=1", '(SELECT word FROM other.secrets)', 'place, amount'])
      expect((await values(name)).status).toBe(400)
    expect((await values('place')).status).toBe(200)
  })
})

test('EXP-7.07 a data source is described by its key', async () => {
  const metadata = (key: string, call = admin) => call('GET', `/superset/fetch_datasource_metadata?datasourceKey=${key}`)
  expect((await metadata(`${visits}__table`)).body).toMatchObject({ id: visits, type: 'table', uid: `${visits}__table`, name: 'main.visits' })
  expect((await metadata(`${visits}__unheard`)).body).toMatchObject({ type: 'table' })
  expect((await admin('GET', `/datasource/get/table/${visits}/`)).body).toMatchObject({ id: visits })
  const refused = await metadata(`${visits}__table`, gamma)
  expect([refused.status, refused.body.errors[0].error_type]).toEqual([403, 'DATASOURCE_SECURITY_ACCESS_ERROR'])
  expect((await metadata('999999__table')).status).toBe(404)
  expect((await admin('GET', '/datasource/get/cube/1/')).status).toBe(400)
  for (const key of ['', 'x', '__table', '1', '1__table__x%00']) expect((await metadata(key)).status, key).toBe(400)
})
