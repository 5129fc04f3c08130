import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSampleDatabase } from '../../testing/sample-database.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

/** Every field of a dataset, its columns and its metrics: written, read back, refused when it is of the wrong kind. */
let server: TestApp
let admin: TestCall
let database: number
let id: number
beforeAll(async () => {
  server = await openTestApp()
  admin = await server.as('admin')
  database = await addSampleDatabase(server)
  id = (await admin('POST', '/api/v1/dataset/', { database, table_name: 'visits', schema: 'main' })).body.id
})
afterAll(() => server.close())

const put = (body: object, call = admin) => call('PUT', `/api/v1/dataset/${id}`, body)
const read = async () => (await admin('GET', `/api/v1/dataset/${id}`)).body.result

describe('SQL-3.11 a dataset', () => {
  test('EXP-3.08 has every field that was written, and those that follow from them', async () => {
    const written = {
      description: '**All** visits',
      main_dttm_col: 'day',
      filter_select_enabled: false,
      fetch_values_predicate: 'id > 0',
      normalize_columns: true,
      always_filter_main_dttm: true,
      offset: -3,
      default_endpoint: '/explore/?slice_id=1',
      cache_timeout: 300,
      is_sqllab_view: true,
      template_params: '{"a": 1}',
      extra: JSON.stringify({ certification: { certified_by: 'Data', details: 'Yes' }, warning_markdown: '*old*', time_zone: 'Europe/Berlin' }),
      is_managed_externally: true,
      external_url: 'https://tool.test/7',
    }
    const changed = await put(written)
    expect([changed.status, changed.body]).toEqual([200, { id, result: written }])
    const dataset = await read()
    expect(dataset).toMatchObject({
      ...written,
      id,
      table_name: 'visits',
      schema: 'main',
      sql: null,
      kind: 'physical',
      type: 'table',
      datasource_type: 'table',
    })
    expect(dataset).toMatchObject({
      database: { id: database, database_name: 'sample', backend: 'duckdb' },
      owners: [{ id: await server.userId('admin'), first_name: 'Admin', last_name: expect.any(String) }],
      url: `/tablemodelview/edit/${id}`,
      edit_url: `/tablemodelview/edit/${id}`,
      uid: `${id}__table`,
      name: 'main.visits',
      datasource_name: 'visits',
      select_star: 'SELECT *\nFROM main.visits\nLIMIT 100',
    })
    expect(dataset.time_grain_sqla).toContainEqual(['P1M', 'Month'])
    expect(dataset.granularity_sqla).toEqual([
      ['seen_at', 'seen_at'],
      ['day', 'day'],
    ])
  })

  test('SQL-5.04 an emptied field is null again, and a flag sent as null is what it was at first', async () => {
    const nothing = { description: null, main_dttm_col: null, fetch_values_predicate: null, default_endpoint: null, cache_timeout: null }
    const more = { template_params: null, extra: null, external_url: null }
    expect((await put({ ...nothing, ...more, filter_select_enabled: null, is_managed_externally: null, normalize_columns: null, offset: null })).status).toBe(
      200,
    )
    expect(await read()).toMatchObject({ ...nothing, ...more, filter_select_enabled: true, is_managed_externally: false, normalize_columns: false, offset: 0 })
  })

  test.each([
    ['table_name', 5, 'Not a valid string.'],
    ['table_name', 'x'.repeat(251), 'Length must be between 1 and 250.'],
    ['database_id', 'x', 'Not a valid integer.'],
    ['sql', [], 'Not a valid string.'],
    ['schema', {}, 'Not a valid string.'],
    ['description', 1, 'Not a valid string.'],
    ['main_dttm_col', false, 'Not a valid string.'],
    ['offset', 'x', 'Not a valid integer.'],
    ['default_endpoint', 1, 'Not a valid string.'],
    ['cache_timeout', 'soon', 'Not a valid integer.'],
    ['filter_select_enabled', 'perhaps', 'Not a valid boolean.'],
    ['fetch_values_predicate', 'x'.repeat(1001), 'Length must be between 0 and 1000.'],
    ['template_params', {}, 'Not a valid string.'],
    ['owners', 'me', 'Not a valid list.'],
    ['columns', {}, 'Not a valid list.'],
    ['metrics', 'count', 'Not a valid list.'],
    ['extra', {}, 'Not a valid string.'],
    ['extra', '{"time_zone": "Mars/Base"}', 'time_zone: Must be one of the time zones of the IANA database.'],
    ['extra', '{"time_zone": 5}', 'time_zone: Must be one of the time zones of the IANA database.'],
    ['is_managed_externally', 'never', 'Not a valid boolean.'],
    ['external_url', 5, 'Not a valid string.'],
    ['colour', 'red', 'Unknown field.'],
  ])('%s that is %j is refused', async (field, value, words) => {
    const refused = await put({ [field]: value })
    expect([refused.status, refused.body.errors?.[0].error_type, refused.body.errors?.[0].extra.messages]).toEqual([
      422,
      'MARSHMALLOW_ERROR',
      { [field]: [words] },
    ])
  })

  test('numbers may come as texts and flags as words', async () => {
    expect((await put({ cache_timeout: '60', offset: ' 2', filter_select_enabled: 'no', is_sqllab_view: 1 })).status).toBe(200)
    expect(await read()).toMatchObject({ cache_timeout: 60, offset: 2, filter_select_enabled: false, is_sqllab_view: true })
  })

  test('extra may be any text of another tool', async () => {
    for (const extra of ['not json', '[]', 'null', '{"time_zone": ""}', '{"time_zone": "UTC"}', '{"other": true}'])
      expect([extra, (await put({ extra })).status]).toEqual([extra, 200])
  })
})

