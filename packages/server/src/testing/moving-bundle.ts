import type { FidelityReport } from '@sightline/contract'
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

/** The table that the bundle's dataset was made for, after somebody changed it. */
export const shopTable = 'create table orders (id integer, region varchar, amount double, placed_on timestamp)'

/**
 * What a report says about the bundle. The moment and the name of the file are those of `given`; in an empty store the n-th of a kind has the id n, and in a dry run
 * nothing has one. */
export function movingReport(given: FidelityReport): FidelityReport {
  const arrived = (name: string, own: string, place = 1) => ({ uuid: uuid(own), name, fate: 'made' as const, id: given.is_dry_run ? null : place })
  const without = 'Bundles do not carry them.'
  return {
    made_on: given.made_on,
    is_dry_run: given.is_dry_run,
    source: { kind: 'bundle', name: given.source.name },
    not_brought: [
      { kind: 'row_rule', name: 'Row rules', why: `${without} Whoever may read a dataset here sees all of its rows until rules are made for it.` },
      { kind: 'owner', name: 'Owners', why: `${without} Everything that came over belongs to whoever moved it.` },
      { kind: 'dashboard_role', name: 'Roles of dashboards', why: `${without} A dashboard that was opened to roles is not opened to any here.` },
      { kind: 'css_template', name: 'CSS templates', why: without },
      { kind: 'tag', name: 'Tags', why: without },
      { kind: 'report', name: 'Alerts and reports', why: without },
      { kind: 'role', name: 'People, roles and permissions', why: `${without} Who may see what is decided here.` },
    ],
    databases: [{ ...arrived('shop', 'shop'), opens: true, why: null }],
    datasets: [
      {
        ...arrived('main.orders', 'orders'),
        database: 'shop',
        state: 'missing',
        why: null,
        columns: { found: 4, missing: ['gone'] },
        metrics: { found: 1, missing: [{ name: 'sum_gone', why: 'We can\'t seem to resolve the column "gone" at line 1.' }] },
        is_closed: false,
      },
    ],
    charts: [
      { ...arrived('plain', 'plain'), viz_type: 'pie', state: 'faithful', changes: [] },
      { ...arrived('strange type', 'strange type', 2), viz_type: 'hologram', state: 'not_drawable', changes: [] },
      {
        ...arrived('strange control', 'strange control', 3),
        viz_type: 'pie',
        state: 'changed',
        changes: [{ name: 'spin_speed', why: 'This chart type has no such control here.' }],
      },
    ],
    dashboards: [
      {
        ...arrived('Board', 'board'),
        state: 'changed',
        blocks: {
          found: 2,
          missing: [
            { name: 'nowhere (CHART-2)', why: 'Its chart did not come over.' },
            { name: 'SPARK-1', why: 'Blocks of the type "SPARK" are not drawn.' },
          ],
        },
        filters: {
          found: 2,
          missing: [
            { name: 'Gone', why: 'Its dataset has no column "gone".' },
            { name: 'Odd', why: 'Filters of the type "filter_spiral" are not known here.' },
          ],
        },
        changes: [{ name: 'native_filter_configuration', why: 'The filters of the dashboard are kept but not shown.' }],
      },
    ],
    saved_queries: [arrived('one', 'query')],
    extras: [],
  }
}
