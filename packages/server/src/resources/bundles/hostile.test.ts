import { afterAll, beforeAll, expect, test } from 'vitest'
import { readZip } from '../../files/read-zip.ts'
import { zipFiles } from '../../files/zip.ts'
import { takeIn, zipOf } from '../../testing/bundles.ts'
import { makeZip } from '../../testing/hostile-zip.ts'
import { openTestApp, type TestApp, type TestCall } from '../../testing/test-app.ts'

let server: TestApp
let admin: TestCall
beforeAll(async () => {
  server = await openTestApp()
  admin = await server.as('admin')
})
afterAll(() => server.close())

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const metadata = 'version: 1.0.0\ntype: Database\n'
const database = (number: number, more = '') =>
  `database_name: Db ${number}\nsqlalchemy_uri: postgresql://u@h.invalid:5432/x\nuuid: ${uuid(number)}\nversion: 1.0.0\n${more}`
const refusal = async (files: Readonly<Record<string, string>>) => {
  const reply = await takeIn(admin, 'database', await zipOf({ 'metadata.yaml': metadata, ...files }))
  return [reply.status, reply.body.errors?.[0] ?? reply.body] as const
}
const wipe = async () => {
  for (const table of ['datasets', 'databases'] as const) await server.deps.db.deleteFrom(table).execute()
}
const nothingCame = async () => expect(await server.deps.db.selectFrom('databases').select('id').execute()).toEqual([])

test('T25 paths that lead outside, in any writing, spoil the bundle', async () => {
  for (const path of ['../databases/a.yaml', 'databases/../../../a.yaml', 'databases\\..\\..\\a.yaml', '..\\a.yaml'])
    expect(await refusal({ [path]: database(1) })).toMatchObject([422, { message: 'Found a path that leads outside of the archive' }])
  const absolute = await zipFiles([
    { name: 'root/metadata.yaml', bytes: Buffer.from(metadata) },
    { name: '/etc/databases/a.yaml', bytes: Buffer.from(database(1)) },
  ])
  expect((await takeIn(admin, 'database', absolute)).status).toBe(422)
  await nothingCame()
})

test('T3 archives that unpack to far more than they are, or hold too many files, are refused', async () => {
  expect(await refusal({ 'databases/a.yaml': ' '.repeat(3 * 2 ** 20) })).toMatchObject([422, { message: 'Zip compress ratio above allowed threshold' }])
  const noise = Array.from({ length: 700_000 }, (_, index) => ((index * 7919) % 99_991).toString(36)).join(' ')
  expect(await refusal({ 'databases/a.yaml': noise.repeat(2) })).toMatchObject([422, { message: 'Found file with size above allowed threshold' }])
  // What an archive of 100,000 files says of their number, the field being too small for it.
  const many = await zipOf({ 'metadata.yaml': metadata, 'databases/a.yaml': database(1) })
  many.writeUInt16LE(0xffff, many.length - 12)
  const reply = await takeIn(admin, 'database', many)
  expect([reply.status, reply.body.errors[0].message]).toEqual([422, 'Found more files than allowed'])
  await nothingCame()
})

test('T3 YAML that unfolds, nests without end or repeats itself is refused', async () => {
  const lines = Array.from(
    { length: 12 },
    (_, level) =>
      `a${level}: &a${level} [${
        level === 0
          ? '"x"'
          : Array(9)
              .fill(`*a${level - 1}`)
              .join(',')
      }]`,
  )
  const deep = (open: string, close: string, times: number) => `x: ${open.repeat(times)}1${close.repeat(times)}\n`
  for (const more of [lines.join('\n'), deep('[', ']', 100), deep('{a: ', '}', 100), deep('[', ']', 100_000), 'uuid: twice\n', 'x: &x [*x]\n'])
    expect(await refusal({ 'databases/a.yaml': database(1, more) }), more.slice(0, 60)).toMatchObject([
      422,
      { extra: { 'databases/a.yaml': 'Not a valid YAML file' } },
    ])
  await nothingCame()
}, 180_000)

