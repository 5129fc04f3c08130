import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { zipFiles } from '../../files/zip.ts'
import { formOf, parquetOf, workbookOf } from '../../testing/upload-files.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
beforeAll(async () => {
  server = await openTestApp({ env: { SIGHTLINE_UPLOAD_LIMIT_MB: '4', SIGHTLINE_LOG_LEVEL: 'silent' } })
  admin = await server.as('admin')
})
afterAll(() => server.close())

const send = async (name: string, bytes: Buffer | string, call = admin) => {
  const form = formOf({}, { name, bytes })
  return call('POST', '/api/v1/upload/', form.body, form.headers)
}
const previewed = async (name: string, bytes: Buffer | string) => {
  const reply = await send(name, bytes)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.result
}
const filesThere = async (): Promise<string[]> => readdir(join(server.dataFolder, 'uploads')).catch(() => [])

describe('what is in a file is told when it arrives', () => {
  test('a CSV file: delimiter, names, types, first rows', async () => {
    const text = 'Id;Name;Price;Born;Seen;Ok;Name\n1;"Ada; Countess";1.5;1815-12-10;2026-01-01 10:00;true;x\n2;;;;;false;y\n'
    const result = await previewed('My People (2026).csv', text)
    expect(result).toMatchObject({
      name: 'My People (2026).csv',
      type: 'csv',
      size: text.length,
      delimiter: ';',
      header_row: 0,
      sheets: [],
      table_name: 'my_people_2026',
    })
    expect(result.columns).toEqual([
      { name: 'Id', type: 'integer' },
      { name: 'Name', type: 'string' },
      { name: 'Price', type: 'double' },
      { name: 'Born', type: 'date' },
      { name: 'Seen', type: 'timestamp' },
      { name: 'Ok', type: 'boolean' },
      { name: 'Name_2', type: 'string' },
    ])
    expect(result.rows).toEqual([
      [1, 'Ada; Countess', 1.5, '1815-12-10', '2026-01-01T10:00:00', true, 'x'],
      [2, null, null, null, null, false, 'y'],
    ])
  })

  test('older encodings', async () => {
    expect((await previewed('latin.csv', Buffer.from('name\nM\u00fcller\n', 'latin1'))).rows).toEqual([['Müller']])
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('name,n\nMüller,1\n', 'utf16le')])
    expect((await previewed('wide.csv', wide)).rows).toEqual([['Müller', 1]])
    expect((await previewed('marked.csv', Buffer.from('\ufeffname\nx\n'))).columns).toEqual([{ name: 'name', type: 'string' }])
  })

  test('a workbook: sheets, shared and inline texts, dates, booleans, gaps', async () => {
    const bytes = await workbookOf({
      People: `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>born</t></is></c><c r="C1" t="str"><v>seen</v></c><c r="D1" t="str"><v>at</v></c><c r="E1" t="str"><v>n</v></c><c r="F1" t="str"><v>ok</v></c></row>
        <row r="4"><c r="A4" t="s"><v>1</v></c><c r="B4" s="1"><v>46023</v></c><c r="C4" s="2"><v>46023.5</v></c><c r="D4" s="3"><v>0.25</v></c><c r="E4" s="4"><v>2.5</v></c><c r="F4" t="b"><v>1</v></c></row>
        <row r="5"><c r="A5" t="e"><v>#N/A</v></c><c r="E5"><v>3</v></c></row>`,
      'Other & more': '<row><c t="str"><v>only</v></c></row><row><c><v>7</v></c></row>',
    })
    const result = await previewed('book.xlsx', bytes)
    expect(result).toMatchObject({ type: 'excel', sheets: ['People', 'Other & more'], sheet_name: 'People' })
    expect(result.columns.map(({ type }: { type: string }) => type)).toEqual(['string', 'date', 'timestamp', 'string', 'double', 'boolean'])
    expect(result.rows).toEqual([
      ['Ada & Co', '2026-01-01', '2026-01-01T12:00:00', '06:00:00', 2.5, true],
      [null, null, null, null, 3, null],
    ])
    const other = await admin('GET', `/api/v1/upload/${result.id}/preview?q=(sheet_name:'Other %26 more')`)
    expect(other.body.result).toMatchObject({ sheet_name: 'Other & more', columns: [{ name: 'only', type: 'integer' }], rows: [[7]] })
  })

  test('Parquet, alone and in an archive', async () => {
    const one = await parquetOf(
      `SELECT 1 AS i, 12345678901234567890.5::DECIMAL(38, 1) AS d, 'x' AS s, DATE '2026-01-02' AS day, TIMESTAMP '2026-01-02 03:04:05.5' AS t, true AS b, [1, 2] AS list, TIMESTAMPTZ '2026-01-02 03:04:05+00' AS tz, 18446744073709551615::UBIGINT AS u`,
    )
    const result = await previewed('one.parquet', one)
    expect(result.columns.map(({ type }: { type: string }) => type)).toEqual([
      'integer',
      'decimal',
      'string',
      'date',
      'timestamp',
      'boolean',
      'string',
      'timestamp',
      'decimal',
    ])
    expect(result.rows).toEqual([
      [1, '12345678901234567890.5', 'x', '2026-01-02', '2026-01-02T03:04:05.500', true, '[1,2]', '2026-01-02T03:04:05', '18446744073709551615'],
    ])
    const more = await parquetOf(`SELECT 2 AS i, 'more' AS extra`)
    const archive = await zipFiles([
      { name: 'a/one.parquet', bytes: one },
      { name: '../../more.parquet', bytes: more },
      { name: '__MACOSX/._one.parquet', bytes: Buffer.from('rubbish') },
    ])
    const both = await previewed('both.zip', archive)
    expect(both.rows.map(([i]: [number]) => i)).toEqual([1, 2])
    expect(both.columns.at(-1)).toEqual({ name: 'extra', type: 'string' })
  })

  test('options change what is read', async () => {
    const { id, problem, columns, rows } = await previewed('odd.csv', '# made by hand\nx,a\n1,2\n\n-,3\nend,4\n')
    expect(problem).toMatch(/2 values, but the header names 1/)
    expect([columns.length, rows[0]]).toEqual([2, ['# made by hand', null]])
    const look = async (q: string) => (await admin('GET', `/api/v1/upload/${id}/preview?q=${encodeURIComponent(q)}`)).body
    expect((await look("(skip_rows:1,null_values:!('-'),rows_to_read:2)")).result).toMatchObject({
      columns: [
        { name: 'x', type: 'integer' },
        { name: 'a', type: 'integer' },
      ],
      rows: [
        [1, 2],
        [null, 3],
      ],
    })
    expect((await look('(skip_rows:1,header_row:!n)')).result).toMatchObject({
      columns: [{ name: 'column_1' }, { name: 'column_2' }],
      rows: [
        ['x', 'a'],
        ['1', '2'],
        ['-', '3'],
        ['end', '4'],
      ],
    })
    expect((await look('(skip_rows:1,columns_read:!(a),dataframe_index:!t,index_label:no,column_data_types:(a:str))')).result).toMatchObject({
      columns: [
        { name: 'no', type: 'integer' },
        { name: 'a', type: 'string' },
      ],
      rows: [
        [0, '2'],
        [1, '3'],
        [2, '4'],
      ],
    })
    expect(await look('(skip_rows:1,columns_read:!(b))')).toMatchObject({ errors: [{ message: 'The file has no column "b".' }] })
    expect((await admin('GET', `/api/v1/upload/${id}/preview?q=(skip_rows:x)`)).status).toBe(400)
  })
})

