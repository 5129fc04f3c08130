import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { studioOf } from '../draw/studio.ts'
import { filesOf, takeIn, zipOf } from '../testing/bundles.ts'
import { addSampleDatabase } from '../testing/sample-database.ts'
import { openTestApp, type TestApp, type TestCall } from '../testing/test-app.ts'

/** Two people with rules of their own over one table, and somebody without, through every way in which rows leave. */
let server: TestApp
let admin: TestCall
let north: TestCall
let south: TestCall
let database: number
let visits: number
let overSql: number
let chart: number
let twin: number
let overView: number
beforeAll(async () => {
  server = await openTestApp({
    env: { SIGHTLINE_FEATURE_THUMBNAILS: 'true', SIGHTLINE_FEATURE_EMBEDDED_SUPERSET: 'true', SIGHTLINE_FEATURE_DASHBOARD_RBAC: 'true' },
  })
  admin = await server.as('admin')
  database = await addSampleDatabase(server)
  visits = (await admin('POST', '/api/v1/dataset/', { database, table_name: 'visits', schema: 'main' })).body.id
  const sql = 'WITH v AS (SELECT * FROM visits) SELECT place, id FROM v'
  overSql = (await admin('POST', '/api/v1/dataset/', { database, table_name: 'over sql', schema: 'main', sql })).body.id
  const form = { viz_type: 'table', datasource: `${visits}__table`, query_mode: 'aggregate', groupby: ['place'], metrics: ['count'] }
  chart = (
    await admin('POST', '/api/v1/chart/', {
      slice_name: 'places',
      viz_type: 'table',
      datasource_id: visits,
      datasource_type: 'table',
      params: JSON.stringify(form),
      query_context: JSON.stringify({ datasource: { id: visits, type: 'table' }, force: false, queries: [byPlace], form_data: form }),
    })
  ).body.id
  north = await addPerson('north', `place = '{{ current_username() }}'`)
  south = await addPerson('south', `place = 'south' AND 1 = 1`)
})
afterAll(async () => {
  await studioOf(server.deps).drawer.close()
  await server.close()
})

async function addPerson(name: string, clause: string): Promise<TestCall> {
  const role = (await admin('POST', '/api/v1/security/roles/', { name: `only ${name}` })).body.id
  const rule = { name, filter_type: 'Regular', clause, tables: [visits], roles: [role] }
  const made = await admin('POST', '/api/v1/rowlevelsecurity/', rule)
  if (made.status !== 201) throw new Error(made.text)
  return server.as(name, 'Alpha', 'sql_lab', `only ${name}`)
}

const byPlace = { columns: ['place'], metrics: ['count'], orderby: [['place', true]] }
const ask = (call: TestCall, query: object, more: object = {}, id = visits) =>
  call('POST', '/api/v1/chart/data', { datasource: { id, type: 'table' }, queries: [query], ...more })
const execute = (call: TestCall, sql: string) => call('POST', '/api/v1/sqllab/execute/', { database_id: database, sql, schema: 'main' })
/** What comes of a run that went well; else the refusal of the run. */
const afterRun = async (call: TestCall, then: (ran: any) => Promise<Reply>): Promise<Reply> => {
  const ran = await execute(call, 'SELECT place FROM visits')
  return ran.status === 200 ? then(ran.body) : ran
}
const explore = (call: TestCall, more: string) => {
  const form_data = { datasource: `${visits}__table`, viz_type: 'para', series: 'place', metrics: ['count'], adhoc_filters: [], row_limit: 100 }
  return call('POST', `/superset/explore_json/?${more}`, new URLSearchParams({ form_data: JSON.stringify(form_data) }))
}

type Reply = Awaited<ReturnType<TestCall>>
/** What somebody can read in a reply. */
type Way = (call: TestCall) => Promise<string | Reply>

