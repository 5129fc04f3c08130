import { stringify } from 'yaml'
import { uuidOfName } from '../uuid-of-name.ts'
import { formOf, zipOf } from './bundles.ts'
import type { TestCall } from './test-app.ts'

const version = '1.0.0'
const uuid = (name: string): string => uuidOfName(`moving ${name}`)

/** What a team brings that a report has something to say about: a column and a metric that are gone, a chart type and a control that nobody knows here. */
export const movingFiles: Readonly<Record<string, object>> = {
  'metadata.yaml': { version, type: 'assets', timestamp: '2024-01-01T00:00:00+00:00' },
  'databases/shop.yaml': { database_name: 'shop', sqlalchemy_uri: 'duckdb:///shop.duckdb', uuid: uuid('shop'), version },
  'datasets/shop/orders.yaml': {
    table_name: 'orders',
    schema: 'main',
    sql: null,
    main_dttm_col: 'placed_on',
    columns: [
      { column_name: 'region', type: 'VARCHAR' },
      { column_name: 'amount', type: 'DOUBLE' },
      { column_name: 'placed_on', type: 'TIMESTAMP', is_dttm: true },
      { column_name: 'gone', type: 'VARCHAR' },
      { column_name: 'double_amount', expression: 'amount * 2' },
    ],
    metrics: [
      { metric_name: 'count', expression: 'COUNT(*)' },
      { metric_name: 'sum_gone', expression: 'SUM(gone)' },
    ],
    uuid: uuid('orders'),
    version,
    database_uuid: uuid('shop'),
  },
  'charts/plain.yaml': chart('plain', 'pie', { groupby: ['region'], metric: 'count' }),
  'charts/strange_type.yaml': chart('strange type', 'hologram', { groupby: ['region'], metric: 'count' }),
  'charts/strange_control.yaml': chart('strange control', 'pie', { groupby: ['region'], metric: 'count', spin_speed: 3 }),
  'dashboards/board.yaml': {
    dashboard_title: 'Board',
    slug: 'board',
    uuid: uuid('board'),
    position: {
      DASHBOARD_VERSION_KEY: 'v2',
      ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
      GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1'], parents: ['ROOT_ID'] },
      'ROW-1': { type: 'ROW', id: 'ROW-1', children: ['CHART-1', 'CHART-2', 'SPARK-1'], meta: {}, parents: ['ROOT_ID', 'GRID_ID'] },
      'CHART-1': { type: 'CHART', id: 'CHART-1', children: [], meta: { chartId: 7, uuid: uuid('plain'), sliceName: 'plain', width: 4, height: 50 } },
      'CHART-2': { type: 'CHART', id: 'CHART-2', children: [], meta: { chartId: 8, uuid: uuid('nowhere'), sliceName: 'nowhere', width: 4, height: 50 } },
      'SPARK-1': { type: 'SPARK', id: 'SPARK-1', children: [], meta: {} },
    },
    metadata: {
      native_filter_configuration: [
        filter('Region', 'filter_select', { datasetUuid: uuid('orders'), column: { name: 'region' } }),
        filter('Gone', 'filter_select', { datasetUuid: uuid('orders'), column: { name: 'gone' } }),
        filter('Odd', 'filter_spiral', {}),
        filter('When', 'filter_time', {}),
      ],
    },
    version,
  },
  'queries/shop/main/one.yaml': { label: 'one', schema: 'main', sql: 'select 1', uuid: uuid('query'), version, database_uuid: uuid('shop') },
}

function chart(name: string, viz_type: string, params: object) {
  return { slice_name: name, viz_type, params: { viz_type, datasource: '1__table', ...params }, uuid: uuid(name), version, dataset_uuid: uuid('orders') }
}

function filter(name: string, filterType: string, target: object) {
  return { id: `NATIVE_FILTER-${name}`, type: 'NATIVE_FILTER', name, filterType, targets: [target], scope: { rootPath: ['ROOT_ID'], excluded: [] } }
}

export const movingBundle = (changes: Readonly<Record<string, object | undefined>> = {}): Promise<Buffer> =>
  zipOf(
    Object.fromEntries(
      Object.entries({ ...movingFiles, ...changes }).flatMap(([path, file]) => (file === undefined ? [] : [[path, stringify(file)] as const])),
    ),
  )

/** Begins a move of a bundle. */
export function sendMove(call: TestCall, bundle: Buffer, fields: Readonly<Record<string, string>> = {}): ReturnType<TestCall> {
  const { type, body } = formOf('assets', bundle, fields)
  return call('POST', '/api/v1/moving_in/', body, { 'content-type': type })
}