test('a workbook whose parts are larger than one read of the disk comes whole', async () => {
  const noise = (row: number): string => createHash('sha256').update(String(row)).digest('hex')
  const rows = Array.from({ length: 6000 }, (_, row) => `<row><c t="str"><v>${row === 0 ? 'text' : noise(row)}</v></c><c><v>${row}</v></c></row>`)
  const reply = await send('large.xlsx', await workbookOf({ A: rows.join('') }))
  expect([reply.status, reply.body.result.columns.length]).toEqual([201, 2])
  expect(reply.body.result.rows[0][0]).toBe(noise(1))
})

describe('T3 what is not a file of its kind is refused, and the server goes on', () => {
  test.each([
    ['picture.png', 'x', 400],
    ['old.xls', 'x', 400],
    ['none', 'x', 400],
    ['book.xlsx', 'no archive', 422],
    ['data.parquet', 'PAR1 rubbish PAR1', 422],
    ['data.zip', 'PK rubbish', 422],
    ['empty.csv', '', 422],
    ['open.csv', 'a,b\n"1,2\n', 422],
    ['wide.csv', `${'a,'.repeat(3000)}b\n`, 422],
    ['binary.csv', Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 7)), 422],
  ])('%s', async (name, bytes, status) => {
    const reply = await send(name, bytes)
    expect(reply.status, reply.text).toBe(status)
    expect(reply.text).not.toContain(server.dataFolder)
    expect((await admin('GET', '/health')).status).toBe(200)
  })

  test('a form without a file, or with a file under another name', async () => {
    const none = formOf({ type: 'csv' })
    expect((await admin('POST', '/api/v1/upload/', none.body, none.headers)).body).toEqual({ message: { file: ['Missing data for required field.'] } })
    const other = formOf({}, { field: 'other', name: 'a.csv', bytes: 'a\n1\n' })
    expect((await admin('POST', '/api/v1/upload/', other.body, other.headers)).status).toBe(400)
    expect((await admin('POST', '/api/v1/upload/', { file: { path: '/etc/passwd' } })).status).toBe(400)
  })

  test('a file over the limit is 413, whether or not its size was said beforehand', async () => {
    const before = await filesThere()
    const reply = await send('large.csv', `a\n${'x\n'.repeat(3 * 2 ** 20)}`)
    expect(reply.status).toBe(413)
    expect(await filesThere()).toEqual(before)
  })

  test('a ZIP bomb, a workbook that unfolds, entities without end', async () => {
    const bomb = await zipFiles([{ name: 'bomb.parquet', bytes: Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(64 * 2 ** 20)]) }])
    expect((await send('bomb.zip', bomb)).body.errors[0].message).toMatch(/bomb/)
    const sheet = await workbookOf({ A: '<row><c t="str"><v>a</v></c></row>' }, { 'xl/sharedStrings.xml': `<sst>${' '.repeat(64 * 2 ** 20)}</sst>` })
    expect((await send('bomb.xlsx', sheet)).body.errors[0].message).toMatch(/bomb/)
    const laughs = await workbookOf({ A: '' }, { 'xl/workbook.xml': '<!DOCTYPE a [<!ENTITY b "c">]><workbook>&b;</workbook>' })
    expect((await send('laughs.xlsx', laughs)).status).toBe(422)
  })
})

