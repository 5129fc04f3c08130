import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { takeIn, zipOf } from '../../testing/bundles.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

/** Counts whoever knocks, says nothing and hangs up. */
let trap: Server
let port = 0
let knocks = 0
let server: TestApp
let admin: TestCall
beforeAll(async () => {
  trap = createServer((socket) => {
    knocks++
    socket.on('error', () => undefined)
    socket.destroy()
  })
  await new Promise<void>((listening) => trap.listen(0, '127.0.0.1', listening))
  port = (trap.address() as { port: number }).port
  server = await openTestApp({ env: { SIGHTLINE_FEATURE_SSH_TUNNELING: 'true' } })
  admin = await server.as('admin')
})
afterAll(async () => {
  await server.close()
  await new Promise((closed) => trap.close(closed))
})
beforeEach(() => (knocks = 0))

let number = 0
const next = () => `00000000-0000-4000-8000-${String(++number).padStart(12, '0')}`

/** A bundle with a database at this address, a dataset and a chart over it. Answers the ids. */
async function bring(sqlalchemy_uri: string, more: { readonly database?: object; readonly dataset?: object; readonly passwords?: string } = {}) {
  const [database, dataset, chart] = [next(), next(), next()]
  const version = '1.0.0'
  const bundle = await zipOf({
    'metadata.yaml': stringify({ version, type: 'Slice' }),
    'databases/far.yaml': stringify({ database_name: `far ${database}`, sqlalchemy_uri, uuid: database, version, ...more.database }),
    'datasets/far/t.yaml': stringify({
      table_name: 't',
      schema: 'public',
      uuid: dataset,
      database_uuid: database,
      version,
      columns: [{ column_name: 'a', type: 'TEXT' }],
      metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
      ...more.dataset,
    }),
    'charts/c_1.yaml': stringify({
      slice_name: 'c',
      viz_type: 'table',
      params: { viz_type: 'table', query_mode: 'raw', all_columns: ['a'] },
      query_context: JSON.stringify({ datasource: { id: 1, type: 'table' }, queries: [{ columns: ['a'] }] }),
      uuid: chart,
      dataset_uuid: dataset,
      version,
    }),
  })
  const reply = await takeIn(admin, 'chart', bundle, more.passwords ? { passwords: JSON.stringify({ 'databases/far.yaml': more.passwords }) } : {})
  expect([reply.status, reply.body.message], `${sqlalchemy_uri} ${reply.text}`).toEqual([200, 'OK'])
  const idOf = async (table: 'databases' | 'datasets' | 'charts', uuid: string) =>
    (await server.deps.db.selectFrom(table).select('id').where('uuid', '=', uuid).executeTakeFirstOrThrow()).id
  const notes = (reply.body.notes ?? []) as readonly string[]
  return { notes, database: await idOf('databases', database), dataset: await idOf('datasets', dataset), chart: await idOf('charts', chart) }
}

/** Every way in which the program would open a database for somebody. */
async function tryAll({ database, dataset, chart }: { readonly database: number; readonly dataset: number; readonly chart: number }): Promise<number[]> {
  const { result } = (await admin('GET', `/api/v1/database/${database}/connection`)).body
  const address = { database_name: result.database_name, sqlalchemy_uri: result.sqlalchemy_uri }
  const context = { datasource: { id: dataset, type: 'table' }, queries: [{ columns: ['a'], row_limit: 1 }], result_format: 'json', result_type: 'full' }
  const calls = [
    admin('GET', `/api/v1/database/${database}/schemas/?q=(force:!t)`),
    admin('GET', `/api/v1/database/${database}/tables/?q=(schema_name:public,force:!t)`),
    admin('GET', `/api/v1/database/${database}/table/t/public/`),
    admin('GET', `/api/v1/database/${database}/select_star/t/public/`),
    admin('POST', '/api/v1/database/test_connection/', address),
    admin('POST', '/api/v1/sqllab/execute/', { database_id: database, sql: 'SELECT 1', schema: 'public' }),
    admin('POST', '/api/v1/sqllab/estimate/', { database_id: database, sql: 'SELECT 1' }),
    admin('PUT', `/api/v1/dataset/${dataset}/refresh`),
    admin('GET', `/datasource/external_metadata/table/${dataset}/`),
    admin('POST', `/datasource/samples?datasource_id=${dataset}&datasource_type=table`, {}),
    admin('GET', `/api/v1/datasource/table/${dataset}/column/a/values/`),
    admin('POST', '/api/v1/chart/data', context),
    admin('GET', `/api/v1/chart/${chart}/data/`),
    admin('PUT', '/api/v1/chart/warm_up_cache', { chart_id: chart }),
    admin('PUT', `/api/v1/database/${database}`, { database_name: `${result.database_name} again`, sqlalchemy_uri: result.sqlalchemy_uri }),
  ]
  // One of them answers for many charts, and says of each what became of it.
  return (await Promise.all(calls)).map(({ status, body }) => (body?.result?.[0]?.viz_error ? 400 : status))
}

