import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addRoleFor } from '../../testing/sample-objects.ts'
import { formOf, parquetOf, workbookOf } from '../../testing/upload-files.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
let alpha: TestCall
let place: number
beforeAll(async () => {
  server = await openTestApp({ env: { SIGHTLINE_LOG_LEVEL: 'silent' } })
  admin = await server.as('admin')
  alpha = await server.as('alpha')
  place = (await alpha('GET', '/api/v1/upload/places/')).body.result[0].id
})
afterAll(() => server.close())

const send = async (call: TestCall, name: string, bytes: Buffer | string): Promise<string> => {
  const form = formOf({}, { name, bytes })
  const reply = await call('POST', '/api/v1/upload/', form.body, form.headers)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.id
}
const load = (call: TestCall, id: string, body: object) => call('POST', `/api/v1/upload/${id}/load/`, { database_id: place, ...body })
const settled = async (call: TestCall, id: string) => {
  await expect.poll(async () => (await call('GET', `/api/v1/upload/${id}`)).body.status, { timeout: 30_000 }).not.toBe('loading')
  return (await call('GET', `/api/v1/upload/${id}`)).body
}
const rowsOf = async (table: string, columns = '*', databaseId = place) => {
  const reply = await admin('POST', '/api/v1/sqllab/execute/', { database_id: databaseId, sql: `SELECT ${columns} FROM ${table}`, schema: 'main' })
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}
const uploadForm = (call: TestCall, fields: Record<string, string>, name: string, bytes: Buffer | string, database = place) => {
  const form = formOf(fields, { name, bytes })
  return call('POST', `/api/v1/database/${database}/upload/`, form.body, form.headers)
}

