import type { Cell } from '@sightline/core'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { link, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Driver, RunOptions, Surroundings } from '../connector.ts'
import { engineProgram } from '../engine-for-tests.ts'
import { unpackFrame } from '../unpack-frame.ts'
import { readStatement } from './read-statement.ts'
import { sqlite } from './sqlite.ts'
import { columnOf, readerOf, readMoment } from './types.ts'

let folder: string
let root: string
let surroundings: Surroundings
let driver: Driver
const logged: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-sqlite-test-'))
  root = join(folder, 'root')
  await mkdir(root)
  await writeFile(join(folder, 'secret.txt'), 'hidden')
  await writeFile(join(root, 'inside.txt'), 'hidden')
  surroundings = { fileRoots: [root], closedFiles: [join(root, 'store.db')], program: engineProgram, log: (message) => logged.push(message) }
  driver = await sqlite.open({ database: 'main.db' }, surroundings)
  await run('CREATE TABLE t AS SELECT value AS a FROM generate_series(1, 1000)', { readOnly: false })
})
afterAll(async () => {
  await driver.close()
  await rm(folder, { recursive: true, force: true })
})

async function run(
  sql: string,
  options: Partial<RunOptions> & { readonly params?: readonly unknown[] } = {},
  on: Driver = driver,
): Promise<{ ok: boolean; message: string; rows: Cell[][] }> {
  const stream = await on.stream({ sql, params: options.params ?? [] }, { signal: AbortSignal.timeout(60_000), readOnly: true, ...options })
  if (!stream.ok) return { ok: false, message: stream.problem.message, rows: [] }
  const rows: Cell[][] = []
  try {
    for await (const batch of stream.value.batches) for (let row = 0; row < batch.length; row++) rows.push(batch.values.map((cells) => cells[row]!))
  } catch (error) {
    return { ok: false, message: (error as Error).message, rows }
  }
  return { ok: true, message: '', rows }
}

const engines = (): number[] =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)])
    .toString()
    .split('\n')
    .filter((line) => line.includes('sqlite-engine'))
    .map((line) => Number.parseInt(line.trim(), 10))

test('T1 a statement reaches neither other files nor settings, by no function and no table of the engine', async () => {
  const secret = join(folder, 'secret.txt')
  const inside = join(root, 'inside.txt')
  const attempts = [
    `SELECT readfile('${secret}')`,
    `SELECT "readfile"('${secret}')`,
    `SELECT [ReadFile]('${inside}')`,
    `SELECT \`readfile\` ('${secret}')`,
    `SELECT readfile/* x */('${secret}')`,
    `WITH x AS (SELECT readfile('${secret}') AS a) SELECT * FROM x`,
    `SELECT writefile('${join(root, 'out.txt')}', 'x')`,
    `SELECT name FROM fsdir('${folder}')`,
    `SELECT data FROM fsdir WHERE path = '${secret}'`,
    `SELECT data FROM 'fsdir' WHERE path = '${secret}'`,
    `SELECT data FROM "FSDIR" WHERE path = '${secret}'`,
    `SELECT data FROM main.[fsdir] WHERE path = '${secret}'`,
    `SELECT load_extension('${inside}')`,
    `SELECT sha3_query('ATTACH ''${join(root, 'other.db')}'' AS o')`,
    `SELECT * FROM sqlite_dbpage`,
    `SELECT * FROM dbstat`,
    `SELECT * FROM sqlite_stmt`,
    `SELECT * FROM carray(1, 1)`,
    `SELECT fts3_tokenizer('x', 'y')`,
    `SELECT sqlite_crypt('a', 'b')`,
    `SELECT sqlite3mc_config('cipher')`,
    `SELECT * FROM pragma_database_list`,
    `SELECT * FROM pragma_journal_mode`,
    `SELECT * FROM "PRAGMA_database_list"`,
    `ATTACH '${join(root, 'other.db')}' AS other`,
    `ATTACH DATABASE ':memory:' AS other`,
    `/* SELECT */ ATTACH '${join(root, 'other.db')}' AS other`,
    `EXPLAIN ATTACH '${join(root, 'other.db')}' AS other`,
    `DETACH main`,
    `VACUUM INTO '${join(root, 'copy.db')}'`,
    `VACUUM`,
    `PRAGMA query_only = OFF`,
    `PRAGMA journal_mode = DELETE`,
    `PRAGMA table_info(t)`,
    `PRAGMA temp_store_directory = '${root}'`,
    `PRAGMA writable_schema = ON`,
    `BEGIN`,
    `COMMIT`,
    `SAVEPOINT x`,
    `CREATE VIRTUAL TABLE v USING fts5(a)`,
    `CREATE VIRTUAL TABLE v USING fsdir`,
    `CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; END`,
    `CREATE TEMP TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; END`,
    `SELECT 1; SELECT 2`,
    `SELECT 1; ATTACH '${join(root, 'other.db')}' AS other`,
    `SELECT 1 -- ;\n; DROP TABLE t`,
    `SELECT 'it''s; fine'; DROP TABLE t`,
    '',
    '-- nothing',
    ';;',
    'SELECT 1 \0 ; DROP TABLE t',
  ]
  for (const sql of attempts) {
    expect((await run(sql)).ok, sql).toBe(false)
    expect((await run(sql, { readOnly: false })).ok, `may write: ${sql}`).toBe(false)
  }
  for (const name of ['other.db', 'copy.db', 'out.txt']) expect(existsSync(join(root, name)), name).toBe(false)
  expect((await run('SELECT count(*) FROM t')).rows).toEqual([[1000]])
  expect((await run(`SELECT replace('a;b', ';', '-') || ';' -- readfile('x')\n;`)).rows).toEqual([['a-b;']])
})

