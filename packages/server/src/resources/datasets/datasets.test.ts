import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSampleDatabase, changeSampleFile } from '../../testing/sample-database.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let database: number
let admin: TestCall
beforeAll(async () => {
  server = await openTestApp()
  database = await addSampleDatabase(server)
  admin = await server.as('admin')
})
afterAll(() => server.close())

interface Column {
  id: number
  column_name: string
  type: string
  type_generic: number | null
  is_dttm: boolean
  expression: string | null
}
const create = (body: object) => admin('POST', '/api/v1/dataset/', { database, ...body })
const read = async (id: number) => (await admin('GET', `/api/v1/dataset/${id}`)).body.result

test('EXP-7.08 a dataset over a table gets its columns from the database and a count', async () => {
  const made = await create({ table_name: 'visits', schema: 'main', sql: null, template_params: null, columns: [] })
  expect(made.status).toBe(201)
  expect(made.body.data).toMatchObject({ id: made.body.id, table_name: 'visits', type: 'table', uid: `${made.body.id}__table`, main_dttm_col: 'seen_at' })
  const dataset = await read(made.body.id)
  expect(dataset.columns.map((column: Column) => [column.column_name, column.type_generic, column.is_dttm])).toEqual([
    ['id', 0, false],
    ['seen_at', 2, true],
    ['day', 2, true],
    ['place', 1, false],
    ['amount', 0, false],
    ['weight', 0, false],
    ['is_new', 3, false],
  ])
  expect(dataset.metrics).toMatchObject([{ metric_name: 'count', expression: 'COUNT(*)', metric_type: 'count' }])
  expect(dataset).toMatchObject({ kind: 'physical', select_star: 'SELECT *\nFROM main.visits\nLIMIT 100', owners: [{ first_name: 'Admin' }] })
  expect(dataset.time_grain_sqla).toContainEqual(['P1D', 'Day'])
  const again = await create({ table_name: 'visits', schema: 'main' })
  expect([again.status, again.body.message]).toEqual([422, { table_name: ['Dataset visits already exists'] }])
  const known = await admin('POST', '/api/v1/dataset/get_or_create/', { database_id: database, table_name: 'visits', schema: 'main' })
  expect(known.body.result.table_id).toBe(made.body.id)
})

test('EXP-7.08 a dataset over SQL with templates gets the columns the SQL would return', async () => {
  const sql = "SELECT place, amount AS paid, seen_at FROM visits WHERE place = '{{ url_param('place') or 'north' }}'"
  const made = await create({ table_name: 'north', schema: 'main', sql, template_params: '{"a": 1}' })
  expect(made.status).toBe(201)
  const dataset = await read(made.body.id)
  expect(dataset).toMatchObject({ kind: 'virtual', sql, main_dttm_col: 'seen_at', template_params: '{"a": 1}' })
  expect(dataset.columns.map(({ column_name, type }: Column) => [column_name, type])).toEqual([
    ['place', 'STRING'],
    ['paid', 'DECIMAL'],
    ['seen_at', 'DATETIME'],
  ])
  const broken = await create({ table_name: 'broken', sql: 'SELECT nope FROM nowhere' })
  expect(broken.status).toBeGreaterThanOrEqual(400)
  expect(broken.status).toBeLessThan(500)
  const writing = await create({ table_name: 'writing', sql: 'DELETE FROM visits RETURNING id' })
  expect(writing.status).toBeLessThan(500)
  expect(writing.status).toBeGreaterThanOrEqual(400)
})

test('what cannot be made is refused with the field that is wrong', async () => {
  const missing = await create({ table_name: 'nope', schema: 'main' })
  expect([missing.status, Object.keys(missing.body.message)]).toEqual([422, ['table_name']])
  expect((await admin('POST', '/api/v1/dataset/', { database: 999_999, table_name: 'x' })).body.message).toEqual({ database: ['Database does not exist'] })
  const wrong = await admin('POST', '/api/v1/dataset/', { database: 'x', table_name: 5, schema: 7, sql: 1 })
  expect([wrong.status, wrong.body.message]).toEqual([
    400,
    { database: ['Not a valid integer.'], table_name: ['Not a valid string.'], schema: ['Not a valid string.'], sql: ['Not a valid string.'] },
  ])
  const owners = await create({ table_name: 'not yet', schema: 'main', owners: [999_999] })
  expect([owners.status, owners.body.message]).toEqual([422, { owners: ['Owners are invalid'] }])
  const both = await admin('POST', '/api/v1/dataset/', { database: 999_999, table_name: 'x', owners: [999_999] })
  expect(both.body.message).toEqual({ database: ['Database does not exist'], owners: ['Owners are invalid'] })
})