test('all or nothing: one wrong file, and nothing of the bundle is there', async () => {
  const [status, fault] = await refusal({
    'databases/a.yaml': database(1),
    'databases/b.yaml': 'database_name: B\nversion: 1.0.0\n',
    'databases/c.yaml': database(1),
    'databases/d.yaml': database(1).replace(uuid(1), uuid(9)),
  })
  expect([status, fault.extra]).toMatchObject([
    422,
    {
      'databases/b.yaml': { sqlalchemy_uri: ['Missing data for required field.'], uuid: ['Missing data for required field.'] },
      'databases/c.yaml': { uuid: ['Another file of the bundle has the same uuid.'] },
      'databases/d.yaml': 'Another file of the bundle stands for the same database',
    },
  ])
  await nothingCame()
})

test('all or nothing: a store that fails half-way is as it was', async () => {
  const { db } = server.deps
  const bundle = await zipOf({
    'metadata.yaml': metadata,
    'databases/a.yaml': database(1),
    'datasets/a/t.yaml': `table_name: t\nuuid: ${uuid(2)}\nversion: 1.0.0\ndatabase_uuid: ${uuid(1)}\ncolumns: []\nmetrics:\n- metric_name: m\n  expression: "1"\n`,
  })
  const before = (await db.selectFrom('permissions').select('id').execute()).length
  await db.schema.alterTable('dataset_metrics').renameTo('dataset_metrics_away').execute()
  expect((await takeIn(admin, 'database', bundle)).status).toBe(500)
  await db.schema.alterTable('dataset_metrics_away').renameTo('dataset_metrics').execute()
  await nothingCame()
  expect((await db.selectFrom('permissions').select('id').execute()).length).toBe(before)
  expect((await takeIn(admin, 'database', bundle)).status).toBe(200)
})

test('T4 files whose keys have names and values of every kind never break the server', async () => {
  const values = ['null', '[]', '{}', '7.5', '12345678901234567890', '-1e400', 'true', '"\\0"', '"x"', '.nan', '2024-01-01']
  const keys = ['database_name', 'sqlalchemy_uri', 'uuid', 'extra', 'ssh_tunnel', 'cache_timeout', 'version', '__proto__', 'constructor', 'encrypted_extra']
  let number = 100
  for (const key of keys)
    for (const value of values) {
      const text = database(++number).replace(new RegExp(`^${key}: .*\n`, 'm'), '') + `${key}: ${value}\n`
      const [status, body] = await refusal({ 'databases/a.yaml': text })
      expect(status, `${key}: ${value} ${JSON.stringify(body)}`).toBeLessThan(500)
    }
  for (const key of ['table_name', 'schema', 'sql', 'offset', 'columns', 'metrics', 'database_uuid', 'params', 'extra'])
    for (const value of values) {
      const set = { table_name: 't', uuid: uuid(++number), version: '"1.0.0"', database_uuid: uuid(1), [key]: value }
      const text = Object.entries(set).map(([name, one]) => `${name}: ${one}\n`)
      const [status, body] = await refusal({ 'databases/a.yaml': database(1), 'datasets/a/t.yaml': text.join('') })
      expect(status, `${key}: ${value} ${JSON.stringify(body)}`).toBeLessThan(500)
      await wipe()
    }
}, 180_000)

test('T3 archives that are not what they say come back with a reason', async () => {
  const good = { name: 'root/databases/a.yaml', bytes: Buffer.from(database(1)) }
  const about = { name: 'root/metadata.yaml', bytes: Buffer.from(metadata) }
  const answers = async (archive: Buffer) => {
    const reply = await takeIn(admin, 'database', archive)
    return [reply.status, reply.body.errors?.[0]?.message ?? reply.body.message]
  }
  expect(await answers(makeZip([about, { ...good, says: { checksum: 7 } }]))).toEqual([422, 'Found a damaged file'])
  expect(await answers(makeZip([about, { ...good, flags: 1 }]))).toEqual([422, 'Found an encrypted file'])
  expect(await answers(makeZip([about, { ...good, mode: 0o120777, bytes: Buffer.from('/etc/passwd') }]))).toEqual([422, 'Found a link'])
  expect(await answers(makeZip([about, good]).subarray(0, 200))).toEqual([422, 'Not a ZIP file'])
  expect(await answers(Buffer.from('hello'))).toEqual([422, 'Not a ZIP file'])
  expect(await answers(Buffer.alloc(0))).toEqual([422, 'Not a ZIP file'])
  expect(await answers(makeZip([]))).toEqual([400, 'No valid import files were found'])
  expect(await answers(makeZip([{ ...about, name: 'root/.DS_Store' }]))).toEqual([400, 'No valid import files were found'])
  expect(await answers(makeZip([good]))).toEqual([422, 'Could not find a valid command to import file'])
  const twice = await takeIn(admin, 'database', makeZip([about, good, good]))
  expect([twice.status, twice.body.errors[0].extra['databases/a.yaml']]).toEqual([422, 'The bundle has this file twice'])
  await nothingCame()
})

