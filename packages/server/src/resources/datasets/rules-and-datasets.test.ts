import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSampleDatabase, changeSampleFile } from '../../testing/sample-database.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

/** A person who may write datasets over everything, but sees only the north of `visits`. */
let server: TestApp
let admin: TestCall
let north: TestCall
let northId: number
let database: number
let visits: number
beforeAll(async () => {
  server = await openTestApp({ env: { SIGHTLINE_FEATURE_ALLOW_ADHOC_SUBQUERY: 'true' } })
  admin = await server.as('admin')
  database = await addSampleDatabase(server)
  await changeSampleFile(server, 'sample', ['create table plain (id integer)', 'insert into plain values (1)'])
  visits = await make(admin, { table_name: 'visits', schema: 'main' })
  const role = (await admin('POST', '/api/v1/security/roles/', { name: 'north only' })).body.id
  await addRule('north', visits, role)
  north = await server.as('north', 'Alpha', 'north only')
  northId = await server.userId('north')
})
afterAll(() => server.close())

const addRule = async (name: string, dataset: number, role: number) => {
  const made = await admin('POST', '/api/v1/rowlevelsecurity/', { name, filter_type: 'Regular', clause: "place = 'north'", tables: [dataset], roles: [role] })
  if (made.status !== 201) throw new Error(made.text)
  return made.body.id as number
}
const tryMake = (call: TestCall, body: object) => call('POST', '/api/v1/dataset/', { database, schema: 'main', ...body })
async function make(call: TestCall, body: object): Promise<number> {
  const made = await tryMake(call, body)
  if (made.status !== 201) throw new Error(made.text)
  return made.body.id
}
const ask = (call: TestCall, id: number, query: object) => call('POST', '/api/v1/chart/data', { datasource: { id, type: 'table' }, queries: [query] })
const placesOf = async (call: TestCall, id: number): Promise<unknown> => {
  const { status, body } = await ask(call, id, { columns: ['place'], metrics: ['count'] })
  return status === 200 ? body.result[0].data.map(({ place }: { place: string }) => place).toSorted() : status
}
const one = async (call: TestCall, id: number, query: object): Promise<unknown> => {
  const { status, body } = await ask(call, id, query)
  return status === 200 ? Object.values(body.result[0].data[0])[0] : status
}

describe('T7 T13 whoever is bound by a rule cannot make a dataset that shows more', () => {
  test.each([
    ['over the same table in other letters', { table_name: 'VISITS' }],
    ['over the same table without its schema', { table_name: 'visits', schema: null }],
    ['over a view of the table', { table_name: 'recent' }],
    ['over SQL on a view of the table', { table_name: 'sly', sql: 'SELECT * FROM recent' }],
    ['over SQL that reads something else for the next reader', { table_name: 'shifty', sql: "SELECT * FROM {{ url_param('t') or 'visits' }}" }],
  ])('%s', async (_, body) => {
    const refused = await tryMake(north, body)
    expect([refused.status, refused.body.errors?.[0].error_type]).toEqual([403, 'TABLE_SECURITY_ACCESS_ERROR'])
  })

  test('over SQL on the table itself there is a dataset, which shows each reader their own rows', async () => {
    const id = await make(north, { table_name: 'honest', sql: 'SELECT place, id FROM visits' })
    expect([await placesOf(north, id), await placesOf(admin, id)]).toEqual([['north'], ['north', 'south']])
    for (const sql of ['SELECT * FROM recent', "SELECT * FROM {{ 'recent' }}"]) expect((await north('PUT', `/api/v1/dataset/${id}`, { sql })).status).toBe(403)
    expect((await north('PUT', `/api/v1/dataset/${id}`, { sql: null, table_name: 'recent' })).status).toBe(403)
    expect((await north('PUT', `/api/v1/dataset/${id}`, { sql: 'SELECT place FROM visits' })).status).toBe(200)
    expect(await placesOf(north, id)).toEqual(['north'])
  })

  test('others, and tables without rules, are not concerned', async () => {
    expect((await tryMake(admin, { table_name: 'recent' })).status).toBe(201)
    expect((await tryMake(north, { table_name: 'plain' })).status).toBe(201)
  })
})

test('T7 T13 rules cannot be shaken off by moving, deleting or copying the dataset they hang on', async () => {
  const id = await make(admin, { table_name: 'ruled', sql: 'SELECT place, id FROM visits WHERE id >= 0' })
  const role = await server.deps.db.selectFrom('roles').select('id').where('name', '=', 'north only').executeTakeFirstOrThrow()
  await addRule('north of ruled', id, role.id)
  await admin('PUT', `/api/v1/dataset/${id}`, { owners: [northId] })
  await admin('PUT', `/api/v1/dataset/${visits}`, { owners: [northId] })
  expect((await north('PUT', `/api/v1/dataset/${id}`, { sql: "SELECT 'north' AS place, place AS real FROM visits" })).status).toBe(403)
  expect((await north('PUT', `/api/v1/dataset/${visits}`, { table_name: 'secrets', schema: 'other' })).status).toBe(403)
  expect((await north('DELETE', `/api/v1/dataset/${visits}`)).status).toBe(403)
  expect((await north('DELETE', `/api/v1/dataset/?q=!(${visits},${id})`)).status).toBe(403)
  expect((await north('PUT', `/api/v1/dataset/${visits}`, { description: 'mine to describe' })).status).toBe(200)
  expect((await north('PUT', `/api/v1/dataset/${visits}/refresh`)).status).toBe(200)
  expect((await north('PUT', `/api/v1/dataset/${visits}?override_columns=true`, { columns: [] })).status).toBe(200)
  const copy = (await north('POST', '/api/v1/dataset/duplicate', { base_model_id: id, table_name: 'copy of ruled' })).body.id
  expect([await placesOf(north, copy), await placesOf(admin, copy)]).toEqual([['north'], ['north', 'south']])
  expect((await admin('DELETE', `/api/v1/dataset/${id}`)).status).toBe(200)
})