const ways: readonly (readonly [string, Way])[] = [
  ['chart data', (call) => ask(call, byPlace)],
  ['chart data, results only', (call) => ask(call, byPlace, { result_type: 'results' })],
  ['chart data of plain rows', (call) => ask(call, { columns: ['place', 'id'] })],
  ['chart data after post-processing', (call) => ask(call, { ...byPlace, post_processing: [{ operation: 'sort', options: { by: ['place'] } }] })],
  ['chart data with a limit of series', (call) => ask(call, { ...byPlace, series_columns: ['place'], series_limit: 2 })],
  ['chart data with a condition that is always true', (call) => ask(call, { ...byPlace, extras: { where: "1 = 1 OR place = 'south'" } })],
  ['chart data of a dataset over SQL', (call) => ask(call, byPlace, {}, overSql)],
  ['samples of a chart', (call) => ask(call, {}, { result_type: 'samples' })],
  ['drill to detail', (call) => ask(call, { columns: [], filters: [] }, { result_type: 'drill_detail' })],
  ['CSV', (call) => ask(call, byPlace, { result_format: 'csv' })],
  ['Excel', async (call) => textOfZip((await ask(call, byPlace, { result_format: 'xlsx' })).bytes)],
  [
    'Arrow',
    (call) =>
      call('POST', '/api/v1/chart/data', { datasource: { id: visits, type: 'table' }, queries: [byPlace] }, { accept: 'application/vnd.apache.arrow.stream' }),
  ],
  ['a saved chart', (call) => call('GET', `/api/v1/chart/${chart}/data/`)],
  ['a saved chart as CSV', (call) => call('GET', `/api/v1/chart/${chart}/data/?format=csv`)],
  ['samples of a dataset', (call) => call('POST', `/datasource/samples?datasource_type=table&datasource_id=${visits}`, {})],
  ['values of a column', (call) => call('GET', `/api/v1/datasource/table/${visits}/column/place/values/`)],
  ['values of a column of a dataset over SQL', (call) => call('GET', `/api/v1/datasource/table/${overSql}/column/place/values/`)],
  ['an older chart', (call) => explore(call, '')],
  ['rows of an older chart', (call) => explore(call, 'samples=true')],
  ['CSV of an older chart', (call) => explore(call, 'csv=true')],
  ['the SQL editor', (call) => execute(call, 'SELECT place, count(*) AS n FROM visits GROUP BY place')],
  ['the SQL editor over a dataset', (call) => execute(call, `SELECT place FROM {{ dataset(${visits}) }}`)],
  ['a file of the SQL editor', (call) => afterRun(call, ({ query }) => call('GET', `/api/v1/sqllab/export/${query.id}/`))],
  [
    'a chart over a query of the SQL editor',
    (call) =>
      afterRun(call, ({ query_id: id }) => call('POST', '/api/v1/chart/data', { datasource: { id, type: 'query' }, queries: [{ columns: ['place'] }] })),
  ],
  ['the first rows of a table', (call) => call('POST', `/api/v1/database/${database}/table_rows/`, { table: 'visits', schema: 'main' })],
  [
    'a look at a column',
    (call) => call('POST', `/api/v1/database/${database}/table_profile/`, { table: 'visits', schema: 'main', look: 'column', column: 'place' }),
  ],
  [
    'marks that one chart draws over another',
    (call) =>
      ask(call, {
        metrics: ['count'],
        annotation_layers: [
          {
            name: 'marks',
            annotationType: 'EVENT',
            sourceType: 'table',
            value: chart,
            show: true,
            showMarkers: false,
            style: 'solid',
            titleColumn: 'place',
            timeColumn: 'place',
            descriptionColumns: [],
          },
        ],
      }),
  ],
]

/** The texts of all parts of a workbook. */
function textOfZip(bytes: Buffer): string {
  let text = ''
  for (let at = bytes.indexOf('PK\u0001\u0002'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 1)) {
    const [method, size, offset] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)]
    const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
    const packed = bytes.subarray(start, start + size)
    text += method === 0 ? packed.toString() : inflateRawSync(packed).toString()
  }
  return text
}

const placesIn = (reply: string | Reply): readonly string[] => {
  if (typeof reply !== 'string' && reply.status !== 200) throw new Error(`${reply.status} ${reply.text.slice(0, 500)}`)
  // The statement names what it looks for; only rows count.
  const told = typeof reply === 'string' ? reply : typeof reply.body === 'object' ? JSON.stringify(withoutSql(reply.body)) : reply.bytes.toString('latin1')
  return ['north', 'south'].filter((place) => told.includes(place))
}

function withoutSql(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSql)
  if (typeof value !== 'object' || value === null) return value
  const told = ['query', 'sql', 'executedSql', 'form_data', 'user', 'userId']
  return Object.fromEntries(Object.entries(value).flatMap(([key, inner]) => (told.includes(key) ? [] : [[key, withoutSql(inner)]])))
}

