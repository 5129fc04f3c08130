import { afterAll, beforeAll, expect, test } from 'vitest'
import { stringify as print } from 'yaml'
import { comparable, filesOf, takeIn, zipOf } from '../../testing/bundles.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
let alpha: TestCall
beforeAll(async () => {
  server = await openTestApp({ env: { SIGHTLINE_FEATURE_SSH_TUNNELING: 'true' } })
  ;[admin, alpha] = [await server.as('admin'), await server.as('alpha')]
})
afterAll(() => server.close())

/** As the programs print it that write bundles: what older readers take for something else is quoted. */
const stringify = (content: object) => print(content, { compat: 'yaml-1.1' })
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const database = {
  database_name: 'Shop data',
  sqlalchemy_uri: 'postgresql+psycopg2://reader:XXXXXXXXXX@db.invalid:5432/shop',
  cache_timeout: null,
  expose_in_sqllab: true,
  allow_run_async: false,
  allow_ctas: false,
  allow_cvas: false,
  allow_dml: false,
  allow_csv_upload: true,
  extra: { metadata_params: {}, schemas_allowed_for_csv_upload: ['public'], from_the_future: { a: [1] } },
  uuid: id(1),
  version: '1.0.0',
}
const dataset = {
  table_name: 'orders',
  main_dttm_col: 'at',
  schema: 'public',
  sql: null,
  params: { hidden: 1 },
  template_params: { region: 'north' },
  extra: { certification: { certified_by: 'us' } },
  uuid: id(2),
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)', currency: { symbol: 'EUR', symbolPosition: 'prefix' }, uuid: id(20) }],
  columns: [
    { column_name: 'at', is_dttm: true, type: 'TIMESTAMP', datetime_format: '%Y' },
    { column_name: 'on', type: 'TEXT', verbose_name: 'no', description: '12:30' },
  ],
  folders: [{ name: 'f' }],
  version: '1.0.0',
  database_uuid: id(1),
}
const chart = (number: number, more: object = {}) => ({
  slice_name: `Chart ${number}`,
  viz_type: 'not_known_here',
  params: { viz_type: 'not_known_here', strange_control: { deep: [null, 'x'] }, annotation_layers: [{ annotationType: 'EVENT', value: 7 }] },
  query_context: '{"datasource":{"id":9,"type":"table"},"queries":[{"columns":[]}],"form_data":{"datasource":"9__table"}}',
  uuid: id(number),
  version: '1.0.0',
  dataset_uuid: id(2),
  tags: ['a'],
  ...more,
})
const block = (number: number, oldId: number) => ({
  type: 'CHART',
  id: `CHART-${number}`,
  children: [],
  meta: { chartId: oldId, uuid: id(number), width: 4, height: 50 },
})
const dashboard = {
  dashboard_title: 'Board',
  css: '',
  slug: 'board',
  published: true,
  uuid: id(5),
  position: {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['CHART-3', 'CHART-4'], parents: ['ROOT_ID'] },
    'CHART-3': block(3, 71),
    'CHART-4': block(4, 72),
    'X-1': { type: 'NOT_KNOWN_HERE', id: 'X-1', meta: { any: true } },
  },
  metadata: {
    native_filter_configuration: [
      { id: 'F', scope: { rootPath: ['ROOT_ID'], excluded: [72, 999] }, chartsInScope: [71], targets: [{ datasetUuid: id(2), column: { name: 'on' } }] },
    ],
    timed_refresh_immune_slices: [71, 999],
    expanded_slices: { 71: true, 999: true },
    filter_scopes: { 72: { on: { scope: ['ROOT_ID'], immune: [71, 999] } } },
    default_filters: '{"71": {"on": ["a"]}}',
    chart_configuration: { 71: { id: 71, crossFilters: { scope: 'global', chartsInScope: [72] } } },
    not_known_here: [1, { two: 2 }],
  },
  theme_uuid: id(77),
  version: '1.0.0',
}
const whole = (type = 'Dashboard') => ({
  'metadata.yaml': stringify({ version: '1.0.0', type, timestamp: '2024-01-01T00:00:00+00:00' }),
  'databases/Shop_data.yaml': stringify(database),
  'datasets/Shop_data/orders.yaml': stringify(dataset),
  'charts/Chart_3_71.yaml': stringify(chart(3)),
  'charts/Chart_4_72.yaml': stringify(chart(4)),
  'dashboards/Board_1.yaml': stringify(dashboard),
})
const passwords = { passwords: '{"databases/Shop_data.yaml": "s3cret"}' }

