import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSampleDatabase } from '../../testing/sample-database.ts'
import { addRoleFor } from '../../testing/sample-objects.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
let alpha: TestCall
let gamma: TestCall
let visits: number
let secrets: number
const path = '/superset/explore_json/'

beforeAll(async () => {
  server = await openTestApp({ now: () => new Date('2026-01-05T12:00:00Z') })
  const database = await addSampleDatabase(server)
  ;[admin, alpha, gamma] = await Promise.all([server.as('admin'), server.as('alpha'), server.as('gamma')])
  visits = (await admin('POST', '/api/v1/dataset/', { database, table_name: 'visits', schema: 'main' })).body.id
  secrets = (await admin('POST', '/api/v1/dataset/', { database, table_name: 'secrets', schema: 'other' })).body.id
})
afterAll(() => server.close())

const form = (more: object = {}) => ({
  datasource: `${visits}__table`,
  viz_type: 'para',
  series: 'place',
  metrics: ['count', { expressionType: 'SIMPLE', column: { column_name: 'amount' }, aggregate: 'SUM', label: 'paid' }],
  order_by_cols: ['["place", true]'],
  adhoc_filters: [],
  row_limit: 100,
  ...more,
})
const post = (given: unknown, query = '', call = admin) => call('POST', `${path}${query}`, new URLSearchParams({ form_data: JSON.stringify(given) }))
const get = (given: unknown, query = '', call = admin) => call('GET', `${path}?form_data=${encodeURIComponent(JSON.stringify(given))}${query}`)
const rows = [
  { place: 'north', count: 10, paid: 90 },
  { place: 'south', count: 10, paid: 100 },
]