describe('T7 T8 each sees their own rows, whoever asked before', () => {
  test.each(ways)('%s', async (_, way) => {
    // First somebody without rules, whose rows are then in every cache there is.
    expect(placesIn(await way(admin))).toEqual(['north', 'south'])
    expect(placesIn(await way(north))).toEqual(['north'])
    expect(placesIn(await way(south))).toEqual(['south'])
    expect(placesIn(await way(north))).toEqual(['north'])
    expect(placesIn(await way(admin))).toEqual(['north', 'south'])
  })

  test('pictures of a chart', async () => {
    const { thumbnail_url: address } = (await admin('GET', `/api/v1/chart/${chart}`)).body.result
    const draw = async (call: TestCall) => {
      const reply = await call('GET', address)
      expect([reply.status, reply.headers['content-type']]).toEqual([200, 'image/png'])
      return reply.bytes.toString('base64')
    }
    const [all, ofNorth, ofSouth] = [await draw(admin), await draw(north), await draw(south)]
    expect(new Set([all, ofNorth, ofSouth]).size).toBe(3)
    expect([await draw(south), await draw(north), await draw(admin)]).toEqual([ofSouth, ofNorth, all])
  })

  test('twenty at once', async () => {
    const query = { columns: ['place'], metrics: ['count'], row_limit: 7 }
    const replies = await Promise.all(Array.from({ length: 20 }, (_, at) => ask(at % 2 === 0 ? north : south, query)))
    expect(replies.map(placesIn)).toEqual(replies.map((_, at) => [at % 2 === 0 ? 'north' : 'south']))
  })

  test('what was kept of a run is not shown to somebody else', async () => {
    const ran = await execute(admin, 'SELECT place FROM visits ORDER BY id')
    const key = ran.body.query.resultsKey
    const kept = await north('GET', `/api/v1/sqllab/results/?q=(key:'${key}')`)
    expect([kept.status === 200, String(kept.text).includes('south')]).toEqual([false, false])
    const file = await north('GET', `/api/v1/sqllab/export/${ran.body.query.id}/`)
    expect(file.text).not.toContain('south')
  })
})

test('T8 a rule that comes, changes or goes counts at once, whatever was kept', async () => {
  const alpha = await server.as('alpha')
  const places = async () => placesIn(await ask(alpha, byPlace))
  expect(await places()).toEqual(['north', 'south'])
  const role = await server.deps.db.selectFrom('roles').select('id').where('name', '=', 'Alpha').executeTakeFirstOrThrow()
  const rule = { name: 'of alpha', filter_type: 'Regular', clause: "place = 'north'", tables: [visits], roles: [role.id] }
  const { id } = (await admin('POST', '/api/v1/rowlevelsecurity/', rule)).body
  expect(await places()).toEqual(['north'])
  await admin('PUT', `/api/v1/rowlevelsecurity/${id}`, { clause: "place = 'south'" })
  expect(await places()).toEqual(['south'])
  await admin('PUT', `/api/v1/rowlevelsecurity/${id}`, { filter_type: 'Base' })
  expect(await places()).toEqual(['north', 'south'])
  await admin('DELETE', `/api/v1/rowlevelsecurity/${id}`)
  expect(await places()).toEqual(['north', 'south'])
})