const tables = [
  'databases',
  'ssh_tunnels',
  'datasets',
  'dataset_columns',
  'dataset_metrics',
  'charts',
  'dashboards',
  'saved_queries',
  'key_value',
  'permissions',
] as const
const counts = async () => {
  const all: Record<string, number> = {}
  for (const table of tables) all[table] = (await server.deps.db.selectFrom(table).select('id').execute()).length
  return all
}
const exported = async (call: TestCall, address: string) => {
  const reply = await call('GET', address)
  expect(reply.status, reply.text.slice(0, 300)).toBe(200)
  return reply.bytes
}
const wipe = async () => {
  for (const table of ['dashboard_charts', 'dashboards', 'charts', 'datasets', 'databases', 'key_value'] as const)
    await server.deps.db.deleteFrom(table).execute()
}

test('EXP-7.23 a dashboard comes in with all it needs, and everything in it means the same here', async () => {
  const bundle = await zipOf(whole())
  const asked = await takeIn(admin, 'dashboard', bundle)
  expect([asked.status, asked.body.errors[0].message]).toEqual([422, 'Error importing dashboard'])
  expect(asked.body.errors[0].extra['databases/Shop_data.yaml']).toEqual({ _schema: ['Must provide a password for the database'] })
  expect((await takeIn(admin, 'dashboard', bundle, passwords)).body).toEqual({ message: 'OK' })

  const { result: board } = (await admin('GET', '/api/v1/dashboard/board')).body
  const charts = await server.deps.db.selectFrom('charts').selectAll().orderBy('slice_name').execute()
  const [first, second] = charts.map((row) => row.id)
  const [set] = await server.deps.db.selectFrom('datasets').selectAll().execute()
  const metadata = JSON.parse(board.json_metadata)
  expect(metadata).toMatchObject({
    timed_refresh_immune_slices: [first],
    expanded_slices: { [first!]: true },
    filter_scopes: { [second!]: { on: { immune: [first] } } },
    default_filters: `{"${first}": {"on": ["a"]}}`,
    chart_configuration: { [first!]: { id: first, crossFilters: { scope: 'global', chartsInScope: [second] } } },
    not_known_here: [1, { two: 2 }],
  })
  expect(metadata.native_filter_configuration[0]).toMatchObject({ scope: { excluded: [second] }, chartsInScope: [first], targets: [{ datasetId: set!.id }] })
  expect(JSON.parse(board.position_json)['CHART-4'].meta).toMatchObject({ chartId: second, uuid: id(4) })
  expect(JSON.parse(charts[0]!.params!)).toMatchObject({ datasource: `${set!.id}__table`, strange_control: { deep: [null, 'x'] } })
  expect(JSON.parse(charts[0]!.query_context!)).toMatchObject({ datasource: { id: set!.id }, form_data: { datasource: `${set!.id}__table` } })
  expect(board.owners).toMatchObject([{ id: await server.userId('admin') }])
  const row = await server.deps.db.selectFrom('databases').selectAll().executeTakeFirstOrThrow()
  expect([row.allow_file_upload, JSON.parse(row.extra).schemas_allowed_for_file_upload]).toEqual([true, ['public']])
  expect(server.deps.secrets.decrypt(row.password!)).toBe('s3cret')
})