describe('from a file to a dataset', () => {
  test('EXP-7 the embedded database takes files with no set-up, and its dataset belongs to the sender', async () => {
    expect((await alpha('GET', '/api/v1/upload/places/')).body).toEqual({
      result: [{ id: place, database_name: 'Uploads', backend: 'duckdb', is_default: true }],
      limit_mb: 1024,
      extensions: { csv: ['csv', 'tsv'], excel: ['xlsx'], columnar: ['parquet', 'zip'] },
    })
    const id = await send(alpha, 'people.csv', 'id,name,born,n\n1,"Ada, L",1815-12-10,9007199254740993\n2,,,\n')
    const begun = await load(alpha, id, { table_name: 'people', schema: 'main' })
    expect([begun.status, begun.body]).toEqual([202, { id }])
    const state = await settled(alpha, id)
    expect(state).toMatchObject({ status: 'success', rows: 2, total_rows: 2, error: null })
    expect((await alpha('GET', `/api/v1/upload/${id}/preview`)).status).toBe(422)
    const dataset = (await alpha('GET', `/api/v1/dataset/${state.dataset_id}`)).body.result
    expect(dataset).toMatchObject({ table_name: 'people', schema: 'main', main_dttm_col: 'born', database: { id: place } })
    expect(dataset.owners.map(({ id: owner }: { id: number }) => owner)).toEqual([await server.userId('alpha')])
    expect(dataset.columns.map(({ column_name, type }: { column_name: string; type: string }) => [column_name, type])).toEqual([
      ['id', 'BIGINT'],
      ['name', 'VARCHAR'],
      ['born', 'DATE'],
      ['n', 'BIGINT'],
    ])
    const rows = await rowsOf('people', 'id, name, n')
    expect(rows[1]).toEqual({ id: 2, name: null, n: null })
    expect(String(rows[0].n)).toMatch(/^900719925474099/)
  })

  test('a workbook and Parquet', async () => {
    const book = await send(alpha, 'b.xlsx', await workbookOf({ A: '', B: '<row><c t="str"><v>when</v></c></row><row><c s="2"><v>46023.5</v></c></row>' }))
    await load(alpha, book, { table_name: 'book', options: { sheet_name: 'B' } })
    expect(await settled(alpha, book)).toMatchObject({ status: 'success', rows: 1 })
    expect(await rowsOf('book', 'CAST("when" AS VARCHAR) AS moment')).toEqual([{ moment: '2026-01-01 12:00:00' }])
    const parquet = await send(alpha, 'p.parquet', await parquetOf('SELECT i, (i / 7)::DECIMAL(30, 20) AS d FROM range(5000) t(i)'))
    await load(alpha, parquet, { table_name: 'numbers' })
    expect(await settled(alpha, parquet)).toMatchObject({ status: 'success', rows: 5000, total_rows: 5000 })
    expect(await rowsOf('numbers', 'count(*) AS n, sum(i) AS s')).toEqual([{ n: 5000, s: 12_497_500 }])
  })

  test('a table that is there: refused, appended to, replaced; the dataset follows', async () => {
    const first = await send(alpha, 't.csv', 'a\n1\n')
    await load(alpha, first, { table_name: 'again' })
    const { dataset_id } = await settled(alpha, first)
    const more = await send(alpha, 't.csv', 'a,b\n2,x\n')
    const refused = await load(alpha, more, { table_name: 'again' })
    expect(refused.status).toBe(422)
    expect(refused.body.errors[0].message).toMatch(/^Table already exists\./)
    const same = await send(alpha, 't.csv', 'a\n2\n')
    await load(alpha, same, { table_name: 'again', already_exists: 'append' })
    expect(await settled(alpha, same)).toMatchObject({ status: 'success', dataset_id })
    expect(await rowsOf('again', 'sum(a) AS a')).toEqual([{ a: 3 }])
    await load(alpha, more, { table_name: 'again', already_exists: 'replace' })
    expect(await settled(alpha, more)).toMatchObject({ status: 'success', dataset_id, rows: 1 })
    expect(await rowsOf('again')).toEqual([{ a: 2, b: 'x' }])
    const columns = (await alpha('GET', `/api/v1/dataset/${dataset_id}`)).body.result.columns
    expect(columns.map(({ column_name }: { column_name: string }) => column_name)).toEqual(['a', 'b'])
  })

  test('all rows or none: a row at the end that does not fit leaves the table as it was', async () => {
    const good = await send(alpha, 'whole.csv', 'a\n1\n')
    await load(alpha, good, { table_name: 'whole' })
    await settled(alpha, good)
    const bad = await send(alpha, 'bad.csv', `a\n${'2\n'.repeat(30_000)}x\n`)
    await load(alpha, bad, { table_name: 'whole', already_exists: 'replace', options: { column_data_types: { a: 'int64' } } })
    expect(await settled(alpha, bad)).toMatchObject({ status: 'failed', error: 'Row 30001, column "a": the value "x" is not of type integer.' })
    expect(await rowsOf('whole')).toEqual([{ a: 1 }])
    // It may be tried again with other options.
    await load(alpha, bad, { table_name: 'whole', already_exists: 'replace' })
    expect(await settled(alpha, bad)).toMatchObject({ status: 'success', rows: 30_001 })
  })

  test('cancelling while rows are loaded leaves no table and no file', async () => {
    const id = await send(alpha, 'long.csv', `a,b,c\n${'1,2,some text\n'.repeat(400_000)}`)
    await load(alpha, id, { table_name: 'cancelled' })
    await expect.poll(async () => (await alpha('GET', `/api/v1/upload/${id}`)).body.rows, { timeout: 30_000 }).toBeGreaterThan(0)
    expect((await alpha('DELETE', `/api/v1/upload/${id}`)).status).toBe(200)
    expect((await alpha('GET', `/api/v1/upload/${id}`)).status).toBe(404)
    const tables = (await admin('GET', `/api/v1/database/${place}/tables/?q=(schema_name:main)`)).body.result.map(({ value }: { value: string }) => value)
    expect(tables).not.toContain('cancelled')
    expect(tables).toContain('people')
  })

  test('files lie in a closed folder', async () => {
    await send(alpha, 'closed.csv', 'a\n1\n')
    const root = join(server.dataFolder, 'uploads')
    expect((await stat(root)).mode & 0o777).toBe(0o700)
    const [folder] = await readdir(root)
    expect((await stat(join(root, folder!))).mode & 0o777).toBe(0o700)
    expect((await stat(join(root, folder!, 'file-0'))).mode & 0o777).toBe(0o600)
  })
})

