import { encodeRison } from '@sightline/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSampleDatabase } from '../../testing/sample-database.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

/** What the SQL editor and the explorer ask of datasets, call by call. */
let server: TestApp
let admin: TestCall
let database: number
let me: number
beforeAll(async () => {
  server = await openTestApp()
  database = await addSampleDatabase(server)
  admin = await server.as('admin')
  me = await server.userId('admin')
})
afterAll(() => server.close())

const rison = (value: unknown) => encodeURIComponent(encodeRison(value as never))

test('SQL-7.18 SQL-7.24 rows of a query become a dataset, and a key opens the explorer on it', async () => {
  const sql = 'SELECT place, SUM(amount) AS paid FROM visits GROUP BY place'
  const made = await admin('POST', '/api/v1/dataset/', { database, schema: 'main', sql, table_name: 'paid by place', template_params: '{"a": 1}' })
  expect([made.status, made.body.data]).toEqual([201, expect.objectContaining({ id: made.body.id, table_name: 'paid by place', type: 'table' })])
  const form_data = JSON.stringify({ datasource: `${made.body.id}__table`, viz_type: 'table' })
  const key = await admin('POST', '/api/v1/explore/form_data', { datasource_id: made.body.id, datasource_type: 'table', form_data })
  expect((await admin('GET', `/api/v1/explore/form_data/${key.body.key}`)).body).toEqual({ form_data })
  const outside = { database, schema: 'main', sql, table_name: 'of a tool', is_managed_externally: true, external_url: 'https://tool.test/7' }
  const managed = await admin('POST', '/api/v1/dataset/', outside)
  expect((await admin('GET', `/api/v1/dataset/${managed.body.id}`)).body.result).toMatchObject({ is_managed_externally: true })
})

test('SQL-7.24 EXP-7.08 a query with parameters becomes a dataset whose charts use them; its macros are answered', async () => {
  const visits = (await admin('POST', '/api/v1/dataset/get_or_create/', { database_id: database, table_name: 'visits', schema: 'main' })).body.result.table_id
  const sql = `SELECT place, seen_at, amount AS paid FROM {{ dataset(${visits}) }} WHERE place = '{{ where }}'`
  const columns = [{ column_name: 'place', name: 'place', type: 'VARCHAR', is_dttm: false }]
  const body = { database, schema: 'main', sql, table_name: 'of one place', template_params: '{"where": "north"}', columns }
  const made = await admin('POST', '/api/v1/dataset/', body)
  expect([made.status, made.body.result]).toEqual([201, expect.objectContaining({ sql, template_params: '{"where": "north"}' })])
  const told = made.body.data.columns.map(({ column_name, type_generic, is_dttm }: Record<string, unknown>) => [column_name, type_generic, is_dttm])
  expect(told).toEqual([
    ['place', 1, false],
    ['seen_at', 2, true],
    ['paid', 0, false],
  ])
  expect(made.body.data).toMatchObject({ main_dttm_col: 'seen_at', template_params: '{"where": "north"}' })
  const datasource = { id: made.body.id, type: 'table' }
  const asked = await admin('POST', '/api/v1/chart/data', { datasource, queries: [{ columns: ['place'], metrics: ['count'] }] })
  expect(asked.body.result[0].data).toEqual([{ place: 'north', count: 10 }])
  const put = { sql: 'SELECT id, day FROM visits', columns: [{ column_name: 'id', type: 'BIGINT', is_dttm: false }], owners: [me], database_id: database }
  expect((await admin('PUT', `/api/v1/dataset/${made.body.id}?override_columns=true`, put)).status).toBe(200)
  const over = (await admin('GET', `/api/v1/dataset/${made.body.id}`)).body.result
  expect(over.columns.map(({ column_name }: { column_name: string }) => column_name)).toEqual(['id', 'day'])
  expect(over.main_dttm_col).toBe('day')
})

test('SQL-7.17 SQL-7.19 SQL-7.23 a table becomes a dataset once, and is read without its descriptions to swap to it', async () => {
  const body = { database_id: database, table_name: 'visits', schema: 'main' }
  const first = await admin('POST', '/api/v1/dataset/get_or_create/', body)
  const again = await admin('POST', '/api/v1/dataset/get_or_create/', body)
  expect(first.body).toEqual(again.body)
  expect((await admin('POST', '/api/v1/dataset/get_or_create/', { database_id: database, table_name: 'visits' })).body).toEqual(first.body)
  const id = first.body.result.table_id
  const read = await admin('GET', `/api/v1/dataset/${id}?q=(keys:!(none))`)
  expect(Object.keys(read.body).toSorted()).toEqual(['id', 'result'])
  expect(read.body.result).toMatchObject({ id, table_name: 'visits', schema: 'main', database: { id: database }, uid: `${id}__table` })
})

