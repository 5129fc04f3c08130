import { encodeRison } from '@sightline/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSampleDatabase } from '../../testing/sample-objects.ts'
import { takeIn as takeInBundle, zipOf } from '../../testing/bundles.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
let writer: TestCall
let database: number
const q = (value: unknown) => `?q=${encodeURIComponent(encodeRison(value))}`

beforeAll(async () => {
  server = await openTestApp()
  ;[admin, writer] = await Promise.all([server.as('admin'), server.as('sql_lab')])
  database = await addSampleDatabase(server.deps, 'shop')
})
afterAll(() => server.close())

test('SQL-7.07 EXP-7.19 EXP-7.20 EXP-7.21 a saved query is its maker’s alone', async () => {
  const made = await writer('POST', '/api/v1/saved_query/', { db_id: database, label: 'mine', sql: 'select * from a.b join c on true', schema: 'public' })
  expect(made.body).toEqual({ id: expect.any(Number), result: { db_id: database, label: 'mine', sql: 'select * from a.b join c on true', schema: 'public' } })
  const path = `/api/v1/saved_query/${made.body.id}`
  expect((await writer('GET', path)).body.result).toMatchObject({
    label: 'mine',
    database: { id: database, database_name: 'shop' },
    sql_tables: [
      { catalog: null, schema: 'a', table: 'b' },
      { catalog: null, schema: null, table: 'c' },
    ],
  })
  for (const [method, body] of [['GET'], ['PUT', { label: 'x' }], ['DELETE']] as const) expect((await admin(method, path, body)).status).toBe(404)
  expect((await admin('GET', '/api/v1/saved_query/')).body.count).toBe(0)
  expect((await admin('GET', '/api/v1/saved_query/distinct/schema')).body.count).toBe(0)
  expect((await writer('PUT', path, { label: 'new' })).body).toEqual({
    result: { db_id: database, description: null, label: 'new', schema: 'public', sql: 'select * from a.b join c on true', template_parameters: null },
  })
  expect((await writer('GET', `/api/v1/saved_query/${q({ filters: [{ col: 'label', opr: 'all_text', value: 'JOIN C' }] })}`)).body.count).toBe(1)
  expect((await writer('POST', '/api/v1/saved_query/', { db_id: 999999, label: 'x', sql: '' })).status).toBe(422)
  expect((await writer('POST', '/api/v1/saved_query/', { db_id: 'x' })).status).toBe(422)
})

test('EXP-7.25 distinct schemas of one’s own saved queries', async () => {
  for (const schema of ['sales', 'Sales_2', 'other', null]) await writer('POST', '/api/v1/saved_query/', { db_id: database, label: 's', sql: '1', schema })
  const ask = async (query: object) => (await writer('GET', `/api/v1/saved_query/distinct/schema${q(query)}`)).body
  expect((await ask({ filter: 'sales' })).result.map((one: { value: string }) => one.value).toSorted()).toEqual(['Sales_2', 'sales'])
  expect(await ask({ filter: 'oth' })).toEqual({ count: 1, result: [{ text: 'other', value: 'other' }] })
  expect((await ask({ page_size: 1 })).result).toHaveLength(1)
  expect((await writer('GET', '/api/v1/saved_query/distinct/sql')).status).toBe(404)
})

test('SQL-7.06 the old form still saves and reads', async () => {
  const made = await writer(
    'POST',
    '/savedqueryviewapi/api/create',
    new URLSearchParams({ label: 'old', db_id: String(database), sql: 'SELECT 3', extra_json: '{}' }),
  )
  expect(made.body).toMatchObject({ message: 'Added Row', severity: 'success', item: { label: 'old', db_id: database, sql: 'SELECT 3', extra_json: '{}' } })
  const read = await writer('GET', `/savedqueryviewapi/api/get/${made.body.item.id}`)
  expect(read.body).toMatchObject({ pk: String(made.body.item.id), modelview_name: 'SavedQueryViewApi', result: { label: 'old' } })
  expect(await admin('GET', `/savedqueryviewapi/api/get/${made.body.item.id}`)).toMatchObject({
    status: 404,
    body: { errors: [{ error_type: 'GENERIC_BACKEND_ERROR' }] },
  })
})

const takeIn = (call: TestCall, bundle: Buffer, fields: Readonly<Record<string, string>> = {}) => takeInBundle(call, 'saved_query', bundle, fields)