test('T17 T18 taking in a bundle opens nothing, fetches nothing and resolves nothing that it names', async () => {
  const web = `http://127.0.0.1:${port}/`
  const tunnel = { server_address: '127.0.0.1', server_port: port, username: 'u', password: 'p' }
  const extras = { external_url: web, extra: { engine_params: { connect_args: { init_command: 'SELECT 1' } }, metadata_params: { url: web } } }
  await bring(`postgresql://u@127.0.0.1:${port}/x`, { database: { ...extras }, dataset: { data: `${web}rows.csv.gz`, data_file: web, default_endpoint: web } })
  await bring(`postgresql://u@127.0.0.1:${port}/x`, { database: { ssh_tunnel: tunnel } })
  await bring(`mysql://u@127.0.0.1:${port}/x`)
  await bring(`trino://u@127.0.0.1:${port}/x`)
  await bring(`clickhousedb://u@127.0.0.1:${port}/x`)
  expect(knocks).toBe(0)
})

test('T17 an address that its connector refuses is never opened, by whatever call and however it is sent again', async () => {
  const at = `127.0.0.1:${port}`
  const addresses = [
    `postgresql://u:XXXXXXXXXX@${at}/x?options=-c%20session_preload_libraries%3Devil`,
    `postgresql://u:XXXXXXXXXX@${at}/x?host=/var/run/postgresql`,
    `postgresql://u:XXXXXXXXXX@%2Fvar%2Frun%2Fpostgresql/x`,
    `postgresql://u:XXXXXXXXXX@${at}/x?sslkey=/etc/ssl/private/key.pem`,
    `mysql+mysqldb://u:XXXXXXXXXX@${at}/x?local_infile=1`,
    `mysql://u:XXXXXXXXXX@${at}/x?unix_socket=/tmp/mysql.sock`,
    `mysql://u:XXXXXXXXXX@${at}/x?init_command=DROP%20TABLE%20t`,
    `mysql://u:XXXXXXXXXX@${at}/x?read_default_file=/root/.my.cnf`,
    `clickhousedb://u:XXXXXXXXXX@${at}/x?allow_introspection_functions=1`,
    `redshift+psycopg2://u:XXXXXXXXXX@${at}/x`,
    `bigquery://project/x?credentials_path=/etc/passwd`,
    'sqlite:////etc/passwd',
    'sqlite:///../../metadata.db',
    'duckdb:////etc/passwd',
    'duckdb:///:memory:?access_mode=read_write',
  ]
  for (const address of addresses) {
    const brought = await bring(address, { passwords: 's3cret' })
    const isFile = /^(sqlite|duckdb)/.test(address)
    // The schemas of a file are known without opening it.
    const statuses = (await tryAll(brought)).slice(isFile ? 1 : 0)
    expect(Math.min(...statuses), `${address} ${statuses.join(' ')}`).toBeGreaterThanOrEqual(400)
    expect(Math.max(...statuses), `${address} ${statuses.join(' ')}`).toBeLessThan(500)
    // Said when it came, unless only opening tells: a file is looked for when it is opened.
    if (!isFile) expect(brought.notes.join(), address).toContain('cannot be used')
  }
  expect(knocks).toBe(0)
}, 180_000)

test('T17 the calls above are the ones that open: with an address that is allowed the same ones knock', async () => {
  const brought = await bring(`postgresql://u:XXXXXXXXXX@127.0.0.1:${port}/x`, { passwords: 's3cret' })
  expect(knocks).toBe(0)
  await tryAll(brought)
  expect(knocks).toBeGreaterThan(0)
})

test('T12 T17 the password of a database that is here is not sent to another address, whatever a bundle or a test calls it', async () => {
  const { database } = await bring('postgresql://u:XXXXXXXXXX@db.invalid:5432/x', { passwords: 's3cret' })
  const { uuid, database_name } = await server.deps.db.selectFrom('databases').selectAll().where('id', '=', database).executeTakeFirstOrThrow()
  const elsewhere = `postgresql://u:XXXXXXXXXX@127.0.0.1:${port}/x`
  const tunnel = { server_address: '127.0.0.1', server_port: port, username: 'u', password: 'p' }
  for (const file of [
    { database_name, uuid, sqlalchemy_uri: elsewhere },
    { database_name, uuid: next(), sqlalchemy_uri: elsewhere },
    { database_name: 'other', uuid, sqlalchemy_uri: elsewhere },
    // The same address by another way: through a machine of the sender's.
    { database_name, uuid, sqlalchemy_uri: 'postgresql://u:XXXXXXXXXX@db.invalid:5432/x', ssh_tunnel: tunnel },
  ]) {
    const bundle = await zipOf({ 'metadata.yaml': 'version: 1.0.0\ntype: Database\n', 'databases/d.yaml': stringify({ ...file, version: '1.0.0' }) })
    const reply = await takeIn(admin, 'database', bundle, { overwrite: 'true' })
    expect(reply.body.errors?.[0].extra['databases/d.yaml'], JSON.stringify(file)).toEqual({ _schema: ['Must provide a password for the database'] })
  }
  const kept = await server.deps.db.selectFrom('databases').selectAll().where('id', '=', database).executeTakeFirstOrThrow()
  expect([kept.uri, server.deps.secrets.decrypt(kept.password!)]).toEqual(['postgresql://u:XXXXXXXXXX@db.invalid:5432/x', 's3cret'])
  expect(knocks).toBe(0)
})