test('SQL-5.06 SQL-7.20 the picker finds one’s own datasets by text, newest first, with their owners and count', async () => {
  for (const name of ['pick one', 'pick two']) await admin('POST', '/api/v1/dataset/', { database, schema: 'main', sql: 'SELECT 1 AS a', table_name: name })
  const alpha = await server.as('alpha')
  await alpha('POST', '/api/v1/dataset/', { database, schema: 'main', sql: 'SELECT 1 AS a', table_name: 'pick of another' })
  const q = {
    filters: [
      { col: 'table_name', opr: 'ct', value: 'pick' },
      { col: 'owners', opr: 'rel_m_m', value: me },
    ],
    order_column: 'changed_on_delta_humanized',
    order_direction: 'desc',
  }
  const { body } = await admin('GET', `/api/v1/dataset/?q=${rison(q)}`)
  expect([body.count, body.result.map(({ table_name }: { table_name: string }) => table_name)]).toEqual([2, ['pick two', 'pick one']])
  expect(body.result[0]).toMatchObject({ id: expect.any(Number), owners: [{ id: me }] })
})

test('SQL-7.21 SQL-7.22 a dataset is overwritten with other SQL and its columns, or changed field by field', async () => {
  const { id } = (await admin('POST', '/api/v1/dataset/', { database, schema: 'main', sql: 'SELECT place FROM visits', table_name: 'over' })).body
  const sql = 'SELECT id, seen_at FROM visits'
  const columns = [
    { column_name: 'id', type: 'INTEGER', is_dttm: false },
    { column_name: 'seen_at', type: 'TIMESTAMP', is_dttm: true },
  ]
  const over = await admin('PUT', `/api/v1/dataset/${id}?override_columns=true`, { sql, columns, owners: [me], database_id: database })
  expect([over.status, over.body.result]).toEqual([200, expect.objectContaining({ sql })])
  const after = (await admin('GET', `/api/v1/dataset/${id}`)).body.result
  expect([after.sql, after.columns.map(({ column_name }: { column_name: string }) => column_name).toSorted()]).toEqual([sql, ['id', 'seen_at']])
  const changed = await admin('PUT', `/api/v1/dataset/${id}`, {
    description: 'Told',
    cache_timeout: 60,
    metrics: [
      ...after.metrics.map(({ id: metric, metric_name, expression }: never) => ({ id: metric, metric_name, expression })),
      { metric_name: 'least', expression: 'MIN(id)' },
    ],
    columns: after.columns.map(({ id: column, column_name }: never) => ({ id: column, column_name, verbose_name: `The ${String(column_name)}` })),
    owners: [me],
  })
  expect(changed.status).toBe(200)
  const read = (await admin('GET', `/api/v1/dataset/${id}`)).body.result
  expect(read).toMatchObject({ description: 'Told', cache_timeout: 60, owners: [{ id: me }] })
  expect(read.metrics.map(({ metric_name }: { metric_name: string }) => metric_name)).toEqual(['count', 'least'])
  expect(read.verbose_map).toMatchObject({ id: 'The id', seen_at: 'The seen_at' })
})

test('the columns of the source are read for "Sync columns": of a saved dataset, of a table that is none yet, never of what one may not read', async () => {
  const { id } = (await admin('POST', '/api/v1/dataset/', { database, schema: 'main', sql: 'SELECT place, seen_at FROM visits', table_name: 'synced' })).body
  const saved = await admin('GET', `/datasource/external_metadata/table/${id}/`)
  expect(saved.body).toEqual([
    {
      column_name: 'place',
      name: 'place',
      type: 'STRING',
      type_generic: 1,
      is_dttm: false,
      nullable: null,
      default: null,
      autoincrement: false,
      comment: null,
    },
    {
      column_name: 'seen_at',
      name: 'seen_at',
      type: 'DATETIME',
      type_generic: 2,
      is_dttm: true,
      nullable: null,
      default: null,
      autoincrement: false,
      comment: null,
    },
  ])
  const named = (table_name: string, schema_name = 'main', datasource_type = 'table') =>
    `/datasource/external_metadata_by_name/?q=${rison({ datasource_type, database_name: 'sample', schema_name, table_name, normalize_columns: false })}`
  const names = ({ body }: { body: { column_name: string }[] }) => body.map(({ column_name }) => column_name)
  expect(names(await admin('GET', named('synced')))).toEqual(['place', 'seen_at'])
  expect(names(await admin('GET', named('secrets', 'other')))).toEqual(['id', 'word'])
  expect((await admin('GET', named('nowhere'))).status).toBe(404)
  expect((await admin('GET', named('visits', 'main', 'query'))).status).toBe(404)
  expect((await admin('GET', '/datasource/external_metadata_by_name/?q=(table_name:5)')).status).toBe(400)
  expect(await admin('GET', '/datasource/external_metadata/table/999999/')).toMatchObject({ status: 404, body: { error: expect.any(String) } })
  const gamma = await server.as('gamma')
  expect((await gamma('GET', named('secrets', 'other'))).status).toBe(403)
  expect((await gamma('GET', `/datasource/external_metadata/table/${id}/`)).status).toBe(404)
  expect((await gamma('GET', named('synced'))).status).toBe(404)
})
