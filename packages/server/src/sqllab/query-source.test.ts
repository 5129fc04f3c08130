import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSampleDatabase } from '../testing/sample-database.ts'
import { addRoleFor } from '../testing/sample-objects.ts'
import { openTestApp, type TestApp, type TestCall } from '../testing/test-app.ts'

let server: TestApp
let admin: TestCall
let ana: TestCall
let database: number
let visits: number

beforeAll(async () => {
  server = await openTestApp()
  admin = await server.as('admin')
  database = await addSampleDatabase(server)
  await admin('PUT', `/api/v1/database/${database}`, { expose_in_sqllab: true })
  visits = (await admin('POST', '/api/v1/dataset/', { database, table_name: 'visits', schema: 'main' })).body.id
  await addRoleFor(server.deps, 'visits only', 'datasource_access', `[sample].[visits](id:${visits})`)
  ana = await server.as('ana', 'Gamma', 'sql_lab', 'visits only')
})
afterAll(() => server.close())

async function run(call: TestCall, sql: string, more: object = {}): Promise<number> {
  const ran = await call('POST', '/api/v1/sqllab/execute/', { database_id: database, sql, schema: 'main', tab: 'My tab', ...more })
  if (ran.status !== 200) throw new Error(ran.text)
  return ran.body.query_id
}
const ask = (call: TestCall, id: number, query: object, more: object = {}) =>
  call('POST', '/api/v1/chart/data', { datasource: { id, type: 'query' }, queries: [query], ...more })
const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'n' }
const byPlace = { columns: ['place'], metrics: [count], orderby: [['place', true]] }

test('EXP-3.09 SQL-3.14 a query of the editor is the source of a chart: its columns, their kinds, and no saved metric', async () => {
  const id = await run(ana, 'SELECT place, seen_at, amount * 2 AS twice, is_new FROM visits WHERE id < 6; -- a comment')
  const rows = (await ask(ana, id, byPlace)).body.result[0]
  expect(rows.data).toEqual([
    { place: 'north', n: 3 },
    { place: 'south', n: 3 },
  ])
  expect((await ask(ana, id, {}, { result_type: 'columns' })).body.result[0].data).toEqual([
    { column_name: 'place', verbose_name: null, dtype: 1 },
    { column_name: 'seen_at', verbose_name: null, dtype: 2 },
    { column_name: 'twice', verbose_name: null, dtype: 0 },
    { column_name: 'is_new', verbose_name: null, dtype: 1 },
  ])
  const axis = { columnType: 'BASE_AXIS', sqlExpression: 'seen_at', label: 'seen_at', expressionType: 'SQL', timeGrain: 'P1D' }
  const filters = [{ col: 'seen_at', op: 'TEMPORAL_RANGE', val: '2026-01-01 : 2026-01-01T02:00:00' }]
  expect((await ask(ana, id, { columns: [axis], metrics: [count], filters })).body.result[0]).toMatchObject({
    data: [{ seen_at: Date.UTC(2026, 0, 1), n: 2 }],
    coltypes: [2, 0],
  })
  expect((await ask(ana, id, { columns: ['place'], metrics: ['count'] })).status).toBe(400)
  expect((await ask(ana, id, { columns: ['weight'] })).status).toBe(400)
})

test('a query without rows still has its columns', async () => {
  const id = await run(ana, 'SELECT place, seen_at FROM visits WHERE id < 0')
  expect((await ask(ana, id, {}, { result_type: 'columns' })).body.result[0].data.map((column: { dtype: number }) => column.dtype)).toEqual([1, 2])
  expect((await ask(ana, id, byPlace)).body.result[0].rowcount).toBe(0)
})