test('columns and metrics are replaced by the list that is sent: changed, added, removed', async () => {
  const { id } = (await create({ table_name: 'replaced', schema: 'main', sql: 'SELECT id, place FROM visits' })).body
  const before = await read(id)
  const [first, second] = before.columns as Column[]
  const put = (body: object, query = '') => admin('PUT', `/api/v1/dataset/${id}${query}`, body)
  const changed = await put({
    columns: [
      { id: first!.id, column_name: 'id', verbose_name: 'Number' },
      { column_name: 'half', expression: 'id / 2', type: 'DOUBLE' },
    ],
    metrics: [{ metric_name: 'total', expression: 'SUM(id)', d3format: ',d', currency: { symbol: 'USD', symbolPosition: 'prefix' } }],
  })
  expect(changed.status).toBe(200)
  const after = await read(id)
  expect(after.columns.map((column: Column) => [column.column_name, column.expression])).toEqual([
    ['id', null],
    ['half', 'id / 2'],
  ])
  expect(after.metrics).toMatchObject([{ metric_name: 'total', expression: 'SUM(id)' }])
  expect(after).toMatchObject({
    column_formats: { total: ',d' },
    currency_formats: { total: { symbol: 'USD' } },
    verbose_map: { id: 'Number', half: 'half', total: 'total' },
  })

  const refused = async (body: object) => (await put(body)).body.message
  expect(await refused({ columns: [{ column_name: 'x' }, { column_name: 'x' }] })).toEqual({ columns: ['One or more columns are duplicated'] })
  expect(await refused({ columns: [{ id: second!.id, column_name: 'x' }] })).toEqual({ columns: ['One or more columns do not exist'] })
  expect(await refused({ columns: [{ column_name: 'half' }] })).toEqual({ columns: ['One or more columns already exist'] })
  expect(await refused({ metrics: [{ metric_name: 'total', expression: '1' }] })).toEqual({ metrics: ['One or more metrics already exist'] })
  const format = await put({ columns: [{ column_name: 'x', python_date_format: '%d.%m.%Y' }] })
  expect([format.status, format.body.errors[0].error_type]).toEqual([422, 'MARSHMALLOW_ERROR'])

  const overridden = await put({ columns: [{ column_name: 'place', verbose_name: 'Where' }] }, '?override_columns=true')
  expect(overridden.status).toBe(200)
  expect((await read(id)).columns.map(({ column_name }: Column) => column_name)).toEqual(['place', 'id'])
  const metric = (await read(id)).metrics[0].id
  expect((await admin('DELETE', `/api/v1/dataset/${id}/metric/${metric}`)).status).toBe(200)
  expect((await admin('DELETE', `/api/v1/dataset/${id}/metric/${metric}`)).status).toBe(404)
})

test('a metric keeps its label when a column without one has the same name', async () => {
  const { id } = (await create({ table_name: 'same_names', schema: 'main', sql: 'SELECT id, place FROM visits' })).body
  const [first, second] = (await read(id)).columns as Column[]
  const put = await admin('PUT', `/api/v1/dataset/${id}`, {
    columns: [
      { id: first!.id, column_name: 'id' },
      { id: second!.id, column_name: 'place', verbose_name: 'Where' },
    ],
    metrics: [
      { metric_name: 'id', expression: 'SUM(id)', verbose_name: 'Revenue' },
      { metric_name: 'place', expression: 'COUNT(place)', verbose_name: 'Places' },
    ],
  })
  expect(put.status).toBe(200)
  expect((await read(id)).verbose_map).toMatchObject({ id: 'Revenue', place: 'Where' })
})

test('a refresh follows the database and keeps what the author made', async () => {
  await changeSampleFile(server, 'sample', ['create table moving (a integer, b varchar)'])
  const { id } = (await create({ table_name: 'moving', schema: 'main' })).body
  const columns = (await read(id)).columns as Column[]
  await admin('PUT', `/api/v1/dataset/${id}`, {
    columns: [...columns.map(({ id: column, column_name }) => ({ id: column, column_name })), { column_name: 'made', expression: 'a * 2' }],
  })
  await changeSampleFile(server, 'sample', ['alter table moving drop column b'])
  await changeSampleFile(server, 'sample', ['alter table moving add column seen timestamp'])
  await changeSampleFile(server, 'sample', ['alter table moving alter a type bigint'])
  expect((await admin('PUT', `/api/v1/dataset/${id}/refresh`)).body).toEqual({ message: 'OK', result: { added: ['seen'], changed: ['a'], removed: ['b'] } })
  const after = await read(id)
  expect(after.columns.map(({ column_name }: Column) => column_name)).toEqual(['a', 'made', 'seen'])
  expect(after.main_dttm_col).toBe('seen')
})

test('a copy of a dataset of SQL belongs to the copier; tables are not copied', async () => {
  const base = (await create({ table_name: 'base', schema: 'main', sql: 'SELECT place FROM visits' })).body.id
  const alpha = await server.as('alpha')
  const copy = await alpha('POST', '/api/v1/dataset/duplicate', { base_model_id: base, table_name: 'the copy' })
  expect([copy.status, copy.body.result]).toEqual([201, { base_model_id: base, table_name: 'the copy' }])
  expect(await read(copy.body.id)).toMatchObject({
    owners: [{ first_name: 'Alpha' }],
    columns: [{ column_name: 'place' }],
    metrics: [{ metric_name: 'count' }],
  })
  expect((await alpha('POST', '/api/v1/dataset/duplicate', { base_model_id: base, table_name: 'the copy' })).status).toBe(422)
  const table = (await admin('GET', '/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:visits)))')).body.ids[0]
  for (const base_model_id of [table, 999_999]) {
    const refused = await alpha('POST', '/api/v1/dataset/duplicate', { base_model_id, table_name: 'no' })
    expect([refused.status, refused.body]).toEqual([422, { message: 'Dataset parameters are invalid.' }])
  }
})