describe('SQL-3.12 EXP-3.10 a column', () => {
  const column = {
    column_name: 'half',
    type: 'DOUBLE',
    advanced_data_type: 'port',
    verbose_name: 'Half of it',
    description: 'The *half*',
    expression: 'amount / 2',
    filterable: false,
    groupby: false,
    is_active: false,
    is_dttm: false,
    python_date_format: '%Y-%m-%d',
    uuid: '5f0c1a8e-8d2a-4a55-9a7e-6a2c0d6b7f11',
    extra: JSON.stringify({ certification: { certified_by: 'Ann', details: 'Checked' }, warning_markdown: 'Careful' }),
  }

  test('has every field that was written, its kind, and the marks inside extra', async () => {
    expect((await put({ columns: [column] })).status).toBe(200)
    const [first] = (await read()).columns
    expect(first).toMatchObject({ ...column, id: expect.any(Number), type_generic: 0 })
    expect(first).toMatchObject({ is_certified: true, certified_by: 'Ann', certification_details: 'Checked', warning_markdown: 'Careful' })
    expect((await put({ columns: [{ id: first.id, column_name: 'half', is_dttm: true, extra: null }] })).status).toBe(200)
    const [again] = (await read()).columns
    expect(again).toMatchObject({ ...column, is_dttm: true, type_generic: 2, extra: null, is_certified: false, warning_markdown: null })
  })

  test.each([
    ['column_name', '', 'Length must be between 1 and 255.'],
    ['column_name', undefined, 'Missing data for required field.'],
    ['id', 'x', 'Not a valid integer.'],
    ['type', 5, 'Not a valid string.'],
    ['uuid', 'x', 'Not a valid UUID.'],
    ['filterable', 'perhaps', 'Not a valid boolean.'],
    ['is_dttm', [], 'Not a valid boolean.'],
    ['expression', 5, 'Not a valid string.'],
    ['python_date_format', '%d/%m', 'Invalid date/timestamp format'],
    ['colour', 'red', 'Unknown field.'],
  ])('%s that is %j is refused, with its place in the list', async (field, value, words) => {
    const refused = await put({ columns: [{ column_name: 'fine' }, { column_name: 'x', [field]: value }] })
    expect([refused.status, refused.body.errors?.[0].extra.messages]).toEqual([422, { columns: { 1: { [field]: [words] } } }])
  })

  test('a new row keeps its uuid, unless another row has it', async () => {
    const other = (await admin('POST', '/api/v1/dataset/', { database, table_name: 'other', schema: 'main', sql: 'SELECT 1 AS one' })).body.id
    await admin('PUT', `/api/v1/dataset/${other}`, { columns: [{ column_name: 'taken', uuid: column.uuid }] })
    const [taken] = (await admin('GET', `/api/v1/dataset/${other}`)).body.result.columns
    expect([taken.uuid === column.uuid, (await read()).columns[0].uuid]).toEqual([false, column.uuid])
  })
})

