import { readdirSync, writeFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSampleDatabase, changeSampleFile } from '../../testing/sample-database.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
let databaseId: number
let time = 0

beforeAll(async () => {
  server = await openTestApp({
    env: { SIGHTLINE_ASYNC_QUERIES: '2', SIGHTLINE_ASYNC_TIME_LIMIT: '4', SIGHTLINE_RESULT_MAX_MB: '1', SIGHTLINE_DISPLAY_MAX_ROW: '1500' },
    now: () => new Date(Date.now() + time),
  })
  admin = await server.as('admin')
  databaseId = await addSampleDatabase(server)
  await change({ allow_dml: true, allow_ctas: true, allow_cvas: true, allow_run_async: true })
})
afterAll(() => server.close())

const change = async (values: Record<string, unknown>) => {
  await server.deps.db.updateTable('databases').set(values).where('id', '=', databaseId).execute()
  await server.deps.queries.forget(databaseId)
}
const run = (call: TestCall, sql: string, more: Record<string, unknown> = {}) =>
  call('POST', '/api/v1/sqllab/execute/', { database_id: databaseId, sql, ...more })
const results = (call: TestCall, key: string, rows?: number) =>
  call('GET', `/api/v1/sqllab/results/?q=(key:'${key}'${rows === undefined ? '' : `,rows:${rows}`})`)
const rowOf = (clientId: string) => server.deps.db.selectFrom('queries').selectAll().where('client_id', '=', clientId).executeTakeFirst()
const stateOf = async (clientId: string) => (await rowOf(clientId))?.status
const whenOver = async (clientId: string) => {
  await expect.poll(() => stateOf(clientId), { timeout: 30_000, interval: 20 }).not.toMatch(/pending|running/)
  return (await rowOf(clientId))!
}
const slow = 'SELECT count(*) FROM range(3000000) a, range(3000000) b WHERE a.range + b.range = 7'
const jobs = () => server.deps.db.selectFrom('jobs').selectAll().execute()
let made = 0
const newId = () => `life${++made}`