describe('EXP-7 POST /api/v1/database/{id}/upload/ as clients of the reference send it', () => {
  test('every field of a CSV upload', async () => {
    const text = 'made by hand\nid;Name;day;price;gone\n1; Ada;03/04/2026;1,5;x\n\n2; -;04/04/2026;;y\n3; Cy;05/04/2026;2;z\n'
    const reply = await uploadForm(
      alpha,
      {
        type: 'csv',
        table_name: 'every field',
        schema: 'main',
        already_exists: 'fail',
        delimiter: ';',
        column_data_types: '{"id": "str"}',
        day_first: 'true',
        skip_blank_lines: 'true',
        skip_initial_space: 'true',
        column_dates: 'day',
        decimal_character: ',',
        header_row: '0',
        null_values: '-,none',
        rows_to_read: '2',
        skip_rows: '1',
        columns_read: 'id,Name,day,price',
        dataframe_index: 'true',
        index_label: 'no',
      },
      'f.csv',
      text,
    )
    expect([reply.status, reply.body]).toEqual([201, { message: 'OK' }])
    expect(await rowsOf('"every field"', 'no, id, "Name", CAST(day AS VARCHAR) AS day, price')).toEqual([
      { no: 0, id: '1', Name: 'Ada', day: '2026-04-03', price: 1.5 },
      { no: 1, id: '2', Name: null, day: '2026-04-04', price: null },
    ])
  })

  test('Excel with a sheet, columnar with columns; the index column', async () => {
    const book = await workbookOf({ A: '', B: '<row><c t="str"><v>k</v></c><c t="str"><v>v</v></c></row><row><c><v>5</v></c><c t="str"><v>x</v></c></row>' })
    expect(
      (await uploadForm(alpha, { type: 'excel', table_name: 'ix', sheet_name: 'B', index_column: 'k', dataframe_index: 'true' }, 'b.xlsx', book)).status,
    ).toBe(201)
    expect(await rowsOf('ix')).toEqual([{ k: 5, v: 'x' }])
    expect(
      (await uploadForm(alpha, { type: 'columnar', table_name: 'cx', columns_read: 'b' }, 'c.parquet', await parquetOf('SELECT 1 AS a, 2 AS b'))).status,
    ).toBe(201)
    expect(await rowsOf('cx')).toEqual([{ b: 2 }])
  })

  test('refusals', async () => {
    const csv = { type: 'csv', table_name: 'refused' }
    const wrongEnding = await uploadForm(alpha, csv, 'f.exe', 'a\n1\n')
    expect([wrongEnding.status, wrongEnding.body]).toEqual([400, { message: { file: ['File extension is not allowed.'] } }])
    expect((await uploadForm(alpha, { type: 'csv' }, 'f.csv', 'a\n1\n')).status).toBe(400)
    expect((await uploadForm(alpha, { ...csv, rows_to_read: '0' }, 'f.csv', 'a\n1\n')).status).toBe(400)
    expect((await uploadForm(alpha, { ...csv, header_row: 'x' }, 'f.csv', 'a\n1\n')).body).toEqual({ message: { header_row: ['Not a valid integer.'] } })
    expect((await uploadForm(alpha, csv, 'f.csv', 'a\n1\n', 9999)).status).toBe(404)
    await uploadForm(alpha, csv, 'f.csv', 'a\n1\n')
    const there = await uploadForm(alpha, csv, 'f.csv', 'a\n1\n')
    expect([there.status, there.body.errors[0].message.slice(0, 21)]).toEqual([422, 'Table already exists.'])
    const gamma = await server.as('gamma')
    expect((await uploadForm(gamma, csv, 'f.csv', 'a\n1\n')).status).toBe(403)
  })

  test('the forms of older clients', async () => {
    const post = async (path: string, fields: Record<string, string>, field: string, name: string, bytes: Buffer | string) => {
      const form = formOf({ database: String(place), schema: 'main', ...fields }, { field, name, bytes })
      return alpha('POST', path, form.body, form.headers)
    }
    const csv = { table_name: 'f1', delimiter: 'other', otherInput: '|', if_exists: 'fail', header: '0', use_cols: '["b"]', null_values: '["-"]', nrows: '2' }
    const done = await post('/csvtodatabaseview/form', csv, 'csv_file', 'a.csv', 'a|b\n1|2\n3|-\n5|6\n')
    expect([done.status, done.headers.location]).toEqual([302, '/tablemodelview/list/'])
    expect(await rowsOf('f1')).toEqual([{ b: 2 }, { b: null }])
    const book = await workbookOf({ A: '<row><c t="str"><v>x</v></c></row><row><c><v>1</v></c></row>' })
    expect((await post('/exceltodatabaseview/form', { name: 'f2', header: '' }, 'excel_file', 'a.xlsx', book)).status).toBe(302)
    expect(await rowsOf('f2')).toEqual([{ column_1: 'x' }, { column_1: '1' }])
    expect(
      (await post('/columnartodatabaseview/form', { name: 'f3', usecols: '["a"]' }, 'columnar_file', 'a.parquet', await parquetOf('SELECT 1 AS a, 2 AS b')))
        .status,
    ).toBe(302)
    expect(await rowsOf('f3')).toEqual([{ a: 1 }])
    const dotted = await post('/csvtodatabaseview/form', { table_name: 'main.f4' }, 'csv_file', 'a.csv', 'a\n1\n')
    expect([dotted.status, dotted.body]).toEqual([400, { message: { table_name: ['Table name cannot contain a schema'] } }])
    expect((await alpha('GET', '/exceltodatabaseview/form')).headers.location).toBe('/tablemodelview/list/?show_upload_modal=true')
  })
})