test('EXP-7.23 saved queries leave as a bundle and come back from it, once or over themselves, and never over another’s', async () => {
  const sql = "SELECT 'ü: #no comment'\n-- line 2"
  const made = await writer('POST', '/api/v1/saved_query/', { db_id: database, label: 'Top / ten', sql, schema: 'main', description: 'd' })
  const path = `/api/v1/saved_query/${made.body.id}`
  const bundle = await writer('GET', `/api/v1/saved_query/export/?q=!(${made.body.id})&token=mine`)
  expect(bundle.headers['content-type']).toBe('application/zip')
  expect(String(bundle.headers['content-disposition'])).toMatch(/filename=saved_query_export_\d{8}T\d{6}\.zip$/)
  expect(writer.jar.get('mine')).toBe('done')
  expect((await writer('GET', '/api/v1/saved_query/export/?q=!(999999)')).status).toBe(404)
  expect((await admin('GET', `/api/v1/saved_query/export/?q=!(${made.body.id})`)).status).toBe(404)

  const again = await takeIn(writer, bundle.bytes)
  expect([again.status, again.body.errors[0].extra]).toEqual([
    422,
    expect.objectContaining({ 'queries/shop/main/Top_ten.yaml': 'Saved query already exists and `overwrite=true` was not passed' }),
  ])
  await writer('PUT', path, { sql: 'changed' })
  expect((await takeIn(writer, bundle.bytes, { overwrite: 'true' })).body).toEqual({ message: 'OK' })
  expect((await writer('GET', path)).body.result).toMatchObject({ sql, label: 'Top / ten', schema: 'main', description: 'd', database: { id: database } })
  expect((await takeIn(admin, bundle.bytes, { overwrite: 'true' })).status).toBe(422)
  await writer('DELETE', path)
  expect((await takeIn(writer, bundle.bytes)).body).toEqual({ message: 'OK' })
  const found = await writer('GET', `/api/v1/saved_query/${q({ filters: [{ col: 'label', opr: 'all_text', value: 'Top / ten' }] })}`)
  expect(found.body.result).toMatchObject([{ sql, db_id: database }])
})

test('T12 a bundle brings a new database only for those who may make one, and asks for its password', async () => {
  const uuid = '0b7d5c1e-6d5a-4e0c-9f9d-3f6d6f1c0a52'
  const files = {
    'metadata.yaml': 'version: 1.0.0\ntype: SavedQuery\n',
    'databases/Far.yaml': `database_name: Far\nsqlalchemy_uri: postgresql+psycopg2://u:XXXXXXXXXX@far.invalid:5432/x\nuuid: ${uuid}\nversion: 1.0.0\n`,
    'queries/Far/q.yaml': `label: q\nsql: SELECT 1\nuuid: 6f1c0a52-0d1c-4c0e-9df1-1df0a1b2c3d4\nversion: 1.0.0\ndatabase_uuid: ${uuid}\n`,
  }
  const bundle = await zipOf(files)
  expect((await takeIn(writer, bundle, { passwords: '{"databases/Far.yaml": "p"}' })).status).toBe(422)
  const asked = await takeIn(admin, bundle)
  expect([asked.status, asked.body.errors[0].extra['databases/Far.yaml']]).toEqual([422, { _schema: ['Must provide a password for the database'] }])
  expect((await admin('GET', '/api/v1/saved_query/')).body.count).toBe(0)
  expect((await takeIn(admin, bundle, { passwords: '{"databases/Far.yaml": "s3cret word"}' })).body).toEqual({ message: 'OK' })
  const row = await server.deps.db.selectFrom('databases').selectAll().where('uuid', '=', uuid).executeTakeFirstOrThrow()
  expect(row.uri).not.toContain('s3cret')
  expect(row.password).not.toContain('s3cret')
  expect((await admin('GET', '/api/v1/saved_query/')).body.result).toMatchObject([{ label: 'q', db_id: row.id }])
})

test('T25 bundles that are broken or hostile are refused with words and change nothing', async () => {
  const metadata = 'version: 1.0.0\ntype: SavedQuery\n'
  const lol = Array.from(
    { length: 12 },
    (_, index) =>
      `a${index}: &a${index} [${
        index === 0
          ? '"x"'
          : Array(9)
              .fill(`*a${index - 1}`)
              .join(',')
      }]`,
  ).join('\n')
  const refused: [Buffer, number][] = [
    [Buffer.from('no zip'), 422],
    [await zipOf({}), 400],
    [await zipOf({ 'readme.txt': 'x' }), 400],
    [await zipOf({ 'queries/a.yaml': 'label: x' }), 422],
    [await zipOf({ 'metadata.yaml': 'version: 2.0.0' }), 422],
    [await zipOf({ 'metadata.yaml': 'version: 1.0.0\ntype: Dashboard\n' }), 422],
    [await zipOf({ 'metadata.yaml': metadata, 'queries/a.yaml': '[' }), 422],
    [await zipOf({ 'metadata.yaml': metadata, 'queries/a.yaml': lol }), 422],
    [await zipOf({ 'metadata.yaml': metadata, 'queries/a.yaml': 'label: 5\nsql: [1]\nuuid: nope\n' }), 422],
    [await zipOf({ 'metadata.yaml': metadata, 'queries/bomb.yaml': ' '.repeat(5_000_000) }), 422],
    [await zipOf({ 'metadata.yaml': metadata, '../../queries/a.yaml': 'label: x\nsql: x\nuuid: 6f1c0a52-0d1c-4c0e-9df1-1df0a1b2c3d5\n' }), 422],
  ]
  const before = (await writer('GET', '/api/v1/saved_query/')).body.count
  for (const [bundle, status] of refused) {
    const reply = await takeIn(writer, bundle)
    expect([reply.status, typeof reply.body], reply.text.slice(0, 300)).toEqual([status, 'object'])
  }
  const whole = await zipOf({ 'metadata.yaml': metadata, 'queries/a.yaml': 'label: x' })
  for (let cut = 1; cut < whole.length; cut += 7) expect((await takeIn(writer, whole.subarray(0, cut))).status).toBe(422)
  expect((await writer('POST', '/api/v1/saved_query/import/', {})).status).toBe(400)
  expect((await writer('GET', '/api/v1/saved_query/')).body.count).toBe(before)
})