test('T1 a view or a default in a foreign file cannot read files either', async () => {
  const other = await sqlite.open({ database: 'foreign.db' }, surroundings)
  await run('CREATE TABLE x (a INTEGER)', { readOnly: false }, other)
  // As another program could have written it: the text of the schema is changed on disk, its length kept.
  await run(`CREATE VIEW v AS SELECT quotefil('${join(folder, 'secret.txt')}') AS a`, { readOnly: false }, other)
  await other.close()
  const path = join(root, 'foreign.db')
  const bytes = readFileSync(path)
  const at = bytes.indexOf('quotefil')
  expect(at).toBeGreaterThan(0)
  bytes.write('readfile', at)
  await writeFile(path, bytes)
  const again = await sqlite.open({ database: 'foreign.db' }, surroundings)
  const seen = await run('SELECT * FROM v', {}, again)
  expect(seen).toMatchObject({ ok: false, message: expect.stringContaining('unsafe use of readfile') })
  await again.close()
})

test('T1 the engine has none of the environment of the server', async () => {
  process.env['SIGHTLINE_TEST_SECRET'] = 'do not show'
  const other = await sqlite.open({ database: 'main.db' }, surroundings)
  const before = engines()
  expect((await run('SELECT 1', {}, other)).ok).toBe(true)
  const [started] = engines().filter((pid) => !before.includes(pid))
  expect(readFileSync(`/proc/${started}/environ`, 'latin1')).not.toContain('do not show')
  await other.close()
  delete process.env['SIGHTLINE_TEST_SECRET']
})

test('T2 statements that would eat the machine end while others are answered', async () => {
  const heavy = [
    'SELECT sum(a.value * b.value) FROM generate_series(1, 10000000) a, generate_series(1, 10000000) b',
    `SELECT max(length(x)) FROM (SELECT replace(hex(zeroblob(value)), '0', 'abcdefgh') AS x FROM generate_series(100000000, 900000000))`,
    'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT max(n) FROM r',
    'SELECT value FROM generate_series(1, 100000000000) ORDER BY random()',
  ]
  for (const sql of heavy) {
    const controller = new AbortController()
    let isOver = false
    const running = run(sql, { signal: controller.signal }).finally(() => (isOver = true))
    expect((await run('SELECT count(*) FROM t')).rows, sql).toEqual([[1000]])
    expect(isOver && !sql.includes('zeroblob'), `${sql} was over before it was stopped`).toBe(false)
    controller.abort()
    expect((await running).ok, sql).toBe(false)
  }
  expect((await run('SELECT count(*) FROM t')).rows).toEqual([[1000]])
})

test('T17 T25 files outside the folders, by any way, and the store itself are refused', async () => {
  await symlink(folder, join(root, 'out'))
  await symlink(join(folder, 'not-there.db'), join(root, 'dangling.db'))
  await writeFile(join(folder, 'real.db'), '')
  await symlink(join(folder, 'real.db'), join(root, 'link.db'))
  await writeFile(join(root, 'store.db'), '')
  await link(join(root, 'store.db'), join(root, 'second-name.db'))
  await symlink(join(root, 'store.db'), join(root, 'store-link.db'))
  const paths = ['../x.db', '/etc/passwd', join(folder, 'x.db'), 'out/x.db', 'link.db', 'dangling.db', 'a/../../x.db', 'nowhere/x.db', 'a\0b', '']
  for (const database of [...paths, 'store.db', 'second-name.db', 'store-link.db', './store.db']) {
    const other = await sqlite.open({ database }, surroundings)
    expect((await run('SELECT 1', {}, other)).ok, database).toBe(false)
    expect((await run('CREATE TABLE x (a INTEGER)', { readOnly: false }, other)).ok, database).toBe(false)
    await other.close()
  }
  expect(readFileSync(join(folder, 'real.db'))).toHaveLength(0)
})