describe('in the background', () => {
  test('SQL-7.01 SQL-4.01 a query is accepted with 202 and pending; SQL-7.02 its result is what the page would have got', async () => {
    const id = newId()
    const sql = `SELECT id, seen_at, amount, 9007199254740993 AS big, NULL AS nothing FROM visits ORDER BY id`
    const accepted = await run(admin, sql, { client_id: id, runAsync: true, queryLimit: 5, tab: 'Tab', sql_editor_id: '3' })
    expect(accepted).toMatchObject({ status: 202, body: { query: { id, state: 'pending', progress: 0, resultsKey: null, tab: 'Tab', limit: 5 } } })
    expect(Object.keys(accepted.body)).toEqual(['query'])
    const row = await whenOver(id)
    expect(row).toMatchObject({ status: 'success', progress: 100, rows: 5, limiting_factor: 'DROPDOWN', runner: null })
    const { body } = await admin('GET', `/api/v1/query/updated_since?q=(last_updated_ms:${Math.floor(row.start_time!)})`)
    const told = body.result.find((one: { id: string }) => one.id === id)
    expect(told).toMatchObject({ state: 'success', resultsKey: row.results_key, extra: { progress: null } })
    const kept = await results(admin, told.resultsKey)
    const shown = await run(admin, sql, { queryLimit: 5 })
    expect(kept.status).toBe(200)
    expect(kept.text).toContain('9007199254740993')
    expect(kept.body.data).toEqual(shown.body.data)
    expect(kept.body.columns).toEqual(shown.body.columns)
    expect(Object.keys(kept.body)).toEqual(Object.keys(shown.body))
    expect(kept.body.query).toMatchObject({ id, rows: 5, state: 'success' })
    expect(await jobs()).toEqual([])
  })

  test('rows asked for are cut and said to be; all of them are there without a number', async () => {
    const id = newId()
    await run(admin, 'SELECT range AS n FROM range(5000)', { client_id: id, runAsync: true })
    const key = (await whenOver(id)).results_key!
    const some = await results(admin, key, 10)
    expect([some.body.data.length, some.body.displayLimitReached, some.body.query.rows]).toEqual([10, true, 5000])
    const all = await results(admin, key)
    expect([all.body.data.length, all.body.displayLimitReached, all.body.data.at(-1)]).toEqual([5000, undefined, { n: 4999 }])
    expect((await admin('GET', `/api/v1/sqllab/results/?q=(key:'${key}',rows:!n)`)).body.data).toHaveLength(5000)
    expect((await admin('GET', '/api/v1/sqllab/results/?q=(rows:10)')).status).toBe(400)
  })

  test('SQL-4.03 what fails in the background says why in its row, and the reply of a query that cannot run at all comes at once', async () => {
    const id = newId()
    expect((await run(admin, 'SELECT 1; SELECT nope FROM visits', { client_id: id, runAsync: true })).status).toBe(202)
    const row = await whenOver(id)
    expect(row).toMatchObject({ status: 'failed', results_key: null, error_message: expect.stringMatching(/^Statement 2 out of 2 .*nope/s) })
    expect(JSON.parse(row.extra_json).errors).toMatchObject([
      { error_type: 'COLUMN_DOES_NOT_EXIST_ERROR', extra: { issue_codes: [{ code: 1003 }, { code: 1004 }] } },
    ])
    const other = newId()
    expect((await run(admin, "SELECT 'open", { client_id: other, runAsync: true })).status).toBe(422)
    expect(await stateOf(other)).toBe('failed')
  })

  test('the time limit of the background ends a query with its own type', async () => {
    const id = newId()
    await run(admin, slow, { client_id: id, runAsync: true })
    const row = await whenOver(id)
    expect(row).toMatchObject({ status: 'failed', error_message: 'The query exceeded the 4 seconds timeout.' })
    expect(JSON.parse(row.extra_json).errors[0].error_type).toBe('SQLLAB_TIMEOUT_ERROR')
  })

  test('a result above the bound fails in the background and is only not kept while the page waits', async () => {
    const sql = `SELECT md5(range::varchar) || sha256(range::varchar) AS noise FROM range(60000)`
    const id = newId()
    await run(admin, sql, { client_id: id, runAsync: true })
    expect(JSON.parse((await whenOver(id)).extra_json).errors[0].error_type).toBe('RESULT_TOO_LARGE_ERROR')
    expect((await run(admin, sql)).body).toMatchObject({ status: 'success', query: { rows: 60000, resultsKey: null } })
    expect(readdirSync(join(server.dataFolder, 'results')).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('SQL-7.04 SQL-4.04 a query can be stopped while it waits and while it runs, and the next one gets its turn', async () => {
    const [first, second, third, fourth] = [newId(), newId(), newId(), newId()]
    // One user has half of two places.
    await run(admin, slow, { client_id: first, runAsync: true })
    await expect.poll(() => stateOf(first), { timeout: 30_000 }).toBe('running')
    await run(admin, 'SELECT 2 AS n', { client_id: second, runAsync: true })
    await run(admin, 'SELECT 3 AS n', { client_id: third, runAsync: true })
    expect(await stateOf(second)).toBe('pending')
    expect(await admin('POST', '/api/v1/query/stop', { client_id: second })).toMatchObject({ status: 200, body: { result: 'OK' } })
    expect((await (await server.as('sql_lab'))('POST', '/api/v1/query/stop', { client_id: first })).status).toBe(404)
    const other = await server.as('alpha_lab', 'Alpha', 'sql_lab')
    await run(other, 'SELECT 4 AS n', { client_id: fourth, runAsync: true })
    expect((await whenOver(fourth)).status).toBe('success')
    expect(await stateOf(first)).toBe('running')
    await admin('POST', '/api/v1/query/stop', { client_id: first })
    expect((await whenOver(third)).status).toBe('success')
    for (const id of [first, second]) expect(await rowOf(id)).toMatchObject({ status: 'stopped', results_key: null, rows: null, end_time: expect.any(Number) })
    expect(await jobs()).toEqual([])
  })
})

test('SQL-4.02 SQL-4.03 a stopped query never becomes anything else, whenever the stop comes', async () => {
  const ids = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const id = newId()
      const running = run(admin, index % 5 === 4 ? 'SELECT nope FROM visits' : 'SELECT range AS n FROM range(3000)', {
        client_id: id,
        runAsync: index % 2 === 1,
      })
      await expect.poll(() => stateOf(id), { interval: 1, timeout: 30_000 }).toBeDefined()
      await new Promise((resolve) => setTimeout(resolve, index % 20))
      expect((await admin('POST', '/api/v1/query/stop', { client_id: id })).status).toBe(200)
      const atStop = await stateOf(id)
      const reply = await running
      const after = (await rowOf(id))!
      // Over when the stop was answered, and as it was then for good.
      expect(after.status).toBe(atStop)
      expect(atStop).toMatch(/^(stopped|success|failed)$/)
      if (atStop === 'stopped') expect([after.results_key, after.rows, index % 2 === 1 || reply.status >= 400]).toEqual([null, null, true])
      return id
    }),
  )
  const states = await Promise.all(ids.map(stateOf))
  expect(states.filter((state) => state === 'stopped').length).toBeGreaterThan(0)
  // No result of a stopped query lies around.
  const keys = new Set((await server.deps.db.selectFrom('queries').select('results_key').execute()).map(({ results_key }) => `${results_key}.rows`))
  expect(readdirSync(join(server.dataFolder, 'results')).filter((name) => !keys.has(name))).toEqual([])
})