describe('EXP-7.02 /superset/explore_json/', () => {
  test('the rows that a form asks for, by POST and by GET, and what is known about them', async () => {
    const reply = await post(form())
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      data: rows,
      colnames: ['place', 'count', 'paid'],
      coltypes: [1, 0, 0],
      rowcount: 2,
      errors: [],
      status: 'success',
      stacktrace: null,
      is_cached: null,
      cached_dttm: null,
      cache_timeout: 86_400,
      from_dttm: null,
      to_dttm: Date.UTC(2026, 0, 5),
      applied_filters: [],
      rejected_filters: [],
      form_data: form(),
    })
    expect(reply.body.query).toContain('GROUP BY')
    expect((await get(form())).body).toMatchObject({ data: rows, is_cached: true })
    expect((await get(form(), '&force=true')).body.is_cached).toBe(null)
    const multipart = new FormData()
    multipart.set('form_data', JSON.stringify(form()))
    const sent = new Response(multipart)
    const type = { 'content-type': sent.headers.get('content-type')! }
    expect((await admin('POST', path, Buffer.from(await sent.arrayBuffer()), type)).body.data).toEqual(rows)
    const { datasource: _, ...without } = form()
    expect((await admin('POST', `${path}table/${visits}/`, new URLSearchParams({ form_data: JSON.stringify(without) }))).body.data).toEqual(rows)
  })

  test('query, results, samples and csv are wanted by name', async () => {
    const shown = (await post(form(), '?query=true')).body
    expect(shown).toEqual({ language: 'sql', query: expect.stringContaining('SUM("amount") AS "paid"') })
    expect((await post(form(), '?results=true')).body).toEqual({ data: rows, colnames: ['place', 'count', 'paid'], coltypes: [1, 0, 0], rowcount: 2 })
    const samples = (await post(form({ row_limit: 3 }), '?samples=true')).body
    expect([samples.rowcount, samples.colnames]).toEqual([3, ['id', 'seen_at', 'day', 'place', 'amount', 'weight', 'is_new']])
    const csv = await post(form(), '?csv=true')
    expect([csv.headers['content-type'], csv.headers['content-disposition']]).toEqual([
      expect.stringMatching(/^text\/csv/),
      expect.stringMatching(/attachment; filename=\d{8}_\d{6}\.csv/),
    ])
    expect(csv.text).toBe('place,COUNT(*),paid\nnorth,10,90\nsouth,10,100\n')
  })

  test('old filters, filters of boxes and of dashboards narrow it, and times are those of the form', async () => {
    const count = async (more: object) => {
      const { body } = await post(form({ series: undefined, metrics: ['count'], order_by_cols: [], ...more }))
      return body.data[0].count
    }
    expect(await count({ where: 'id < 5' })).toBe(5)
    expect(await count({ filters: [{ col: 'place', op: 'in', val: ['north'] }] })).toBe(10)
    expect(await count({ extra_filters: [{ col: 'place', op: '==', val: 'south' }] })).toBe(10)
    expect(await count({ extra_form_data: { filters: [{ col: 'id', op: '<', val: 3 }] } })).toBe(3)
    expect(await count({ granularity_sqla: 'seen_at', time_range: '2026-01-01 : 2026-01-01T04:00:00' })).toBe(4)
    const { body } = await post(form({ granularity_sqla: 'seen_at', time_range: '2026-01-01 : 2026-01-02' }))
    expect([body.from_dttm, body.to_dttm]).toEqual([Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 2)])
    expect((await post(form({ time_range: 'No filter' }))).body.to_dttm).toBe(null)
  })

  test('a saved chart is asked for by its id, with more filters over it', async () => {
    const params = JSON.stringify({ series: 'place', metrics: ['count'] })
    const { id } = (await admin('POST', '/api/v1/chart/', { slice_name: 'para', viz_type: 'para', datasource_id: visits, datasource_type: 'table', params }))
      .body
    expect((await get({ slice_id: id })).body.data).toHaveLength(2)
    expect((await get({ slice_id: id, extra_filters: [{ col: 'place', op: '==', val: 'north' }] })).body.data).toEqual([{ place: 'north', count: 10 }])
    expect((await get({ slice_id: id }, '', gamma)).status).toBe(403)
    expect((await get({ slice_id: 999_999 })).status).toBe(400)
  })

  test('what fails is an answer that tells why', async () => {
    const failed = await post(form({ metrics: ['nope'] }))
    expect([failed.status, failed.body.status, failed.body.errors]).toEqual([
      400,
      'failed',
      [{ message: "Metric 'nope' does not exist", error_type: 'VIZ_GET_DF_ERROR', level: 'error', extra: null }],
    ])
    expect((await post(form({ metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(', label: 'x' }] }))).status).toBe(400)
    expect(
      (await post(form({ adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'id IN (SELECT id FROM other.secrets)' }] }))).status,
    ).toBe(403)
    expect((await post(form({ metrics: [5] }))).body.error).toMatch(/metrics/)
    expect((await post({})).body).toEqual({ error: 'The dataset associated with this chart no longer exists' })
    expect((await post(form({ datasource: '999999__table' }))).status).toBe(404)
    for (const body of ['{', '[]', '5', 'null', '"x"']) expect((await admin('POST', path, new URLSearchParams({ form_data: body }))).status, body).toBe(400)
    expect((await admin('POST', path)).status).toBe(400)
    expect((await admin('GET', path)).status).toBe(400)
    expect((await admin('POST', path, [1, 2])).status).toBe(400)
  })

  test('T13 nobody gets what is closed to them, and files only who may download', async () => {
    const refused = await post(form(), '', gamma)
    expect([refused.status, refused.body.errors[0].error_type]).toEqual([403, 'DATASOURCE_SECURITY_ACCESS_ERROR'])
    for (const wish of ['query', 'results', 'samples', 'csv']) expect((await post(form(), `?${wish}=true`, gamma)).status, wish).toBe(403)
    expect((await post(form({ datasource: `${secrets}__table` }), '', gamma)).status).toBe(403)
    await addRoleFor(server.deps, 'old charts', 'can_explore_json', 'Superset')
    await addRoleFor(server.deps, 'visits only', 'datasource_access', `[sample].[visits](id:${visits})`)
    const only = await server.as('olga', 'old charts', 'visits only')
    expect((await post(form(), '', only)).status).toBe(200)
    expect((await post(form(), '?csv=true', only)).body).toEqual({ error: "You don't have the rights to download as csv" })
    expect((await post(form(), '', server.anonymous())).status).toBe(401)
  })

  test('T7 T8 row rules hold for every way to ask, and no cache carries rows over', async () => {
    const role = await server.deps.db.selectFrom('roles').select('id').where('name', '=', 'Alpha').executeTakeFirstOrThrow()
    const all = await post(form(), '', alpha)
    expect(all.body.rowcount).toBe(2)
    const rule = await admin('POST', '/api/v1/rowlevelsecurity/', {
      name: 'r',
      filter_type: 'Regular',
      clause: "place = 'north'",
      tables: [visits],
      roles: [role.id],
    })
    expect((await post(form(), '', alpha)).body.data).toEqual([rows[0]])
    expect((await post(form())).body.data).toEqual(rows)
    expect((await get(form(), '&results=true', alpha)).body.data).toEqual([rows[0]])
    expect(new Set((await post(form(), '?samples=true', alpha)).body.data.map(({ place }: { place: string }) => place))).toEqual(new Set(['north']))
    expect((await post(form(), '?csv=true', alpha)).text).not.toContain('south')
    expect((await post(form({ where: "1 = 1 OR place = 'south'" }), '', alpha)).body.rowcount).toBe(1)
    await admin('DELETE', `/api/v1/rowlevelsecurity/${rule.body.id}`)
  })
})

test('T22 with its flag the call is made only by our own pages', async () => {
  const guarded = await openTestApp({ env: { SIGHTLINE_FEATURE_ENABLE_EXPLORE_JSON_CSRF_PROTECTION: 'true' } })
  try {
    const call = await guarded.as('admin')
    expect((await call('GET', `${path}?form_data=${encodeURIComponent('{}')}`)).status).toBe(405)
    expect((await call('POST', path, new URLSearchParams({ form_data: '{}' }), { 'x-csrftoken': '' })).body.errors[0].message).toMatch(/CSRF/)
    expect((await call('POST', path, new URLSearchParams({ form_data: '{}' }))).body).toEqual({
      error: 'The dataset associated with this chart no longer exists',
    })
  } finally {
    await guarded.close()
  }
})