test('EXP-7.23 what is there already is told, and with overwrite the one kind is replaced while the rest stays', async () => {
  const bundle = await zipOf({
    ...whole(),
    'datasets/Shop_data/orders.yaml': stringify({ ...dataset, description: 'other' }),
    'dashboards/Board_1.yaml': stringify({ ...dashboard, dashboard_title: 'New name' }),
  })
  const told = await takeIn(admin, 'dashboard', bundle)
  expect(told.body.errors[0].extra).toMatchObject({ 'dashboards/Board_1.yaml': 'Dashboard already exists and `overwrite=true` was not passed' })
  expect((await takeIn(admin, 'dashboard', bundle, { overwrite: 'true' })).body).toEqual({ message: 'OK' })
  expect((await server.deps.db.selectFrom('dashboards').select('dashboard_title').execute()).map((row) => row.dashboard_title)).toEqual(['New name'])
  expect((await server.deps.db.selectFrom('datasets').select('description').execute()).map((row) => row.description)).toEqual([null])
  const sets = await zipOf({
    ...whole('SqlaTable'),
    'datasets/Shop_data/orders.yaml': stringify({ ...dataset, description: 'other', columns: dataset.columns.slice(1) }),
  })
  expect((await takeIn(admin, 'dataset', sets, { overwrite: 'true' })).body).toEqual({ message: 'OK' })
  expect((await server.deps.db.selectFrom('dataset_columns').select('column_name').execute()).map((row) => row.column_name)).toEqual(['on'])
  expect((await takeIn(admin, 'dataset', await zipOf(whole('SqlaTable')), { overwrite: 'true' })).status).toBe(200)
})

test('T31 export, import, export gives equal files, also of what is not known here', async () => {
  const [board] = await server.deps.db.selectFrom('dashboards').select('id').execute()
  const first = await exported(admin, `/api/v1/dashboard/export/?q=!(${board!.id})`)
  const files = await filesOf(first)
  expect(
    Object.keys(files)
      .map((path) => path.replace(/_\d+\.yaml/, '_N.yaml'))
      .toSorted(),
  ).toEqual([
    'charts/Chart_3_N.yaml',
    'charts/Chart_4_N.yaml',
    'dashboards/New_name_N.yaml',
    'databases/Shop_data.yaml',
    'datasets/Shop_data/orders.yaml',
    'metadata.yaml',
  ])
  const orders = files['datasets/Shop_data/orders.yaml']
  expect(orders).toMatchObject({ folders: [{ name: 'f' }], params: { hidden: 1 }, template_params: { region: 'north' }, uuid: id(2), database_uuid: id(1) })
  expect(orders.columns[0]).toMatchObject({ column_name: 'at', datetime_format: '%Y' })
  expect(orders.metrics[0]).toMatchObject({ uuid: id(20), currency: { symbol: 'EUR' } })
  const picture = Object.entries(files).find(([path]) => path.startsWith('charts/Chart_3'))![1]
  expect(picture).toMatchObject({ viz_type: 'not_known_here', tags: ['a'], params: chart(3).params })
  expect(Object.entries(files).find(([path]) => path.startsWith('dashboards/'))![1]).toMatchObject({
    theme_uuid: id(77),
    position: { 'X-1': dashboard.position['X-1'] },
  })
  expect(files['databases/Shop_data.yaml'].sqlalchemy_uri).toBe(database.sqlalchemy_uri)

  await wipe()
  expect((await takeIn(admin, 'dashboard', first, passwords)).body).toEqual({ message: 'OK' })
  const [again] = await server.deps.db.selectFrom('dashboards').select('id').execute()
  const second = await exported(admin, `/api/v1/dashboard/export/?q=!(${again!.id})`)
  expect(await comparable(second)).toEqual(await comparable(first))

  const everything = await exported(admin, '/api/v1/assets/export/')
  expect((await filesOf(everything))['metadata.yaml'].type).toBe('assets')
  expect((await takeIn(admin, 'assets', everything)).body).toEqual({ message: 'OK' })
  expect(await comparable(await exported(admin, '/api/v1/assets/export/'))).toEqual(await comparable(everything))
})

