import { tableFromIPC } from 'apache-arrow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBatchCells } from '../../arrow/read-for-tests.ts'
import { addSampleDatabase } from '../../testing/sample-database.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
let visits: number
beforeAll(async () => {
  server = await openTestApp()
  admin = await server.as('admin')
  const database = await addSampleDatabase(server)
  visits = (await admin('POST', '/api/v1/dataset/', { database, table_name: 'visits', schema: 'main' })).body.id
})
afterAll(() => server.close())

const type = 'application/vnd.apache.arrow.stream'
const ask = (queries: readonly object[], accept: string, more: object = {}) =>
  admin('POST', '/api/v1/chart/data', { datasource: { id: visits, type: 'table' }, queries, ...more }, { accept })
const everything = { columns: ['id', 'seen_at', 'day', 'place', 'amount', 'weight', 'is_new'], metrics: [], orderby: [['id', true]] }

test('EXP-7.01 chart data is the same as Arrow and as JSON, whether computed or from the cache', async () => {
  const json = (await ask([everything], 'application/json')).body.result[0]
  for (let turn = 0; turn < 2; turn++) {
    const reply = await ask([everything], type)
    expect([reply.status, reply.headers['content-type']]).toEqual([200, type])
    const table = tableFromIPC(reply.bytes)
    const names = table.schema.fields.map(({ name }) => name)
    expect(table.batches.flatMap(readBatchCells).map((row) => Object.fromEntries(row.map((cell, at) => [names[at], cell])))).toEqual(json.data)
    expect(JSON.parse(table.schema.metadata.get('sightline:answer')!)).toMatchObject({ query: json.query, status: 'success', is_cached: true })
  }
})

test('several queries, and what is no rows, are refused with words', async () => {
  expect(await ask([everything, everything], type)).toMatchObject({ status: 400, body: { message: expect.stringContaining('one query') } })
  expect(await ask([everything], type, { result_type: 'query' })).toMatchObject({ status: 400, body: { message: expect.stringContaining('Only rows') } })
})
