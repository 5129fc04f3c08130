import { must, type Sightline } from './sightline.ts'

/** The one account of the test server that needs its password. */
export const account = { username: 'sightline_password', password: 'open sesame/1' }

/** SQL of a dataset that is itself a template, which clients with templates of their own have to leave alone. */
export const templateSql = (schema: string): string =>
  `SELECT region, amount FROM ${schema}.orders WHERE amount > 5 {% if filter_values('region') %} AND region IN {{ filter_values('region')|where_in }} {% endif %}`

export interface Shop {
  readonly schema: string
  readonly database: { readonly id: number; readonly uuid: string }
  readonly orders: number
  readonly charts: readonly number[]
  readonly dashboard: number
  readonly close: () => Promise<void>
}

/** Tables on the test server, and in Sightline a database, two datasets, two charts, a dashboard, a saved query and a row rule over them. */
export async function fillShop(sightline: Sightline, operator: string): Promise<Shop> {
  const schema = `clients_${process.pid}_${Date.now().toString(36)}`
  const drop = await makeTables(sightline, operator, schema)
  const make = async (kind: string, body: object): Promise<number> => (await must(sightline, 'POST', `/api/v1/${kind}/`, body)).id

  const uri = new URL(operator)
  Object.assign(uri, account)
  const databaseId = await make('database', { database_name: 'warehouse', sqlalchemy_uri: uri.href, expose_in_sqllab: true })
  const { uuid } = (await must(sightline, 'GET', `/api/v1/database/${databaseId}`)).result
  const orders = await make('dataset', { database: databaseId, schema, table_name: 'orders' })
  await must(sightline, 'PUT', `/api/v1/dataset/${orders}`, {
    description: 'One row per order.',
    metrics: [{ metric_name: 'revenue', expression: 'SUM(amount)', d3format: ',.2f' }],
  })
  await make('dataset', { database: databaseId, schema, table_name: 'large orders', sql: templateSql(schema) })

  const source = { datasource_id: orders, datasource_type: 'table' }
  const form = (viz_type: string, more: object) => ({ datasource: `${orders}__table`, viz_type, metric: 'revenue', row_limit: 100, adhoc_filters: [], ...more })
  const chart = (slice_name: string, viz_type: string, more: object) => {
    const params = form(viz_type, more)
    const queries = [{ columns: ['region'], metrics: ['revenue'], row_limit: 100 }]
    const query_context = { datasource: { id: orders, type: 'table' }, force: false, queries, form_data: params, result_format: 'json', result_type: 'full' }
    return make('chart', { slice_name, viz_type, ...source, params: JSON.stringify(params), query_context: JSON.stringify(query_context) })
  }
  const charts = [await chart('Revenue by region', 'pie', { groupby: ['region'] }), await chart('Revenue', 'big_number_total', { subheader: 'so far' })]

  const dashboard = await make('dashboard', { dashboard_title: 'Shop', slug: 'shop', published: true })
  await must(sightline, 'PUT', `/api/v1/dashboard/${dashboard}`, { json_metadata: JSON.stringify({ ...filterOn(orders), positions: layOut(charts) }) })
  await make('saved_query', { label: 'North only', db_id: databaseId, schema, sql: "SELECT id FROM orders WHERE region = 'North' ORDER BY id" })
  return { schema, database: { id: databaseId, uuid }, orders, charts, dashboard, close: drop }
}

/** The schema and the account, made by Sightline itself as whoever may make them; the connection for that does not stay. */
async function makeTables(sightline: Sightline, operator: string, schema: string): Promise<() => Promise<void>> {
  const { username, password } = account
  await runAs(sightline, operator, async (run) => {
    await run(`CREATE SCHEMA ${schema}`)
    await run(`CREATE TABLE ${schema}.orders (id integer, region text, amount numeric(10,2), placed date)`)
    await run(
      `INSERT INTO ${schema}.orders VALUES (1, 'North', 10.50, '2024-01-01'), (2, 'South', 20.00, '2024-01-02'), (3, 'North', 5.25, '2024-02-01'), (4, 'Île 🙂', NULL, '2024-02-03')`,
    )
    const known = await run(`SELECT 1 AS one FROM pg_roles WHERE rolname = '${username}'`)
    await run(`${known.length > 0 ? 'ALTER' : 'CREATE'} ROLE ${username} LOGIN PASSWORD '${password}'`)
    await run(`GRANT USAGE ON SCHEMA ${schema} TO ${username}`)
    await run(`GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${username}`)
  })
  return () => runAs(sightline, operator, async (run) => void (await run(`DROP SCHEMA ${schema} CASCADE`)))
}

type Run = (sql: string) => Promise<readonly Record<string, unknown>[]>

async function runAs(sightline: Sightline, operator: string, work: (run: Run) => Promise<void>): Promise<void> {
  const body = { database_name: 'for making tables', sqlalchemy_uri: operator, allow_dml: true, expose_in_sqllab: true }
  const { id } = await must(sightline, 'POST', '/api/v1/database/', body)
  await work(async (sql) => (await must(sightline, 'POST', '/api/v1/sqllab/execute/', { database_id: id, sql, runAsync: false })).data)
  await must(sightline, 'DELETE', `/api/v1/database/${id}`)
}

const filterOn = (datasetId: number) => ({
  color_scheme: 'supersetColors',
  native_filter_configuration: [
    {
      id: 'NATIVE_FILTER-region',
      name: 'Region',
      filterType: 'filter_select',
      type: 'NATIVE_FILTER',
      targets: [{ datasetId, column: { name: 'region' } }],
      scope: { rootPath: ['ROOT_ID'], excluded: [] },
      controlValues: { multiSelect: true },
      defaultDataMask: { extraFormData: {}, filterState: {} },
      cascadeParentIds: [],
    },
  ],
})

function layOut(charts: readonly number[]): Record<string, unknown> {
  const blocks = charts.map((chartId) => ({
    type: 'CHART',
    id: `CHART-${chartId}`,
    children: [],
    parents: ['ROOT_ID', 'GRID_ID', 'ROW-1'],
    meta: { chartId, width: 6, height: 40 },
  }))
  return {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1'], parents: ['ROOT_ID'] },
    HEADER_ID: { type: 'HEADER', id: 'HEADER_ID', meta: { text: 'Shop' } },
    'ROW-1': {
      type: 'ROW',
      id: 'ROW-1',
      children: blocks.map(({ id }) => id),
      parents: ['ROOT_ID', 'GRID_ID'],
      meta: { background: 'BACKGROUND_TRANSPARENT' },
    },
    ...Object.fromEntries(blocks.map((block) => [block.id, block])),
  }
}