test('T31 texts that older readers of YAML take for something else are quoted', async () => {
  const reply = await exported(admin, '/api/v1/assets/export/')
  const { readZip } = await import('../../files/read-zip.ts')
  const entries = await readZip(reply, { entries: 100, bytesPerFile: 2 ** 20, ratio: 1000 }, (name) => name.endsWith('orders.yaml'))
  const text = Buffer.from(entries[0]!.bytes).toString('utf8')
  expect(text).toContain('column_name: "on"')
  expect(text).toContain('verbose_name: "no"')
  expect(text).toContain('description: "12:30"')
})

test('T12 nobody replaces or reaches through a bundle what is not his', async () => {
  const before = await counts()
  const hostile = stringify(chart(3, { slice_name: 'taken', owners: [1], roles: [1], created_by: 'me' }))
  const charts = await zipOf({ ...whole('Slice'), 'charts/Chart_3_71.yaml': hostile })
  const over = await takeIn(alpha, 'chart', charts, { overwrite: 'true' })
  expect([over.status, over.body.errors[0].extra['charts/Chart_3_71.yaml']]).toEqual([
    422,
    "A chart already exists and user doesn't have permissions to overwrite it",
  ])
  const board = await takeIn(alpha, 'dashboard', await zipOf(whole()), { overwrite: 'true' })
  expect(board.body.errors[0].extra['dashboards/Board_1.yaml']).toBe("A dashboard already exists and user doesn't have permissions to overwrite it")
  // Neither under another uuid, by the name of the table or the slug.
  const sets = await takeIn(
    alpha,
    'dataset',
    await zipOf({ ...whole('SqlaTable'), 'datasets/Shop_data/orders.yaml': stringify({ ...dataset, uuid: id(90) }) }),
    { overwrite: 'true' },
  )
  expect(sets.body.errors[0].extra['datasets/Shop_data/orders.yaml']).toBe("A dataset already exists and user doesn't have permissions to overwrite it")
  const slug = await takeIn(alpha, 'dashboard', await zipOf({ ...whole(), 'dashboards/Board_1.yaml': stringify({ ...dashboard, uuid: id(91) }) }), {
    overwrite: 'true',
  })
  expect(slug.status).toBe(422)
  expect(await counts()).toEqual(before)
  // A new chart is the importer's, whatever the file says.
  expect(
    (
      await takeIn(
        alpha,
        'chart',
        await zipOf({ ...whole('Slice'), 'charts/Chart_3_71.yaml': stringify(chart(60, { owners: [1] })), 'charts/Chart_4_72.yaml': stringify(chart(61)) }),
      )
    ).status,
  ).toBe(200)
  const made = await server.deps.db
    .selectFrom('charts')
    .innerJoin('chart_owners', 'chart_id', 'charts.id')
    .select('user_id')
    .where('uuid', '=', id(60))
    .execute()
  expect(made).toEqual([{ user_id: await server.userId('alpha') }])
  await server.deps.db
    .deleteFrom('charts')
    .where('uuid', 'in', [id(60), id(61)])
    .execute()
})