describe('a closed dataset gives rows to administrators alone', () => {
  const why = 'Its rules could not be read.'
  const said = `This dataset is closed until an administrator opens it: ${why}`
  const close = (id: number, because: string | null = why) =>
    server.deps.db.updateTable('datasets').set({ closed_because: because }).where('id', '=', id).execute()
  /** What a dataset reads, changed as another process would: with a new moment of change. */
  let changes = 0
  const point = (id: number, values: { readonly sql: string | null; readonly table_name?: string }) =>
    server.deps.db
      .updateTable('datasets')
      .set({ ...values, changed_on: `2026-02-01T00:00:00.${String(changes++).padStart(6, '0')}` })
      .where('id', '=', id)
      .execute()
  const expectClosed = (reply: string | Reply) => {
    if (typeof reply === 'string') throw new Error('it was answered')
    expect([reply.status >= 400, JSON.stringify(reply.body ?? reply.text)]).toEqual([true, expect.stringContaining(said)])
    expect(reply.text).not.toMatch(/"(north|south)"|^(north|south),/m)
  }
  let owner: TestCall
  let ownerId: number
  beforeAll(async () => {
    owner = await server.as('keeper', 'Alpha', 'sql_lab')
    ownerId = (await server.deps.db.selectFrom('users').select('id').where('username', '=', 'keeper').executeTakeFirstOrThrow()).id
    twin = (await admin('POST', '/api/v1/dataset/', { database, table_name: 'twin', schema: 'main', sql: 'SELECT * FROM visits' })).body.id
    // A second dataset over the table itself, as an older store may hold one.
    await point(twin, { sql: null, table_name: 'VISITS' })
    overView = (await admin('POST', '/api/v1/dataset/', { database, table_name: 'shown', schema: 'main', sql: 'SELECT place FROM visits' })).body.id
    for (const dataset_id of [visits, overSql, twin, overView])
      await server.deps.db.insertInto('dataset_owners').values({ dataset_id, user_id: ownerId }).execute()
    for (const [, way] of ways) await way(owner)
    await close(visits)
  })
  afterAll(() => close(visits, null))

  test.each(ways)('%s', async (_, way) => {
    const excel = async (call: TestCall) => ask(call, byPlace, { result_format: 'xlsx' })
    expect(placesIn(await way(admin))).toEqual(['north', 'south'])
    for (const call of [owner, north]) expectClosed(_ === 'Excel' ? await excel(call) : await way(call))
  })

  test('another dataset over the same table, and what metrics and conditions read of it', async () => {
    expectClosed(await ask(owner, { columns: ['place'] }, {}, twin))
    expectClosed(await owner('GET', `/api/v1/datasource/table/${twin}/column/place/values/`))
    for (const sql of [
      'SELECT 1 UNION SELECT id FROM main.visits',
      'WITH v AS (SELECT * FROM "VISITS") SELECT * FROM v',
      'SELECT (SELECT max(place) FROM visits)',
    ])
      expectClosed(await execute(owner, sql))
    await point(overView, { sql: 'SELECT place FROM visits' })
    expectClosed(await ask(owner, { columns: ['place'] }, {}, overView))
  })

  test('views, which may show its rows, by whatever name they were opened', async () => {
    for (const sql of ['SELECT place FROM recent', 'SELECT * FROM (SELECT * FROM main.recent) AS r']) expectClosed(await execute(owner, sql))
    await point(overView, { sql: 'SELECT place FROM recent' })
    expectClosed(await ask(owner, { columns: ['place'] }, {}, overView))
    await point(overView, { sql: null, table_name: 'recent' })
    expectClosed(await ask(owner, { columns: ['place'] }, {}, overView))
    expect(placesIn(await ask(admin, { columns: ['place'] }, {}, overView))).toEqual(['north', 'south'])
    // Other tables are read as before.
    expect((await execute(owner, 'SELECT word FROM other.secrets')).status).toBe(200)
  })

  test('guests and people whom a dashboard opens it to', async () => {
    const role = (await admin('POST', '/api/v1/security/roles/', { name: 'board' })).body.id
    const dashboard = (await admin('POST', '/api/v1/dashboard/', { dashboard_title: 'board', published: true, roles: [role] })).body.id
    await admin('PUT', `/api/v1/chart/${chart}`, { dashboards: [dashboard] })
    const { uuid } = (await admin('POST', `/api/v1/dashboard/${dashboard}/embedded`, { allowed_domains: [] })).body.result
    const asked = { user: { username: 'guest' }, resources: [{ type: 'dashboard', id: uuid }], rls: [] }
    const { token } = (await admin('POST', '/api/v1/security/guest_token/', asked)).body
    const guest: TestCall = Object.assign(
      (...[method, path, body, headers]: Parameters<TestCall>) => server.anonymous()(method, path, body, { ...headers, 'x-guesttoken': token }),
      { jar: new Map<string, string>(), csrf: undefined },
    )
    const reader = await server.as('reader', 'board', 'Gamma')
    const form_data = { dashboardId: dashboard, slice_id: chart }
    await close(visits, null)
    for (const call of [guest, reader]) expect(placesIn(await ask(call, byPlace, { form_data }))).toEqual(['north', 'south'])
    await close(visits)
    for (const call of [guest, reader]) expectClosed(await ask(call, byPlace, { form_data }))
  })

  test('what was kept before it was closed', async () => {
    await close(visits, null)
    const ran = await execute(owner, 'SELECT place FROM visits ORDER BY id')
    await close(visits)
    const kept = await owner('GET', `/api/v1/sqllab/results/?q=(key:'${ran.body.query.resultsKey}')`)
    expect([kept.status === 200, /north|south/.test(kept.text)]).toEqual([false, false])
    const file = await owner('GET', `/api/v1/sqllab/export/${ran.body.query.id}/`)
    expect([file.status === 200, /north/.test(file.text)]).toEqual([false, false])
    const source = await owner('POST', '/api/v1/chart/data', { datasource: { id: ran.body.query_id, type: 'query' }, queries: [{ columns: ['place'] }] })
    expectClosed(source)
  })

  test('pictures of a chart, though one was drawn before', async () => {
    const { thumbnail_url: address } = (await admin('GET', `/api/v1/chart/${chart}`)).body.result
    await close(visits, null)
    const before = await owner('GET', address)
    expect(before.headers['content-type']).toBe('image/png')
    await close(visits)
    const after = await owner('GET', address)
    expect(after.bytes.equals(before.bytes)).toBe(false)
  })

  test('its owner cannot rid it of its closure', async () => {
    const stored = () => server.deps.db.selectFrom('datasets').selectAll().where('id', '=', visits).executeTakeFirst()
    const before = await stored()
    const refusals = [
      await owner('DELETE', `/api/v1/dataset/${visits}`),
      await owner('DELETE', `/api/v1/dataset/?q=!(${visits})`),
      await owner('PUT', `/api/v1/dataset/${visits}`, { table_name: 'other' }),
      await owner('PUT', `/api/v1/dataset/${visits}`, { sql: 'SELECT 1 AS one' }),
      await owner('POST', '/api/v1/dataset/', { database, table_name: 'visits', schema: 'MAIN' }),
      await owner('POST', '/api/v1/dataset/', { database, table_name: 'fresh', schema: 'main', sql: 'SELECT * FROM visits' }),
      await owner('POST', `/api/v1/dataset/${visits}/open`),
      await north('POST', `/api/v1/dataset/${visits}/open`),
    ]
    expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 403, 403])
    expect(await stored()).toEqual(before)
    // Nor with a bundle that puts something else in its place, or brings the same again.
    const bundle = (await owner('GET', `/api/v1/dataset/export/?q=!(${visits})`)).bytes
    const files = Object.entries(await filesOf(bundle))
    const retold = (change: (file: Record<string, unknown>) => Record<string, unknown>) =>
      zipOf(Object.fromEntries(files.map(([path, file]) => [path, JSON.stringify(path.startsWith('datasets/') ? change(file) : file)])))
    expect((await takeIn(owner, 'dataset', await retold((file) => ({ ...file, sql: 'SELECT 1 AS one' })), { overwrite: 'true' })).status).toBe(422)
    const another = await retold((file) => ({ ...file, uuid: crypto.randomUUID(), table_name: 'Visits' }))
    expect((await takeIn(owner, 'dataset', another, { overwrite: 'true' })).status).toBe(422)
    expect((await takeIn(owner, 'dataset', bundle, { overwrite: 'true' })).status).toBe(200)
    expect((await stored())?.closed_because).toBe(why)
    // A field that is not for people to set is not set, and other changes leave it closed.
    expect((await owner('PUT', `/api/v1/dataset/${visits}`, { closed_because: null })).status).toBe(422)
    expect((await owner('PUT', `/api/v1/dataset/${visits}`, { description: 'visits of two places' })).status).toBe(200)
    expect((await stored())?.closed_because).toBe(why)
  })

  test('a copy of a closed dataset over SQL is as closed', async () => {
    // Its table is open: nothing else closes it.
    await close(visits, null)
    await close(overSql)
    const copy = await owner('POST', '/api/v1/dataset/duplicate', { base_model_id: overSql, table_name: 'copied' })
    expect(copy.status).toBe(201)
    expectClosed(await ask(owner, byPlace, {}, copy.body.id))
    expectClosed(await ask(owner, byPlace, {}, overSql))
    expectClosed(await execute(owner, `SELECT place FROM {{ dataset(${overSql}) }}`))
    expect((await owner('DELETE', `/api/v1/dataset/${overSql}`)).status).toBe(403)
    await close(overSql, null)
    await close(visits)
  })

  test('an administrator opens it, once and for all, and the log tells', async () => {
    const shown = async (call: TestCall) => (await call('GET', `/api/v1/dataset/${visits}`)).body.result.closed_because
    const listed = (await owner('GET', '/api/v1/dataset/?q=(page_size:100)')).body.result as { id: number; closed_because: string | null }[]
    expect([await shown(owner), listed.find(({ id }) => id === visits)?.closed_because, listed.find(({ id }) => id === overSql)?.closed_because]).toEqual([
      why,
      why,
      null,
    ])
    expect((await admin('POST', `/api/v1/dataset/${visits}/open`)).body).toEqual({ message: 'OK', id: visits })
    expect((await admin('POST', `/api/v1/dataset/${visits}/open`)).status).toBe(200)
    expect(await shown(owner)).toBe(null)
    expect(placesIn(await ask(owner, byPlace))).toEqual(['north', 'south'])
    expect(placesIn(await ask(north, byPlace))).toEqual(['north'])
    await server.deps.events.flush()
    const logged = await server.deps.db.selectFrom('logs').select(['action', 'json']).where('action', 'like', '%open%').execute()
    expect(logged.length).toBeGreaterThan(0)
  })
})