test('a file that is not there is not made by a reader, and parameters in its name are its name', async () => {
  const other = await sqlite.open({ database: 'missing?mode=ro&x#y%20.db' }, surroundings)
  expect(await run('SELECT 1', {}, other)).toMatchObject({ ok: false, message: expect.stringContaining('does not exist') })
  expect((await run('CREATE TABLE x (a INTEGER)', { readOnly: false }, other)).ok).toBe(true)
  expect((await run('SELECT count(*) FROM x', {}, other)).rows).toEqual([[0]])
  expect(existsSync(join(root, 'missing?mode=ro&x#y%20.db'))).toBe(true)
  await other.close()
})

test('a file that is no database is a problem and nothing worse', async () => {
  const other = await sqlite.open({ database: 'inside.txt' }, surroundings)
  expect(await run('SELECT * FROM x', {}, other)).toMatchObject({ ok: false, message: expect.stringContaining('not a database') })
  await other.close()
})

test('an engine that dies fails its query with a clear problem, undoes what it wrote, and the next statement works', async () => {
  const alone = await sqlite.open({ database: 'killed.db' }, surroundings)
  await run('CREATE TABLE k (a INTEGER)', { readOnly: false }, alone)
  const before = engines()
  const writing = run('INSERT INTO k SELECT value FROM generate_series(1, 100000000)', { readOnly: false }, alone)
  let mine: number[] = []
  const other = await sqlite.open({ database: 'killed.db' }, surroundings)
  // The journal is there as soon as something was written.
  while (!existsSync(join(root, 'killed.db-journal'))) await new Promise((resolve) => setTimeout(resolve, 20))
  mine = before.filter((pid) => engines().includes(pid))
  process.kill(mine.at(-1)!, 'SIGKILL')
  expect(await writing).toMatchObject({ ok: false, message: expect.stringContaining('engine stopped') })
  expect((await run('SELECT count(*) FROM k', {}, other)).rows).toEqual([[0]])
  expect((await run('INSERT INTO k VALUES (1)', { readOnly: false }, alone)).ok).toBe(true)
  expect((await run('SELECT a FROM k', {}, alone)).rows).toEqual([[1]])
  await alone.close()
  await other.close()
})

test('a text that is no text is said to be none', async () => {
  expect((await run(`SELECT CAST(x'ff' AS TEXT)`)).message).toContain('not valid UTF-8')
  expect((await run(`SELECT CAST(CAST(x'ff' AS TEXT) AS BLOB)`)).rows).toEqual([['\\xff']])
})

test('values of every sort can be parameters', async () => {
  const params = [true, false, undefined, new Date(0), 5, 1.5, 9007199254740993n, 2n ** 70n, { a: [1] }]
  const { rows } = await run(`SELECT ${params.map((_, index) => `? AS v${index}`).join(', ')}`, { params })
  const types = await run(`SELECT ${params.map((_, index) => `typeof(?) AS v${index}`).join(', ')}`, { params })
  expect([types.rows[0], rows[0]]).toEqual([
    ['integer', 'integer', 'null', 'text', 'integer', 'real', 'integer', 'text', 'text'],
    [1, 0, null, '1970-01-01 00:00:00.000', 5, 1.5, 9007199254740993n, String(2n ** 70n), '{"a":[1]}'],
  ])
})

test('a column has the kind it was declared with as long as its values agree', () => {
  const kind = (declared: string | null, ...values: Parameters<typeof columnOf>[2]) => columnOf('a', declared, values).kind
  expect(kind('datetime', '2021-01-02 03:04:05', null, '')).toBe('temporal')
  expect(kind('datetime', 'soon')).toBe('string')
  expect(kind('timestamp', 1612224000n)).toBe('numeric')
  expect(kind('boolean', 1n, 0n, null)).toBe('boolean')
  expect(kind('boolean', 2n)).toBe('numeric')
  expect(kind('integer', 'n/a')).toBe('string')
  expect(kind('numeric(10, 2)')).toBe('numeric')
  expect(kind('varchar(20)')).toBe('string')
  expect(kind(null, 1n, 1.5)).toBe('numeric')
  expect(kind(null)).toBe('string')
  expect(columnOf('a', 'decimal( 10 ,2)', []).type).toBe('DECIMAL( 10, 2)')
  expect(readerOf({ name: 'a', kind: 'numeric', type: 'INTEGER' })('12.5')).toBe(12.5)
  expect(readerOf({ name: 'a', kind: 'numeric', type: 'INTEGER' })('n/a')).toBeNull()
})

