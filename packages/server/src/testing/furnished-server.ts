import type { AddressInfo } from 'node:net'
import { changeSampleFile } from './sample-database.ts'
import { openTestApp, type TestApp, type TestCall } from './test-app.ts'

/** The same rows in the files of two servers: a database that moves finds its tables again. */
export const shopTables = [
  'create table orders (id integer, place varchar, amount double, placed_on timestamp)',
  `insert into orders select range, case when range % 2 = 0 then 'north' else 'south' end, range, timestamp '2026-01-01' + to_days(range::int) from range(10)`,
  'create schema other',
  'create table other.orders (id integer, place varchar)',
  `insert into other.orders values (1, 'east')`,
]

export interface FurnishedServer {
  readonly server: TestApp
  /** Where it listens. */
  readonly address: string
  readonly admin: TestCall
  /** Their ids there. */
  readonly orders: number
  readonly otherOrders: number
  readonly chart: number
  readonly marked: number
  readonly dashboard: number
  readonly layer: number
}

/** A running server with everything that a move can bring. */
export async function openFurnishedServer(): Promise<FurnishedServer> {
  const server = await openTestApp({ env: { SIGHTLINE_FEATURE_DASHBOARD_RBAC: 'true' } })
  const admin = await server.as('admin')
  const make = async (path: string, body: unknown): Promise<number> => {
    const made = await admin('POST', path, body)
    if (made.status !== 201) throw new Error(`${path} answered ${made.status} ${made.text}`)
    return made.body.id
  }
  await changeSampleFile(server, 'shop', shopTables)
  const database = await make('/api/v1/database/', { database_name: 'shop', sqlalchemy_uri: 'duckdb:///shop.duckdb' })
  const role = await make('/api/v1/security/roles/', { name: 'only north' })
  const readers = await make('/api/v1/security/roles/', { name: 'board readers' })
  await server.as('keeper', 'Alpha')
  await server.as('gone', 'Alpha')
  await server.as('clerk', 'Alpha', 'sql_lab', 'only north')
  const [keeper, gone] = [await server.userId('keeper'), await server.userId('gone')]
  const orders = await make('/api/v1/dataset/', { database, table_name: 'orders', schema: 'main', owners: [keeper] })
  const otherOrders = await make('/api/v1/dataset/', { database, table_name: 'orders', schema: 'other', owners: [keeper, gone] })
  const overSql = await make('/api/v1/dataset/', { database, table_name: 'by place', schema: 'main', sql: 'SELECT place, amount FROM orders' })
  await make('/api/v1/rowlevelsecurity/', {
    name: 'north only',
    description: 'clerks see the north',
    filter_type: 'Regular',
    group_key: 'place',
    clause: 'place = \'{{ "north" }}\'',
    tables: [orders],
    roles: [role],
  })
  await make('/api/v1/rowlevelsecurity/', { name: 'nothing dear', filter_type: 'Base', clause: 'amount < 100', tables: [orders, overSql], roles: [readers] })
  // Ids that are others where they arrive.
  for (const name of ['one', 'two']) await make('/api/v1/annotation_layer/', { name, descr: null })
  const layer = await make('/api/v1/annotation_layer/', { name: 'holidays', descr: 'days off' })
  const marks = { start_dttm: '2026-01-03T00:00:00', end_dttm: '2026-01-04T00:00:00' }
  await make(`/api/v1/annotation_layer/${layer}/annotation/`, { ...marks, short_descr: 'fair', long_descr: 'the fair', json_metadata: '{"a": 1}' })
  await make(`/api/v1/annotation_layer/${layer}/annotation/`, { ...marks, short_descr: 'feast' })
  const marked = await make('/api/v1/chart/', chartOf('marked', orders, []))
  const layers = [
    { name: 'days off', annotationType: 'INTERVAL', sourceType: 'NATIVE', value: layer, show: true, style: 'solid' },
    { name: 'others', annotationType: 'EVENT', sourceType: 'table', value: marked, show: true, style: 'solid', titleColumn: 'place', timeColumn: 'placed_on' },
  ]
  const chart = await make('/api/v1/chart/', { ...chartOf('orders a day', orders, layers), owners: [keeper, gone] })
  const dashboard = await make('/api/v1/dashboard/', {
    dashboard_title: 'shop',
    slug: 'shop',
    published: true,
    owners: [keeper],
    roles: [readers],
    position_json: JSON.stringify(positionOf([chart, marked])),
    json_metadata: '{}',
  })
  for (const id of [chart, marked]) await admin('PUT', `/api/v1/chart/${id}`, { dashboards: [dashboard] })
  await make('/api/v1/css_template/', { template_name: 'dark', css: '.a { color: red }' })
  const query = await make('/api/v1/saved_query/', { label: 'north', db_id: database, schema: 'main', sql: 'SELECT 1' })
  const tagged = [
    ['chart', chart],
    ['dashboard', dashboard],
    ['dataset', orders],
    ['query', query],
  ]
  await admin('POST', '/api/v1/tag/', { name: 'weekly', description: 'looked at on Mondays', objects_to_tag: tagged })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.app.server.address() as AddressInfo
  return { server, admin, address: `http://127.0.0.1:${port}`, orders, otherOrders, chart, marked, dashboard, layer }
}

function chartOf(slice_name: string, dataset: number, annotation_layers: readonly unknown[]) {
  const form = { viz_type: 'table', datasource: `${dataset}__table`, query_mode: 'aggregate', groupby: ['place'], metrics: ['count'], annotation_layers }
  const query_context = {
    datasource: { id: dataset, type: 'table' },
    force: false,
    queries: [{ columns: ['place'], metrics: ['count'], annotation_layers }],
    form_data: form,
  }
  return {
    slice_name,
    viz_type: 'table',
    datasource_id: dataset,
    datasource_type: 'table',
    params: JSON.stringify(form),
    query_context: JSON.stringify(query_context),
  }
}

const positionOf = (charts: readonly number[]) => ({
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1'], parents: ['ROOT_ID'] },
  'ROW-1': {
    type: 'ROW',
    id: 'ROW-1',
    children: charts.map((id) => `CHART-${id}`),
    parents: ['ROOT_ID', 'GRID_ID'],
    meta: { background: 'BACKGROUND_TRANSPARENT' },
  },
  ...Object.fromEntries(
    charts.map((id) => [
      `CHART-${id}`,
      { type: 'CHART', id: `CHART-${id}`, children: [], parents: ['ROOT_ID', 'GRID_ID', 'ROW-1'], meta: { chartId: id, width: 4, height: 50, sliceName: 'x' } },
    ]),
  ),
})

/** Ids of layers and charts in forms are others on every server, and texts of JSON are printed anew. */
export const withoutLayerIds = (bundle: unknown): unknown =>
  JSON.parse(JSON.stringify(bundle).replace(/(\\?"value\\?": ?)\d+/g, '$10'), (key, value: unknown) =>
    key === 'query_context' && typeof value === 'string' ? (JSON.parse(value) as unknown) : value,
  )