describe('SQL-3.13 EXP-3.10 a metric', () => {
  const metric = {
    metric_name: 'paid',
    expression: 'SUM(amount)',
    metric_type: 'sum',
    verbose_name: 'Paid',
    description: 'What was *paid*',
    d3format: ',.2f',
    warning_text: 'old words',
    uuid: '0b5a7c1e-3f6d-4f0e-9a5f-1f2d3c4b5a69',
    extra: JSON.stringify({ certification: { certified_by: 'Ann', details: null }, warning_markdown: '**Net** only' }),
  }

  test('has every field that was written, its currency, and the marks inside extra', async () => {
    const currency = { symbol: 'EUR', symbolPosition: 'suffix' }
    expect((await put({ metrics: [{ ...metric, currency }] })).status).toBe(200)
    const dataset = await read()
    expect(dataset.metrics[0]).toMatchObject({ ...metric, id: expect.any(Number), currency: JSON.stringify(currency) })
    expect(dataset.metrics[0]).toMatchObject({ is_certified: true, certified_by: 'Ann', certification_details: null, warning_markdown: '**Net** only' })
    expect([dataset.currency_formats, dataset.column_formats]).toEqual([{ paid: currency }, { paid: ',.2f' }])
    const text = JSON.stringify({ symbol: 'USD', symbolPosition: 'prefix' })
    expect((await put({ metrics: [{ id: dataset.metrics[0].id, metric_name: 'paid', expression: 'SUM(amount)', currency: text }] })).status).toBe(200)
    expect((await read()).currency_formats).toEqual({ paid: { symbol: 'USD', symbolPosition: 'prefix' } })
    expect((await put({ metrics: [{ id: dataset.metrics[0].id, metric_name: 'paid', expression: 'SUM(amount)', currency: null }] })).status).toBe(200)
    expect((await read()).metrics[0].currency).toBe(null)
  })

  test.each([
    ['metric_name', '', 'Length must be between 1 and 255.'],
    ['expression', undefined, 'Missing data for required field.'],
    ['expression', null, 'Field may not be null.'],
    ['d3format', 5, 'Not a valid string.'],
    ['currency', { symbol: 5 }, 'Invalid input'],
    ['currency', { symbol: 'EUR', symbolPosition: 'above' }, 'Invalid input'],
    ['currency', [], 'Invalid input'],
    ['warning_text', {}, 'Not a valid string.'],
    ['uuid', 7, 'Not a valid UUID.'],
    ['colour', 'red', 'Unknown field.'],
  ])('%s that is %j is refused, with its place in the list', async (field, value, words) => {
    const refused = await put({ metrics: [{ metric_name: 'x', expression: '1', [field]: value }] })
    expect([refused.status, refused.body.errors?.[0].extra.messages]).toEqual([422, { metrics: { 0: { [field]: [words] } } }])
  })
})

test('a script sends back the columns and metrics it has read, one of them changed, and nothing else changes', async () => {
  const extra = JSON.stringify({ certification: { certified_by: 'Ann', details: null }, warning_markdown: 'Careful' })
  await put({ columns: [{ column_name: 'half', extra }], metrics: [{ metric_name: 'paid', expression: 'SUM(amount)', extra }] })
  const before = await read()
  const readOnly = new Set(['changed_on', 'created_on', 'type_generic'])
  const sent = (parts: object[]) => parts.map((part) => Object.fromEntries(Object.entries(part).filter(([key]) => !readOnly.has(key))))
  const [column, metric] = [sent(before.columns)[0]!, sent(before.metrics)[0]!]
  const reply = await put({ columns: [{ ...column, verbose_name: 'Half' }], metrics: [{ ...metric, is_certified: false }] })
  expect([reply.status, reply.text]).toEqual([200, expect.any(String)])
  const after = await read()
  expect(after.columns).toMatchObject([{ ...column, verbose_name: 'Half' }])
  expect(after.metrics).toMatchObject([{ ...metric, is_certified: true, certified_by: 'Ann' }])
})

test('SQL-5.03 SQL-5.05 SQL-6.02 owners and administrators change a dataset, whatever the letters of their role; nobody else', async () => {
  await admin('POST', '/api/v1/security/roles/', { name: 'ADMIN' })
  const other = await server.as('other admin', 'ADMIN', 'Alpha')
  const alpha = await server.as('alpha')
  expect((await put({ description: 'theirs' }, other)).status).toBe(200)
  const refused = await put({ description: 'mine' }, alpha)
  expect([refused.status, refused.body]).toEqual([403, { message: 'Forbidden' }])
  await put({ owners: [await server.userId('alpha')], is_managed_externally: true })
  expect((await put({ description: 'mine' }, alpha)).status).toBe(200)
  expect(await read()).toMatchObject({ description: 'mine', is_managed_externally: true, owners: [{ first_name: 'Alpha' }] })
})