describe('T7 T9 tables that an expression reads', () => {
  const count = '(SELECT COUNT(*) FROM visits)'
  const last = '(SELECT MAX(place) FROM "visits" AS v)'

  test('show each reader their own rows in saved metrics and calculated columns', async () => {
    const id = await make(admin, { table_name: 'with sub-queries', sql: 'SELECT 1 AS one' })
    const saved = await admin('PUT', `/api/v1/dataset/${id}`, {
      metrics: [{ metric_name: 'all', expression: `MAX(${count})` }],
      columns: [
        { column_name: 'last', expression: last },
        { column_name: 'fine', expression: "EXTRACT(year FROM DATE '2026-01-01')" },
      ],
    })
    expect(saved.status, saved.text).toBe(200)
    expect([await one(admin, id, { metrics: ['all'] }), await one(north, id, { metrics: ['all'] })]).toEqual([20, 10])
    expect([await one(admin, id, { columns: ['last'] }), await one(north, id, { columns: ['last'] })]).toEqual(['south', 'north'])
    expect(await one(north, id, { columns: ['fine'] })).toBe(2026)
  })

  test('show each asker their own rows in custom fields, where sub-queries are allowed there', async () => {
    const id = await make(admin, { table_name: 'asked', sql: 'SELECT 1 AS one' })
    const custom = (sqlExpression: string) => ({ metrics: [{ expressionType: 'SQL', label: 'x', sqlExpression }] })
    const metric = custom(`MAX(${count})`)
    expect([await one(admin, id, metric), await one(north, id, metric)]).toEqual([20, 10])
    const where = { metrics: ['count'], extras: { where: `'south' = ${last}` } }
    expect([await one(admin, id, where), await one(north, id, where)]).toEqual([1, 0])
    const column = { columns: [{ expressionType: 'SQL', label: 'x', sqlExpression: last }] }
    expect([await one(admin, id, column), await one(north, id, column)]).toEqual(['south', 'north'])
    expect(await one(north, id, custom('MAX((TABLE visits))'))).toBe(400)
  })

  test('must be open to whoever writes them', async () => {
    const role = (await admin('POST', '/api/v1/security/roles/', { name: 'writers of main' })).body.id
    const wanted = await server.deps.db
      .selectFrom('permissions')
      .select('id')
      .where((eb) =>
        eb.or([
          eb.and([eb('view_name', '=', 'Dataset'), eb('permission_name', 'in', ['can_read', 'can_write'])]),
          eb('view_name', '=', '[sample].[main]'),
          eb.and([eb('view_name', '=', 'Chart'), eb('permission_name', '=', 'can_read')]),
        ]),
      )
      .execute()
    await admin('POST', `/api/v1/security/roles/${role}/permissions`, { permission_view_menu_ids: wanted.map(({ id }) => id) })
    const writer = await server.as('writer of main', 'writers of main')
    const id = await make(writer, { table_name: 'their own', sql: 'SELECT id FROM plain' })
    const put = async (body: object) => (await writer('PUT', `/api/v1/dataset/${id}`, body)).status
    const secret = '(SELECT MAX(word) FROM other.secrets)'
    expect(await put({ metrics: [{ metric_name: 'm', expression: secret }] })).toBe(403)
    expect(await put({ columns: [{ column_name: 'c', expression: secret }] })).toBe(403)
    expect(await put({ fetch_values_predicate: `id = ${secret}` })).toBe(403)
    expect(await put({ metrics: [{ metric_name: 'm', expression: "{{ 'COUNT(*)' }}" }] })).toBe(403)
    expect(await put({ metrics: [{ metric_name: 'm', expression: '(SELECT MAX(amount) FROM visits)' }] })).toBe(200)
    expect(await one(writer, id, { metrics: [{ expressionType: 'SQL', label: 'x', sqlExpression: `MAX(${secret})` }] })).toBe(400)
  })

  test('cannot be views for somebody whom rules bind', async () => {
    const id = await make(north, { table_name: 'their own too', sql: 'SELECT 1 AS one' })
    const put = async (expression: string) => (await north('PUT', `/api/v1/dataset/${id}`, { metrics: [{ metric_name: 'm', expression }] })).status
    await changeSampleFile(server, 'sample', ['create view hidden_visits as select * from visits'])
    expect(await put('(SELECT MAX(place) FROM hidden_visits)')).toBe(403)
    expect(await put("(SELECT MAX(place) FROM {{ 'visits' }})")).toBe(403)
    expect(await put('(SELECT MAX(place) FROM visits)')).toBe(200)
    expect(await one(north, id, { metrics: ['m'] })).toBe('north')
  })
})