test('T25 names of files are shown and never used as paths', async () => {
  const result = await previewed('../../../etc/passwd.csv', 'a\n1\n')
  expect(result.table_name).toMatch(/^[a-z_]+$/)
  const names = await readdir(join(server.dataFolder, 'uploads', (await filesThere())[0]!))
  expect(names.every((name) => /^(file|part)-\d+/.test(name))).toBe(true)
})

test('what was sent of a file whose sender goes away is removed', async () => {
  const before = await filesThere()
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { body, headers } = formOf({}, { name: 'broken.csv', bytes: 'a,b\n'.repeat(100_000) })
  const call = request(`${address}/api/v1/upload/`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-length': body.length,
      'x-csrftoken': admin.csrf ?? '',
      cookie: [...admin.jar].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  })
  call.on('error', () => undefined)
  call.write(body.subarray(0, body.length / 2))
  await expect.poll(async () => (await filesThere()).length).toBe(before.length + 1)
  call.destroy()
  await expect.poll(filesThere).toEqual(before)
  expect((await admin('GET', '/health')).status).toBe(200)
})

test('T26 formulas of a workbook are not text, and texts that look like formulas stay what they are', async () => {
  const bytes = await workbookOf({ A: '<row><c t="str"><v>a</v></c></row><row><c><f>HYPERLINK("http://x")</f><v>3</v></c></row>' })
  expect((await previewed('f.xlsx', bytes)).rows).toEqual([[3]])
  expect((await previewed('f.csv', 'a\n=1+1\n')).rows).toEqual([['=1+1']])
})

test('an upload is its sender’s alone, and gone when it is cancelled', async () => {
  const { id } = await previewed('mine.csv', 'a\n1\n')
  const alpha = await server.as('alpha')
  for (const [method, path] of [
    ['GET', `/api/v1/upload/${id}`],
    ['GET', `/api/v1/upload/${id}/preview`],
    ['DELETE', `/api/v1/upload/${id}`],
  ] as const)
    expect((await alpha(method, path)).status).toBe(404)
  expect((await admin('GET', `/api/v1/upload/${id}`)).body).toEqual({ id, status: 'ready', rows: 0, total_rows: null, dataset_id: null, error: null })
  expect((await admin('DELETE', `/api/v1/upload/${id}`)).body).toEqual({ message: 'OK' })
  expect((await admin('GET', `/api/v1/upload/${id}`)).status).toBe(404)
})

test('files of one person do not pile up, and what belongs to nothing is swept', async () => {
  for (let number = 0; number < 8; number++) await previewed(`f${number}.csv`, 'a\n1\n')
  await expect.poll(async () => (await filesThere()).length).toBeLessThanOrEqual(6)
  await server.deps.uploads.sweep()
  expect((await filesThere()).length).toBeGreaterThan(0)
})

test('the sheets and columns of a file, as clients of the reference ask for them', async () => {
  const book = await workbookOf({ A: '<row><c t="str"><v>x</v></c></row>', B: '<row><c t="str"><v>y</v></c><c t="str"><v>z</v></c></row>' })
  const form = formOf({ type: 'excel' }, { name: 'b.xlsx', bytes: book })
  expect((await admin('POST', '/api/v1/database/upload_metadata/', form.body, form.headers)).body).toEqual({
    result: {
      items: [
        { sheet_name: 'A', column_names: ['x'] },
        { sheet_name: 'B', column_names: ['y', 'z'] },
      ],
    },
  })
  const csv = formOf({ type: 'csv', delimiter: '|', header_row: '1' }, { name: 'b.csv', bytes: 'no|no\na|b,c\n1|2\n' })
  expect((await admin('POST', '/api/v1/database/upload_metadata/', csv.body, csv.headers)).body).toEqual({
    result: { items: [{ sheet_name: null, column_names: ['a', 'b,c'] }] },
  })
  const wrong = formOf({ type: 'excel' }, { name: 'b.csv', bytes: 'a' })
  const refused = await admin('POST', '/api/v1/database/upload_metadata/', wrong.body, wrong.headers)
  expect([refused.status, refused.body]).toEqual([400, { message: { file: ['File extension is not allowed.'] } }])
})
