import { afterAll, beforeAll, expect, test } from 'vitest'
import { zipFiles } from '../../files/zip.ts'
import { takeIn, zipOf } from '../../testing/bundles.ts'
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
})

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
  const values = ['null', '[]', '{}', '7.5', '-1e400', 'true', '"\\0"', '"x"', '.nan', '2024-01-01']
  const keys = ['database_name', 'sqlalchemy_uri', 'uuid', 'extra', 'ssh_tunnel', 'cache_timeout', 'version', '__proto__', 'constructor', 'encrypted_extra']
  let number = 100
  for (const key of keys)
    for (const value of values) {
      const text = database(++number).replace(new RegExp(`^${key}: .*\n`, 'm'), '') + `${key}: ${value}\n`
      const [status, body] = await refusal({ 'databases/a.yaml': text })
      expect(status, `${key}: ${value} ${JSON.stringify(body)}`).toBeLessThan(500)
    }
})