test('a row is stored before it runs, and its progress moves statement by statement', async () => {
  const id = newId()
  const running = run(admin, `SELECT 1; SELECT 2; SELECT 3; ${slow}`, { client_id: id })
  await expect.poll(async () => (await rowOf(id))?.progress, { interval: 5, timeout: 30_000 }).toBe(75)
  const row = (await rowOf(id))!
  expect(row).toMatchObject({ status: 'running', executed_sql: expect.stringContaining('3000000') })
  expect(JSON.parse(row.extra_json).progress).toBe('Running statement 4 out of 4')
  const since = Number(new Date(`${row.changed_on.slice(0, 23)}Z`))
  const told = await admin('GET', `/api/v1/query/updated_since?q=(last_updated_ms:${since})`)
  expect(told.body.result).toMatchObject([{ id, state: 'running', progress: 75, extra: { progress: 'Running statement 4 out of 4' } }])
  await admin('POST', '/api/v1/query/stop', { client_id: id })
  expect((await running).status).toBe(400)
})

test('the same query sent ten times at once runs once', async () => {
  const id = newId()
  const replies = await Promise.all(Array.from({ length: 10 }, () => run(admin, `${slow}`, { client_id: id, runAsync: true })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 9 }, () => 200), 202])
  expect(replies.every(({ body }) => body.query.id === id)).toBe(true)
  expect(await jobs()).toHaveLength(1)
  await admin('POST', '/api/v1/query/stop', { client_id: id })
  expect((await run(admin, 'SELECT 1', { client_id: id })).status).toBe(409)
})