test('T3 T16 YAML that asks for objects, repeats keys or holds what no text can hold is refused, and keys with names of the language are only keys', async () => {
  const faultOf = async (more: string | Buffer) => {
    const bytes = typeof more === 'string' ? Buffer.from(database(1, more)) : more
    const about = { name: 'root/metadata.yaml', bytes: Buffer.from(metadata) }
    const reply = await takeIn(admin, 'database', makeZip([about, { name: 'root/databases/a.yaml', bytes }]))
    return [reply.status, reply.body.errors?.[0].extra['databases/a.yaml']]
  }
  const invalid = [422, 'Not a valid YAML file']
  for (const more of [
    'x: !!js/function "function () { return 1 }"\n',
    'x: !!python/object/apply:os.system ["true"]\n',
    'x: !mine 7\n',
    'x: !!binary aGVsbG8=\n',
    'uuid: again\n',
    'x: 1\nx: 2\n',
    '--- \na: 1\n',
    'x: *nobody\n',
    '\tx: 1\n',
  ])
    expect(await faultOf(more), more).toEqual(invalid)
  expect(await faultOf(Buffer.from([0x61, 0x3a, 0x20, 0xff, 0xfe]))).toEqual(invalid)
  const unstorable = [422, expect.stringContaining('NUL')]
  for (const more of ['external_url: "a\\0b"\n', 'x: {deep: ["\\0"]}\n', '"a\\0": 1\n', 'x: "\\ud800"\n']) expect(await faultOf(more), more).toEqual(unstorable)
  await nothingCame()

  const strange = `"__proto__": {isAdmin: true}\nconstructor: {prototype: {isAdmin: true}}\nx: {__proto__: {isAdmin: true}, "<<": {database_name: other}}\n`
  expect(await faultOf(strange)).toEqual([200, undefined])
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  expect((await server.deps.db.selectFrom('databases').select('database_name').execute()).map((row) => row.database_name)).toEqual(['Db 1'])
  await wipe()
})

test('T31 numbers and words keep their value through a bundle: long digits, exponents, and texts that look like either', async () => {
  const lines = [
    'long: 12345678901234567890',
    'longer: [-9007199254740993, {deep: 100000000000000000000000000000}]',
    'safe: 9007199254740991',
    'large: 1.0e+21',
    'small: 1.5e-07',
    'text: 1e5',
    'octal: 0o17',
    'quoted: "1e5"',
    'digits: "12345678901234567890"',
    'truth: yes',
    'word: "yes"',
    'day: 2024-01-01',
  ]
  const more = `kept:\n${lines.map((line) => `  ${line}\n`).join('')}`
  expect((await refusal({ 'databases/a.yaml': database(1, more) }))[0]).toBe(200)
  const row = await server.deps.db.selectFrom('databases').select('id').executeTakeFirstOrThrow()
  const bundle = (await admin('GET', `/api/v1/database/export/?q=!(${row.id})`)).bytes
  const [file] = await readZip(bundle, { entries: 9, bytesPerFile: 2 ** 20, ratio: 1000 }, (name) => name.includes('databases/'))
  const text = Buffer.from(file!.bytes).toString('utf8')
  for (const line of [
    'long: 12345678901234567890\n',
    '- -9007199254740993\n',
    'deep: 100000000000000000000000000000\n',
    'safe: 9007199254740991\n',
    'large: 1.0e+21\n',
    'small: 1.5e-7\n',
    'text: "1e5"\n',
    'octal: "0o17"\n',
    'quoted: "1e5"\n',
    'digits: "12345678901234567890"\n',
    'truth: true\n',
    'word: "yes"\n',
  ])
    expect(text).toContain(line)
  expect((await takeIn(admin, 'database', bundle, { overwrite: 'true' })).status).toBe(200)
  const again = (await admin('GET', `/api/v1/database/export/?q=!(${row.id})`)).bytes
  const [second] = await readZip(again, { entries: 9, bytesPerFile: 2 ** 20, ratio: 1000 }, (name) => name.includes('databases/'))
  expect(Buffer.from(second!.bytes).toString('utf8')).toBe(text)
  await wipe()
})