test('only owners and administrators change a dataset', async () => {
  const alpha = await server.as('alpha')
  const { id } = (await create({ table_name: 'owned', schema: 'main', sql: 'SELECT 1 AS one' })).body
  for (const reply of [
    await alpha('PUT', `/api/v1/dataset/${id}`, { description: 'x' }),
    await alpha('PUT', `/api/v1/dataset/${id}/refresh`),
    await alpha('DELETE', `/api/v1/dataset/${id}`),
  ])
    expect([reply.status, reply.body.message]).toEqual([403, 'Forbidden'])
  const gamma = await server.as('gamma')
  expect((await gamma('GET', `/api/v1/dataset/${id}`)).status).toBe(404)
  expect((await gamma('PUT', `/api/v1/dataset/${id}`, { description: 'x' })).status).toBe(403)
  await admin('PUT', `/api/v1/dataset/${id}`, { owners: [await server.userId('alpha')] })
  expect((await alpha('PUT', `/api/v1/dataset/${id}`, { description: 'mine' })).status).toBe(200)
})

test('T13 whoever may write datasets but reads only some data cannot reach other data through a dataset', async () => {
  const role = (await admin('POST', '/api/v1/security/roles/', { name: 'dataset writers' })).body.id
  const wanted = await server.deps.db
    .selectFrom('permissions')
    .select('id')
    .where((eb) =>
      eb.or([eb.and([eb('view_name', '=', 'Dataset'), eb('permission_name', 'in', ['can_read', 'can_write'])]), eb('view_name', '=', '[sample].[main]')]),
    )
    .execute()
  await admin('POST', `/api/v1/security/roles/${role}/permissions`, { permission_view_menu_ids: wanted.map(({ id }) => id) })
  const writer = await server.as('writer', 'dataset writers')
  expect((await writer('POST', '/api/v1/dataset/', { database, table_name: 'recent', schema: 'main' })).status).toBe(201)
  expect((await writer('POST', '/api/v1/dataset/', { database, table_name: 'secrets', schema: 'other' })).status).toBe(403)
  expect((await writer('POST', '/api/v1/dataset/', { database, table_name: 'sly', schema: 'main', sql: 'SELECT * FROM other.secrets' })).status).toBe(403)
  const template = { database, table_name: 'shifty', schema: 'main', sql: "SELECT * FROM {{ 'visits' }}" }
  expect((await writer('POST', '/api/v1/dataset/', template)).status).toBe(403)
  expect((await writer('POST', '/api/v1/dataset/', { database, table_name: 'fair', schema: 'main', sql: 'SELECT place FROM visits' })).status).toBe(201)
  const own = (await writer('GET', '/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:recent)))')).body.ids[0]
  expect((await writer('PUT', `/api/v1/dataset/${own}`, { sql: 'SELECT * FROM other.secrets' })).status).toBe(403)
  expect((await writer('PUT', `/api/v1/dataset/${own}`, { table_name: 'secrets', schema: 'other' })).status).toBe(403)
})

test('lists know which datasets are tables and which are SQL, and the schemas there are', async () => {
  const kinds = async (value: string) =>
    (await admin('GET', `/api/v1/dataset/?q=(page_size:100,columns:!(kind),filters:!((col:sql,opr:dataset_is_null_or_empty,value:${value})))`)).body.result.map(
      ({ kind }: { kind: string }) => kind,
    )
  expect(new Set(await kinds('!t'))).toEqual(new Set(['physical']))
  expect(new Set(await kinds('!f'))).toEqual(new Set(['virtual']))
  expect((await admin('GET', '/api/v1/dataset/distinct/schema')).body.result).toEqual([{ text: 'main', value: 'main' }])
  expect((await admin('GET', '/api/v1/dataset/related/database')).body.result).toMatchObject([{ text: 'sample', value: database }])
})

test('a renamed dataset keeps its permission, a deleted one takes it along', async () => {
  const { id } = (await create({ table_name: 'first name', schema: 'main', sql: 'SELECT 1 AS one' })).body
  const pair = () =>
    server.deps.db.selectFrom('permissions').select('id').where('view_name', 'like', `%(id:${id})`).where('permission_name', '=', 'datasource_access').execute()
  const before = await pair()
  await admin('PUT', `/api/v1/dataset/${id}`, { table_name: 'second name' })
  expect(await pair()).toEqual(before)
  expect((await server.deps.db.selectFrom('datasets').select('perm').where('id', '=', id).executeTakeFirst())?.perm).toBe(`[sample].[second name](id:${id})`)
  await admin('DELETE', `/api/v1/dataset/?q=!(${id})`)
  expect(await pair()).toEqual([])
})