describe('kept results', () => {
  test('SQL-7.02 are looked for in the order of the interface: known, allowed, there, readable', async () => {
    const { body } = await run(admin, 'SELECT 1 AS a')
    const key: string = body.query.resultsKey
    expect((await results(admin, key)).body.data).toEqual([{ a: 1 }])
    expect(await results(admin, crypto.randomUUID())).toMatchObject({ status: 404, body: { errors: [{ error_type: 'RESULTS_BACKEND_ERROR' }] } })
    expect((await results(admin, '../../metadata.db')).status).toBe(404)
    const stranger = await server.as('sql_lab')
    expect(await results(stranger, key)).toMatchObject({
      status: 403,
      body: { errors: [{ error_type: 'QUERY_SECURITY_ACCESS_ERROR', message: 'Cannot access the query' }] },
    })
    expect((await results(await server.as('gamma'), key)).status).toBe(403)
    const file = join(server.dataFolder, 'results', `${key}.rows`)
    writeFileSync(file, 'damaged')
    utimesSync(file, new Date(Date.now() + 1e6), new Date(Date.now() + 1e6))
    expect(await results(admin, key)).toMatchObject({ status: 404, body: { errors: [{ error_type: 'RESULTS_BACKEND_ERROR' }] } })
    await server.deps.results.remove(key)
    expect(await results(admin, key)).toMatchObject({ status: 410, body: { errors: [{ error_type: 'RESULTS_BACKEND_ERROR' }] } })
    expect((await results(stranger, key)).status).toBe(403)
  })

  test('expire after the time of their database, else after a day', async () => {
    const [day, minute] = [await run(admin, 'SELECT 1 AS a'), await change({ cache_timeout: 60 }).then(() => run(admin, 'SELECT 2 AS a'))]
    await change({ cache_timeout: null })
    const statuses = async () => Promise.all([day, minute].map(async ({ body }) => (await results(admin, body.query.resultsKey)).status))
    expect(await statuses()).toEqual([200, 200])
    time = 61_000
    expect(await statuses()).toEqual([200, 410])
    time = 86_401_000
    expect(await statuses()).toEqual([410, 410])
    await server.deps.results.sweep()
    expect(readdirSync(join(server.dataFolder, 'results'))).toEqual([])
    time = 0
  })

  test('a table that was made keeps no result; it has a name of its own and a select', async () => {
    for (const runAsync of [false, true]) {
      const id = newId()
      await run(admin, 'SELECT id FROM visits', { client_id: id, select_as_cta: true, ctas_method: 'table', tmp_table_name: '', runAsync, queryLimit: 7 })
      const row = await whenOver(id)
      expect(row).toMatchObject({ status: 'success', results_key: null, select_as_cta_used: true })
      expect(row.tmp_table_name).toMatch(new RegExp(`^tmp_${await server.userId('admin')}_table_\\d{4}(_\\d\\d){5}$`))
      expect((await run(admin, row.select_sql!)).body.data).toHaveLength(7)
      await run(admin, `DROP TABLE "${row.tmp_table_name}"`)
    }
    const failed = newId()
    await run(admin, 'SELECT nope FROM visits', { client_id: failed, select_as_cta: true })
    expect(await rowOf(failed)).toMatchObject({ status: 'failed', tmp_table_name: null, select_sql: null })
  })

  test('T8 are read only by who would get the same rows, in either order, now and after rules change', async () => {
    const north = await server.as('north', 'Gamma', 'sql_lab')
    const south = await server.as('south', 'Gamma', 'sql_lab')
    const datasetId = await openVisits(['north', 'south'])
    const sql = 'SELECT place, count(*) AS n FROM visits GROUP BY place ORDER BY place'
    const both = [
      { place: 'north', n: 10 },
      { place: 'south', n: 10 },
    ]
    const readers = { north, south, admin }
    const runAll = async () => {
      const keys: Record<string, string> = {}
      const data: Record<string, unknown> = {}
      for (const [name, call] of Object.entries(readers)) {
        const id = newId()
        await run(call, sql, { client_id: id, runAsync: name !== 'north' })
        keys[name] = (await whenOver(id)).results_key!
        data[name] = (await results(call, keys[name])).body.data
      }
      return { keys, data }
    }
    const table = async (keys: Record<string, string>) =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(readers).map(async ([name, call]) => [
            name,
            (await Promise.all(Object.values(keys).map(async (key) => (await results(call, key)).status))).join(' '),
          ]),
        ),
      )
    // Without rules everybody gets the same.
    const before = await runAll()
    expect(before.data).toEqual({ north: both, south: both, admin: both })
    expect(await table(before.keys)).toEqual({ north: '200 200 200', south: '200 200 200', admin: '200 200 200' })
    const stranger = await server.as('stranger', 'Gamma', 'sql_lab')
    expect(await Promise.all(Object.values(before.keys).map(async (key) => (await results(stranger, key)).status))).toEqual([403, 403, 403])
    // With a rule that names its reader everybody reads the own rows only; what was kept before is closed to those it shows too much.
    await addRule(datasetId, `place = '{{ current_username() }}'`)
    const after = await runAll()
    expect(after.data).toEqual({ north: [both[0]], south: [both[1]], admin: both })
    expect(await table(after.keys)).toEqual({ north: '200 403 403', south: '403 200 403', admin: '403 403 200' })
    expect(await table(before.keys)).toEqual({ north: '403 403 403', south: '403 403 403', admin: '200 200 200' })
    // Rights that are taken away close the own results too.
    await server.deps.db
      .deleteFrom('user_roles')
      .where('user_id', '=', await server.userId('north'))
      .where('role_id', '=', await roleId('visits'))
      .execute()
    expect((await results(north, after.keys['north']!)).status).toBe(403)
  })

  const roleId = async (name: string) => (await server.deps.db.selectFrom('roles').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id

  async function openVisits(usernames: readonly string[]): Promise<number> {
    const { db } = server.deps
    const reply = await admin('POST', '/api/v1/dataset/', { database: databaseId, schema: 'main', table_name: 'visits' })
    const { perm } = await db.selectFrom('datasets').select('perm').where('id', '=', reply.body.id).executeTakeFirstOrThrow()
    const pair = await db.selectFrom('permissions').select('id').where('view_name', '=', perm).executeTakeFirstOrThrow()
    const role = await db.insertInto('roles').values({ name: 'visits' }).returning('id').executeTakeFirstOrThrow()
    await db.insertInto('role_permissions').values({ role_id: role.id, permission_id: pair.id }).execute()
    for (const username of usernames)
      await db
        .insertInto('user_roles')
        .values({ user_id: await server.userId(username), role_id: role.id })
        .execute()
    return reply.body.id
  }

  async function addRule(datasetId: number, clause: string): Promise<void> {
    const reply = await admin('POST', '/api/v1/rowlevelsecurity/', {
      name: 'own place',
      filter_type: 'Regular',
      tables: [datasetId],
      roles: [await roleId('visits')],
      clause,
    })
    expect(reply.status).toBe(201)
  }
})

