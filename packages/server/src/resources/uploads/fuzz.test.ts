import { afterAll, beforeAll, expect, test } from 'vitest'
import { zipFiles } from '../../files/zip.ts'
import { formOf, parquetOf, workbookOf } from '../../testing/upload-files.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
const samples: Record<string, Buffer> = {}
beforeAll(async () => {
  server = await openTestApp({ env: { SIGHTLINE_LOG_LEVEL: 'silent' } })
  admin = await server.as('admin')
  const parquet = await parquetOf(`SELECT i, 'text ' || i AS s, i / 3 AS d, DATE '2026-01-01' + i::INT AS day, [i, i + 1] AS list FROM range(200) t(i)`)
  samples['f.csv'] = Buffer.from(
    `id,name,day,amount\n${Array.from({ length: 60 }, (_, at) => `${at},"na ""me"" ${at}",2026-01-0${(at % 9) + 1},${at / 4}\r\n`).join('')}`,
  )
  samples['f.tsv'] = Buffer.from('a\tb\n1\t2\n')
  samples['f.parquet'] = parquet
  samples['f.zip'] = await zipFiles([{ name: 'x.parquet', bytes: parquet }])
  samples['f.xlsx'] = await workbookOf({
    A: Array.from(
      { length: 40 },
      (_, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="s"><v>${at % 2}</v></c><c r="B${at + 1}" s="1"><v>${46000 + at}</v></c></row>`,
    ).join(''),
  })
})
afterAll(() => server.close())

/** The same numbers on every run: a failure names its seed and can be met again. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state % below
  }
}

const pieces = ['\0', '"', '\r', ',,,,,,', '\ufeff', '9'.repeat(400), '<!DOCTYPE a>', '<a>'.repeat(100), '&#0;', 'PK\u0003\u0004', 'PAR1'].map((text) =>
  Buffer.from(text),
)

function mutate(bytes: Buffer, seed: number): Buffer {
  const random = randomFrom(seed * 7919)
  let result = Buffer.from(bytes)
  for (let step = 1 + random(6); step > 0; step--) {
    const at = random(result.length + 1)
    switch (random(6)) {
      case 0:
        if (result.length > 0) result[random(result.length)] = random(256)
        break
      case 1:
        result = result.subarray(0, at) as Buffer<ArrayBuffer>
        break
      case 2:
        result = Buffer.concat([result.subarray(0, at), pieces[random(pieces.length)]!, result.subarray(at)])
        break
      case 3:
        result = Buffer.concat([result.subarray(0, at), result.subarray(Math.min(result.length, at + 1 + random(64)))])
        break
      case 4:
        result = Buffer.concat([result, result.subarray(at)])
        break
      default:
        // Near the end lie the lists of archives and of Parquet files.
        for (let count = 0; count < 8 && result.length > 0; count++) result[result.length - 1 - random(Math.min(result.length, 200))] = random(256)
    }
  }
  return result
}

test.each(['f.csv', 'f.tsv', 'f.parquet', 'f.zip', 'f.xlsx'])('T3 %s, damaged in every way: each answer is an answer, and the server lives', async (name) => {
  for (let seed = 1; seed <= 10; seed++) {
    const form = formOf({}, { name, bytes: mutate(samples[name]!, seed) })
    const reply = await admin('POST', '/api/v1/upload/', form.body, form.headers)
    expect([201, 422], `seed ${seed}: ${reply.status} ${reply.text.slice(0, 200)}`).toContain(reply.status)
    expect(reply.text).not.toContain(server.dataFolder)
  }
  expect((await admin('GET', '/api/v1/database/')).status).toBe(200)
})

test('T3 a file under the wrong ending is refused or read as what it says it is', async () => {
  for (const [from, to] of [
    ['f.xlsx', 'x.csv'],
    ['f.xlsx', 'x.parquet'],
    ['f.xlsx', 'x.zip'],
    ['f.parquet', 'x.xlsx'],
    ['f.parquet', 'x.csv'],
    ['f.csv', 'x.xlsx'],
    ['f.csv', 'x.parquet'],
    ['f.zip', 'x.xlsx'],
  ] as const) {
    const form = formOf({}, { name: to, bytes: samples[from]! })
    expect((await admin('POST', '/api/v1/upload/', form.body, form.headers)).status, `${from} as ${to}`).toBe(422)
  }
})

test('T3 a form that breaks off or lies about itself is answered', async () => {
  const { body, headers } = formOf({ type: 'csv' }, { name: 'a.csv', bytes: samples['f.csv']! })
  for (let seed = 1; seed <= 40; seed++) {
    const reply = await admin('POST', '/api/v1/upload/', mutate(body, seed), headers)
    expect(reply.status, `seed ${seed}: ${reply.text.slice(0, 200)}`).toBeLessThan(500)
  }
  expect((await admin('POST', '/api/v1/upload/', body, { 'content-type': 'multipart/form-data' })).status).toBeLessThan(500)
  expect((await admin('GET', '/health')).status).toBe(200)
})

test('T3 others are answered while a file is read that takes its time', async () => {
  const wide = Buffer.from(`${Array.from({ length: 1500 }, (_, at) => `c${at}`).join(',')}\n${`${'1,'.repeat(1499)}1\n`.repeat(1000)}`)
  const form = formOf({}, { name: 'wide.csv', bytes: wide })
  let isRead = false
  const reading = admin('POST', '/api/v1/upload/', form.body, form.headers).then((reply) => ((isRead = true), reply))
  const alpha = await server.as('alpha')
  expect((await alpha('GET', '/api/v1/database/')).status).toBe(200)
  expect(isRead).toBe(false)
  expect((await reading).status).toBe(201)
})