test('T12 nobody opens through a bundle data that he may not read himself', async () => {
  const writing = { permission_name: 'can_write', view_name: 'Dataset' }
  const pair = await server.deps.db
    .selectFrom('permissions')
    .select('id')
    .where('permission_name', '=', 'can_write')
    .where('view_name', '=', 'Dataset')
    .executeTakeFirst()
  const permission_id = pair?.id ?? (await server.deps.db.insertInto('permissions').values(writing).returning('id').executeTakeFirstOrThrow()).id
  const role = await server.deps.db.insertInto('roles').values({ name: 'Datasets' }).returning('id').executeTakeFirstOrThrow()
  await server.deps.db.insertInto('role_permissions').values({ role_id: role.id, permission_id }).execute()
  const maker = await server.as('maker', 'Gamma', 'Datasets')
  const before = await counts()
  const faultsOf = async (kind: string, files: Readonly<Record<string, string>>) => {
    const reply = await takeIn(maker, kind, await zipOf(files))
    expect(reply.status, reply.text.slice(0, 300)).toBe(422)
    return reply.body.errors[0].extra
  }
  // A chart over the dataset of others, a dashboard that shows their chart, a dataset over another of their tables, one with an expression that reads it.
  const fresh = { ...whole('Slice'), 'charts/Chart_3_71.yaml': stringify(chart(60)), 'charts/Chart_4_72.yaml': stringify(chart(61)) }
  expect(await faultsOf('chart', fresh)).toMatchObject({ 'charts/Chart_3_71.yaml': expect.stringContaining("doesn't have permission to read it") })
  const board = { ...whole(), 'dashboards/Board_1.yaml': stringify({ ...dashboard, uuid: id(62), slug: 'mine' }) }
  expect(await faultsOf('dashboard', board)).toMatchObject({ 'charts/Chart_3_71.yaml': expect.stringContaining("doesn't have permission to show its data") })
  const { 'datasets/Shop_data/orders.yaml': _orders, ...rest } = whole('SqlaTable')
  const table = { ...rest, 'datasets/Shop_data/people.yaml': stringify({ ...dataset, table_name: 'people', uuid: id(63) }) }
  expect(await faultsOf('dataset', table)).toMatchObject({ 'datasets/Shop_data/people.yaml': expect.stringContaining('people') })
  const query = { ...rest, 'datasets/Shop_data/q.yaml': stringify({ ...dataset, table_name: 'q', sql: 'SELECT * FROM people', uuid: id(64) }) }
  expect(await faultsOf('dataset', query)).toMatchObject({ 'datasets/Shop_data/q.yaml': expect.stringContaining('people') })
  // Nor does he bring a database.
  const far = { ...whole('Slice'), 'databases/Shop_data.yaml': stringify({ ...database, uuid: id(65), database_name: 'Other' }) }
  expect(await faultsOf('chart', far)).toMatchObject({
    'databases/Shop_data.yaml': "Database doesn't exist and user doesn't have permission to create databases",
  })
  expect(await counts()).toEqual(before)
})

test('T12 a stored password stays with its address: another address in a bundle asks for one', async () => {
  const moved = { ...database, sqlalchemy_uri: 'postgresql+psycopg2://reader:XXXXXXXXXX@elsewhere.invalid:5432/shop' }
  const bundle = await zipOf({ ...whole('Database'), 'databases/Shop_data.yaml': stringify(moved) })
  const asked = await takeIn(admin, 'database', bundle, { overwrite: 'true' })
  expect(asked.body.errors[0].extra['databases/Shop_data.yaml']).toEqual({ _schema: ['Must provide a password for the database'] })
  expect((await takeIn(admin, 'database', await zipOf(whole('Database')), { overwrite: 'true' })).status).toBe(200)
  const row = await server.deps.db.selectFrom('databases').selectAll().where('uuid', '=', id(1)).executeTakeFirstOrThrow()
  expect(server.deps.secrets.decrypt(row.password!)).toBe('s3cret')
})

test('T12 a password that a client wrote into the file opens the database and is neither kept in the open nor leaves again', async () => {
  const uuid = id(91)
  const file = { ...database, uuid, database_name: 'Carried', password: 'carried s3cret' }
  const bundle = await zipOf({
    'metadata.yaml': stringify({ version: '1.0.0', type: 'assets', timestamp: '2024-01-01T00:00:00+00:00' }),
    'databases/Carried.yaml': stringify(file),
  })
  expect((await takeIn(admin, 'assets', bundle)).body).toEqual({ message: 'OK' })
  const row = await server.deps.db.selectFrom('databases').selectAll().where('uuid', '=', uuid).executeTakeFirstOrThrow()
  expect(server.deps.secrets.decrypt(row.password!)).toBe('carried s3cret')
  const kept = await server.deps.db.selectFrom('key_value').select('value').execute()
  expect(JSON.stringify(kept)).not.toContain('carried s3cret')
  const again = await filesOf(await exported(admin, `/api/v1/database/export/?q=!(${row.id})`))
  expect(again['databases/Carried.yaml']).not.toHaveProperty('password')
  // A mask in its place is no password: what is stored stays.
  const masked = { ...file, password: 'XXXXXXXXXX' }
  const second = await zipOf({
    'metadata.yaml': stringify({ version: '1.0.0', type: 'assets', timestamp: '2024-01-01T00:00:00+00:00' }),
    'databases/Carried.yaml': stringify(masked),
  })
  expect((await takeIn(admin, 'assets', second)).status).toBe(200)
  const after = await server.deps.db.selectFrom('databases').select('password').where('uuid', '=', uuid).executeTakeFirstOrThrow()
  expect(server.deps.secrets.decrypt(after.password!)).toBe('carried s3cret')
})