describe('what is no source', () => {
  test('a run that is not there or failed, several statements, a statement that writes', async () => {
    expect((await ask(ana, 999_999, byPlace)).status).toBe(404)
    expect((await ask(ana, -1, byPlace)).status).toBe(404)
    await ana('POST', '/api/v1/sqllab/execute/', { database_id: database, sql: 'SELECT nonsense FROM visits', schema: 'main', client_id: 'failed' })
    const failed = await server.deps.db.selectFrom('queries').select('id').where('client_id', '=', 'failed').executeTakeFirstOrThrow()
    expect((await ask(ana, failed.id, byPlace)).status).toBe(404)
    expect((await ask(ana, await run(ana, 'SELECT 1; SELECT place FROM visits'), byPlace)).status).toBe(400)
    const id = await run(ana, 'SELECT place FROM visits')
    await server.deps.db.updateTable('queries').set({ rendered_sql: 'DROP TABLE visits' }).where('id', '=', id).execute()
    expect((await ask(admin, id, byPlace)).status).toBe(400)
    expect((await ask(ana, visits, byPlace, { datasource: { id: visits, type: 'saved_query' } })).status).toBe(404)
  })

  test('T9 what came out of a template is not a template again', async () => {
    const id = await run(ana, `SELECT place, '{{ "{{" }} 1 + 1 {{ "}}" }}' AS word FROM visits WHERE id = 1`)
    expect((await ask(ana, id, { columns: ['word'] })).body.result[0].data).toEqual([{ word: '{{ 1 + 1 }}' }])
    const hidden = await run(ana, `SELECT place, '{{ "{% endraw %}{{ 7 * 7 }}" }}' AS word FROM visits WHERE id = 1`)
    expect((await ask(ana, hidden, { columns: ['word'] })).status).toBe(400)
  })
})

describe('T7 T13 who may read it', () => {
  test('its author, and who may see all queries; each only as far as they may read its tables now', async () => {
    const id = await run(ana, 'SELECT place FROM visits')
    expect((await ask(admin, id, byPlace)).status).toBe(200)
    const other = await server.as('otto', 'Gamma', 'sql_lab', 'visits only')
    expect((await ask(other, id, byPlace)).body.errors[0].error_type).toBe('QUERY_SECURITY_ACCESS_ERROR')
    expect((await ask(await server.as('alpha'), id, byPlace)).status).toBe(403)
    const wide = await run(admin, 'SELECT word AS place FROM other.secrets')
    expect((await ask(ana, wide, byPlace)).status).toBe(403)
    await server.deps.db
      .updateTable('queries')
      .set({ user_id: await server.userId('ana') })
      .where('id', '=', wide)
      .execute()
    const reply = await ask(ana, wide, byPlace)
    expect([reply.status, reply.body.errors[0].error_type]).toEqual([403, 'TABLE_SECURITY_ACCESS_ERROR'])
  })

  test('T7 T8 row rules hold inside it, for each reader their own, and views do not pass by them', async () => {
    const own = await run(ana, 'SELECT place FROM visits')
    const admins = await run(admin, 'SELECT place FROM visits')
    const view = await run(admin, 'SELECT place FROM recent')
    const places = async (call: TestCall, id: number) => (await ask(call, id, byPlace)).body.result[0].data.map(({ place }: { place: string }) => place)
    expect(await places(ana, own)).toEqual(['north', 'south'])
    const role = await server.deps.db.selectFrom('roles').select('id').where('name', '=', 'visits only').executeTakeFirstOrThrow()
    const rule = await admin('POST', '/api/v1/rowlevelsecurity/', {
      name: 'north only',
      filter_type: 'Regular',
      clause: "place = 'north'",
      tables: [visits],
      roles: [role.id],
    })
    expect(await places(ana, own)).toEqual(['north'])
    expect(await places(admin, own)).toEqual(['north', 'south'])
    expect(await places(ana, own)).toEqual(['north'])
    const made = await ask(ana, own, byPlace, { result_type: 'query' })
    expect(made.body.result[0].query).toContain("place = 'north'")
    const user_id = await server.userId('ana')
    await server.deps.db.updateTable('queries').set({ user_id }).where('id', 'in', [admins, view]).execute()
    expect(await places(ana, admins)).toEqual(['north'])
    expect((await ask(ana, view, byPlace)).status).toBe(403)
    await admin('DELETE', `/api/v1/rowlevelsecurity/${rule.body.id}`)
  })
})