test.each([
  ['2021-01-02', Date.UTC(2021, 0, 2)],
  ['2021-01-02 03:04', Date.UTC(2021, 0, 2, 3, 4)],
  ['2021-01-02T03:04:05.000001Z', Date.UTC(2021, 0, 2, 3, 4, 5) + 0.001],
  ['2021-01-02 03:04:05+05:30', Date.UTC(2021, 0, 1, 21, 34, 5)],
  ['0044-03-15', new Date('0044-03-15T00:00:00Z').getTime()],
  ['2021-02-30', null],
  ['soon', null],
])('the moment %s is read', (text, expected) => expect(readMoment(text)).toEqual(expected))

test('T5 what writes is known as writing', () => {
  const reads = (sql: string) => {
    const read = readStatement(sql)
    return 'reads' in read ? read.reads : null
  }
  for (const sql of ['SELECT 1', 'VALUES (1)', 'WITH a AS (SELECT 1) SELECT replace(x, 1, 2) FROM a', 'EXPLAIN QUERY PLAN SELECT 1', '/**/--\nselect 1'])
    expect(reads(sql), sql).toBe(true)
  for (const sql of [
    'WITH a AS (SELECT 1) DELETE FROM t',
    'with a(b) as (select 1) replace into t select * from a',
    'INSERT INTO t VALUES (1)',
    'EXPLAIN DELETE FROM t',
  ])
    expect(reads(sql), sql).toBe(false)
})

test('columns in memory are the same rows as cells, also where later values break the promise of the first ones', async () => {
  const first = `SELECT 1 AS whole, 0.5 AS part, 'a' AS word, CAST(NULL AS TEXT) AS gap`
  await run('CREATE TABLE loose (whole INTEGER, price DECIMAL(10, 2), seen DATETIME, flag BOOLEAN, doc JSON, word TEXT, raw BLOB, any_number NUMERIC)', {
    readOnly: false,
  })
  await run(
    `INSERT INTO loose SELECT value, value / 100.0, datetime('2021-01-01', '+' || value || ' seconds'), value % 2, '{"a":' || value || '}', 'ü' || value, x'ff', value FROM generate_series(1, 3000)`,
    { readOnly: false },
  )
  const strange = `INSERT INTO loose VALUES (1.5, 1.005, 'never', 7, 'no JSON', 5, 'text', '123456789012345678901234567890'), ('text', 'x', '2021-02-31', NULL, NULL, NULL, NULL, NULL), (9223372036854775807, -9223372036854775807, '2021-01-02T03:04:05.123456Z', 0.0, '[1]', x'00', x'41', 1e300)`
  await run(strange, { readOnly: false })
  for (const sql of [
    first,
    'SELECT * FROM loose',
    'SELECT * FROM loose ORDER BY rowid DESC',
    'SELECT * FROM loose WHERE 0',
    'SELECT * FROM loose LIMIT 2048',
  ]) {
    const cells = (await run(sql)).rows
    const stream = await driver.stream({ sql, params: [] }, { signal: AbortSignal.timeout(60_000), readOnly: true })
    if (!stream.ok) throw new Error(stream.problem.message)
    const { columns, packed } = stream.value
    const rows: Cell[][] = []
    for await (const batch of packed!.batches) {
      const frame = 'values' in batch ? batch : unpackFrame(columns, packed!.layouts, batch)
      for (let row = 0; row < frame.length; row++) rows.push(frame.values.map((column) => column[row]!))
    }
    expect(rows).toEqual(cells)
  }
  const last = (await run('SELECT whole, price, seen, any_number FROM loose')).rows.slice(3000)
  expect(last).toEqual([
    [1.5, 1.005, null, 1.2345678901234568e29],
    [null, null, null, null],
    [9223372036854775807n, -9223372036854775807n, 1609556645123.456, 1e300],
  ])
})

test('a reader that leaves early does not take the session with it, however busy the engine is', async () => {
  const session = await driver.session({ signal: AbortSignal.timeout(60_000), readOnly: false })
  if (!session.ok) throw new Error(session.problem.message)
  const stream = async (sql: string) => {
    const answer = await session.value.stream({ sql, params: [] }, { signal: AbortSignal.timeout(60_000) })
    if (!answer.ok) throw new Error(answer.problem.message)
    return answer.value.batches
  }
  for await (const _ of await stream('CREATE TEMP TABLE noted AS SELECT 5 AS a'));
  // Between its first rows and the next the engine counts for longer than a stop would wait for it.
  const busy = 'SELECT value FROM generate_series(1, 5000) WHERE value < 3000 OR (SELECT count(*) FROM generate_series(1, 30000000)) > 0'
  for await (const _ of await stream(busy)) break
  const seen: Cell[][] = []
  for await (const batch of await stream('SELECT a FROM noted')) seen.push(...batch.values.map((cells) => [...cells]))
  expect(seen).toEqual([[5]])
  await session.value.close()
})