test('EXP-8.27 a tunnel asks for what its mask hides, and comes in when it is given', async () => {
  const tunnel = { server_address: 'jump.invalid', server_port: 22, username: 'j', private_key: 'XXXXXXXXXX', private_key_password: 'XXXXXXXXXX' }
  const far = { ...database, uuid: id(30), database_name: 'Far', sqlalchemy_uri: 'postgresql://r@far.invalid:5432/x', ssh_tunnel: tunnel }
  const bundle = await zipOf({ 'metadata.yaml': 'version: 1.0.0\ntype: Database\n', 'databases/Far.yaml': stringify(far) })
  const asked = await takeIn(admin, 'database', bundle)
  expect(asked.body.errors[0].extra['databases/Far.yaml']).toEqual({
    _schema: ['Must provide a private key for the ssh tunnel', 'Must provide a private key password for the ssh tunnel'],
  })
  const given = { ssh_tunnel_private_keys: '{"databases/Far.yaml": "key"}', ssh_tunnel_private_key_passwords: '{"databases/Far.yaml": "pass"}' }
  expect((await takeIn(admin, 'database', bundle, given)).body).toEqual({ message: 'OK' })
  const row = await server.deps.db.selectFrom('databases').select('id').where('uuid', '=', id(30)).executeTakeFirstOrThrow()
  const files = await filesOf(await exported(admin, `/api/v1/database/export/?q=!(${row.id})`))
  expect(files['databases/Far.yaml'].ssh_tunnel).toEqual(tunnel)
})

test('T17 T18 an address that nobody may open comes in, is told, and stays closed; nothing is fetched', async () => {
  const addresses = {
    'bigquery://project': /no connector for "bigquery"/,
    'mysql+mysqldb://u@far.invalid:3306/x?local_infile=1': /local_infile/,
    'postgresql://u@%2Fvar%2Frun%2Fpostgresql/x': /host/,
    'sqlite:////etc/passwd?mode=ro': /parameters/,
  }
  let number = 40
  for (const [address, words] of Object.entries(addresses)) {
    const file = { ...database, uuid: id(++number), database_name: `Closed ${number}`, sqlalchemy_uri: address }
    const set = { ...dataset, uuid: id(number + 100), database_uuid: file.uuid, data: 'http://169.254.169.254/latest' }
    const reply = await takeIn(
      admin,
      'dataset',
      await zipOf({ 'metadata.yaml': 'version: 1.0.0\n', 'databases/C.yaml': stringify(file), 'datasets/C/o.yaml': stringify(set) }),
    )
    expect([reply.status, reply.body.message], address).toEqual([200, 'OK'])
    expect(reply.body.notes[0]).toMatch(words)
    expect(reply.body.notes[1]).toContain('without its data')
    const row = await server.deps.db.selectFrom('databases').select(['id', 'uri']).where('uuid', '=', file.uuid).executeTakeFirstOrThrow()
    expect(row.uri).toBe(address)
    expect((await admin('GET', `/api/v1/database/${row.id}/schemas/`)).status).toBeGreaterThanOrEqual(400)
  }
})

test('who may not see an object cannot export it', async () => {
  const gamma = await server.as('gamma')
  const [picture] = await server.deps.db.selectFrom('charts').select('id').execute()
  for (const [resource, wanted] of [
    ['chart', picture!.id],
    ['dataset', 1],
    ['dashboard', 1],
    ['chart', 999_999],
  ] as const)
    expect((await gamma('GET', `/api/v1/${resource}/export/?q=!(${wanted})`)).status).toBeGreaterThanOrEqual(403)
})