test('a query runs with the rights its author has when its turn comes', async () => {
  const late = await server.as('late', 'Alpha', 'sql_lab')
  const [blocking, id] = [newId(), newId()]
  await run(late, slow, { client_id: blocking, runAsync: true })
  await run(late, 'SELECT 1 AS a', { client_id: id, runAsync: true })
  expect(await stateOf(id)).toBe('pending')
  await server.deps.db.updateTable('users').set({ active: false }).where('username', '=', 'late').execute()
  expect(await whenOver(id)).toMatchObject({ status: 'failed', error_message: expect.stringContaining('no more') })
})

test('without persistence the page gets rows and nothing is kept; the server may force the background', async () => {
  const other = await openTestApp({ env: { SIGHTLINE_FEATURE_SQLLAB_BACKEND_PERSISTENCE: 'false', SIGHTLINE_CTAS_NO_LIMIT: 'true' } })
  const forced = await openTestApp({ env: { SIGHTLINE_FEATURE_SQLLAB_FORCE_RUN_ASYNC: 'true' } })
  try {
    const [call, id] = [await other.as('admin'), await addSampleDatabase(other)]
    const reply = await call('POST', '/api/v1/sqllab/execute/', { database_id: id, sql: 'SELECT 1 AS a' })
    expect(reply.body).toMatchObject({ data: [{ a: 1 }], query: { resultsKey: null } })
    await other.deps.db.updateTable('databases').set({ allow_ctas: true, allow_dml: true }).execute()
    await other.deps.queries.forget(id)
    const table = { database_id: id, sql: 'SELECT id FROM visits', select_as_cta: true, tmp_table_name: 'whole', queryLimit: 3 }
    expect((await call('POST', '/api/v1/sqllab/execute/', table)).status).toBe(200)
    expect((await call('POST', '/api/v1/sqllab/execute/', { database_id: id, sql: 'SELECT count(*) AS n FROM whole' })).body.data).toEqual([{ n: 20 }])
    const body = { database_id: await addSampleDatabase(forced), sql: 'SELECT 1 AS a' }
    expect((await (await forced.as('admin'))('POST', '/api/v1/sqllab/execute/', body)).status).toBe(202)
  } finally {
    await other.close()
    await forced.close()
  }
})

test('a database that changes under a query that waits does not keep it waiting', async () => {
  await changeSampleFile(server, 'second', ['create table t (a integer)'])
  const made = await admin('POST', '/api/v1/database/', { database_name: 'second', sqlalchemy_uri: 'duckdb:///second.duckdb' })
  const [blocking, id] = [newId(), newId()]
  await run(admin, slow, { client_id: blocking, runAsync: true })
  await run(admin, 'SELECT * FROM t', { client_id: id, runAsync: true, database_id: made.body.id })
  await server.deps.db.deleteFrom('databases').where('id', '=', made.body.id).execute()
  await admin('POST', '/api/v1/query/stop', { client_id: blocking })
  await expect.poll(jobs, { timeout: 30_000 }).toEqual([])
})