describe('who may write where', () => {
  test('a database takes files only if it says so, and in the schemas it names', async () => {
    expect((await admin('PUT', `/api/v1/database/${place}`, { allow_file_upload: false })).status).toBe(200)
    const closed = await uploadForm(admin, { type: 'csv', table_name: 'x' }, 'f.csv', 'a\n1\n')
    expect([closed.status, closed.body.errors[0].message]).toEqual([403, 'Database schema is not allowed for csv uploads.'])
    expect((await alpha('GET', '/api/v1/upload/places/')).body.result).toEqual([])
    const extra = JSON.stringify({ schemas_allowed_for_file_upload: ['elsewhere'] })
    await admin('PUT', `/api/v1/database/${place}`, { allow_file_upload: true, extra })
    expect((await uploadForm(admin, { type: 'csv', table_name: 'x', schema: 'main' }, 'f.csv', 'a\n1\n')).status).toBe(403)
    expect((await admin('GET', `/api/v1/database/${place}/schemas_access_for_file_upload/`)).body).toEqual({ schemas: [] })
    await admin('PUT', `/api/v1/database/${place}`, { extra: JSON.stringify({ schemas_allowed_for_file_upload: ['main'] }) })
    expect((await uploadForm(admin, { type: 'csv', table_name: 'x' }, 'f.csv', 'a\n1\n')).status).toBe(201)
    expect((await admin('GET', `/api/v1/database/${place}/schemas_access_for_file_upload/`)).body).toEqual({ schemas: ['main'] })
    await admin('PUT', `/api/v1/database/${place}`, { extra: '{}' })
  })

  test('the list of databases can be narrowed to those that take files', async () => {
    const q = (value: string) => `/api/v1/database/?q=(filters:!((col:allow_file_upload,opr:upload_is_enabled,value:${value})))`
    const open = (await alpha('GET', q('!t'))).body.result
    expect(open.map(({ id }: { id: number }) => id)).toContain(place)
    expect(open[0].engine_information.supports_file_upload).toBe(true)
    expect((await alpha('GET', q('!f'))).body.result.map(({ id }: { id: number }) => id)).not.toContain(place)
  })

  test('T13 nobody replaces or adds to the table of another’s dataset', async () => {
    await uploadForm(admin, { type: 'csv', table_name: 'owned' }, 'f.csv', 'a\n1\n')
    for (const already_exists of ['replace', 'append'])
      expect((await uploadForm(alpha, { type: 'csv', table_name: 'owned', already_exists }, 'f.csv', 'a\n2\n')).status).toBe(403)
    expect(await rowsOf('owned')).toEqual([{ a: 1 }])
  })

  test('the permission to upload opens no database', async () => {
    await addRoleFor(server.deps, 'uploaders', 'can_upload', 'Database')
    const outsider = await server.as('outsider', 'Gamma', 'uploaders')
    expect((await outsider('GET', '/api/v1/upload/places/')).body.result).toEqual([])
    expect((await uploadForm(outsider, { type: 'csv', table_name: 'y' }, 'f.csv', 'a\n1\n')).status).toBe(404)
    const id = await send(outsider, 'f.csv', 'a\n1\n')
    expect((await load(outsider, id, { table_name: 'y' })).status).toBe(404)
  })
})

test('the database for uploads is made once: deleted, it stays deleted', async () => {
  const other = await openTestApp({ env: { SIGHTLINE_LOG_LEVEL: 'silent' } })
  try {
    const call = await other.as('admin')
    const names = async () => (await call('GET', '/api/v1/upload/places/')).body.result.map(({ database_name }: { database_name: string }) => database_name)
    expect((await call('GET', '/api/v1/database/')).body.count).toBe(0)
    expect(await names()).toEqual(['Uploads'])
    const { id } = (await call('GET', '/api/v1/database/')).body.result[0]
    expect((await call('DELETE', `/api/v1/database/${id}`)).status).toBe(200)
    expect(await names()).toEqual([])
  } finally {
    await other.close()
  }
})
