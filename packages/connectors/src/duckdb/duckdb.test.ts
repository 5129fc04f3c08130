import { link, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Driver, RunOptions, Surroundings } from '../connector.ts'
import { engineProgram } from '../engine-for-tests.ts'
import { duckdb } from './duckdb.ts'

let folder: string
let root: string
let surroundings: Surroundings
let driver: Driver
const logged: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-duckdb-'))
  root = join(folder, 'root')
  await mkdir(root)
  await writeFile(join(folder, 'secret.csv'), 'a,b\n1,2\n')
  await writeFile(join(root, 'inside.csv'), 'a,b\n1,2\n')
  surroundings = { fileRoots: [root], program: engineProgram, log: (message) => logged.push(message) }
  driver = await duckdb.open({ database: 'main.duckdb' }, surroundings)
  await run('CREATE TABLE t AS SELECT range AS a FROM range(1000)', { readOnly: false })
})
afterAll(async () => {
  await driver.close()
  await rm(folder, { recursive: true, force: true })
})

async function run(sql: string, options: Partial<RunOptions> = {}, on: Driver = driver): Promise<{ ok: boolean; message: string; rows: number }> {
  const stream = await on.stream({ sql, params: [] }, { signal: AbortSignal.timeout(60_000), readOnly: true, ...options })
  if (!stream.ok) return { ok: false, message: stream.problem.message, rows: 0 }
  let rows = 0
  try {
    for await (const batch of stream.value.batches) rows += batch.length
  } catch (error) {
    return { ok: false, message: (error as Error).message, rows }
  }
  return { ok: true, message: '', rows }
}

test('T1 a statement reaches neither files nor network nor the environment nor the settings', async () => {
  const file = join(folder, 'secret.csv')
  const inside = join(root, 'inside.csv')
  const attempts = [
    `SELECT * FROM read_csv('${file}')`,
    `SELECT * FROM read_csv_auto('${inside}')`,
    `SELECT * FROM read_text('${file}')`,
    `SELECT * FROM read_blob('${file}')`,
    `SELECT * FROM read_json('${file}')`,
    `SELECT * FROM read_json_auto('${file}')`,
    `SELECT * FROM read_json_objects('${file}')`,
    `SELECT * FROM read_json_objects_auto('${file}')`,
    `SELECT * FROM read_ndjson('${file}')`,
    `SELECT * FROM read_ndjson_auto('${file}')`,
    `SELECT * FROM read_ndjson_objects('${file}')`,
    `SELECT * FROM read_duckdb('${join(folder, 'real.duckdb')}')`,
    `SELECT * FROM parquet_scan('${file}')`,
    `SELECT * FROM parquet_schema('${file}')`,
    `SELECT * FROM parquet_file_metadata('${file}')`,
    `SELECT * FROM parquet_kv_metadata('${file}')`,
    `SELECT * FROM parquet_bloom_probe('${file}', 'a', 1)`,
    `SELECT * FROM arrow_scan(1, 2, 3)`,
    `SELECT * FROM arrow_scan_dumb(1, 2, 3)`,
    `SELECT * FROM sqlite_scan('${file}', 't')`,
    `SELECT * FROM postgres_scan('', 'public', 't')`,
    `SELECT * FROM read_xlsx('${file}')`,
    `SELECT * FROM iceberg_scan('${file}')`,
    `SELECT * FROM delta_scan('${file}')`,
    `SELECT * FROM st_read('${file}')`,
    `SELECT * FROM pragma_storage_info('t'), read_text('${file}')`,
    `WITH f AS (SELECT * FROM read_csv('${file}')) SELECT * FROM f`,
    `SELECT (SELECT content FROM read_text('${file}'))`,
    `SELECT * FROM t WHERE a IN (SELECT length(content) FROM read_text('/etc/passwd'))`,
    `SELECT * FROM ['${file}']`,
    `SUMMARIZE '${file}'`,
    `DESCRIBE '${file}'`,
    `PIVOT '${file}' ON a`,
    `EXPLAIN ANALYZE SELECT * FROM '${file}'`,
    `CREATE VIEW leak AS SELECT * FROM read_text('${file}')`,
    `CREATE TABLE leak AS FROM read_text('${file}')`,
    `INSERT INTO t SELECT length(content) FROM read_text('${file}')`,
    `SELECT * FROM read_parquet('${file}')`,
    `SELECT * FROM parquet_metadata('${file}')`,
    `SELECT * FROM sniff_csv('${file}')`,
    `SELECT * FROM glob('${folder}/*')`,
    `SELECT * FROM '${file}'`,
    `SELECT * FROM "${inside}"`,
    `FROM '/etc/passwd'`,
    `SELECT * FROM 'https://example.org/x.csv'`,
    `SELECT * FROM query('SELECT * FROM read_text(''${file}'')')`,
    `SELECT * FROM query_table('${file}')`,
    `SELECT getenv('HOME')`,
    `COPY t TO '${join(folder, 'out.csv')}'`,
    `COPY t FROM '${file}'`,
    `COPY (SELECT 1) TO '${join(root, 'out.csv')}'`,
    `ATTACH '${join(folder, 'other.duckdb')}' AS other`,
    `ATTACH ':memory:' AS other`,
    `DETACH main`,
    `USE memory`,
    `EXPORT DATABASE '${join(folder, 'out')}'`,
    `IMPORT DATABASE '${join(folder, 'out')}'`,
    `INSTALL httpfs`,
    `LOAD httpfs`,
    `SET memory_limit = '100GB'`,
    `SET enable_external_access = true`,
    `RESET memory_limit`,
    `PRAGMA memory_limit = '100GB'`,
    `PRAGMA enable_profiling`,
    `SET VARIABLE x = 1`,
    `CALL pragma_version()`,
    `CHECKPOINT`,
    `VACUUM`,
    `BEGIN`,
    `COMMIT`,
    `PREPARE p AS SELECT 1`,
    `CREATE SECRET s (TYPE S3)`,
    `CREATE TEMP TABLE k AS SELECT 1`,
    `CREATE MACRO m(x) AS x`,
    `SELECT 1; SELECT 2`,
    ``,
    `-- nothing`,
  ]
  for (const sql of attempts) expect((await run(sql)).ok, sql).toBe(false)
  const forWriters = attempts.filter((sql) => !/^CREATE (TEMP|MACRO)/.test(sql))
  for (const sql of forWriters) expect((await run(sql, { readOnly: false })).ok, `may write: ${sql}`).toBe(false)
  expect(await run('SELECT * FROM t')).toMatchObject({ ok: true, rows: 1000 })
})

test('T1 the engine has none of the environment of the server', async () => {
  process.env['SIGHTLINE_TEST_SECRET'] = 'do not show'
  const other = await duckdb.open({ database: ':memory:' }, surroundings)
  const settings = await other.stream(
    { sql: `SELECT count(*) FROM duckdb_settings() WHERE value LIKE '%do not show%' OR name LIKE '%SIGHTLINE%'`, params: [] },
    { signal: AbortSignal.timeout(10_000), readOnly: true },
  )
  if (!settings.ok) throw new Error(settings.problem.message)
  for await (const batch of settings.value.batches) expect(batch.values[0]).toEqual([0])
  await other.close()
  delete process.env['SIGHTLINE_TEST_SECRET']
})

test('T2 statements that would eat the machine end when told to, while others are answered', async () => {
  const heavy = [
    'SELECT sum(a.range * b.range) FROM range(10000000) a, range(10000000) b',
    'SELECT * FROM range(100000000000) ORDER BY hash(range)',
    `SELECT length(repeat('x', 2000000000) || repeat('y', 2000000000))`,
    'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT max(n) FROM r',
    `WITH RECURSIVE r(s) AS (SELECT 'x' UNION ALL SELECT s || s FROM r) SELECT max(length(s)) FROM r`,
    'SELECT list(range) FROM range(100000000000)',
    'SELECT a.range, count(DISTINCT b.range) FROM range(100000) a, range(100000) b GROUP BY 1',
    `SELECT count(*) FROM (SELECT unnest(range(100000000)) FROM range(1000000))`,
  ]
  for (const sql of heavy) {
    const controller = new AbortController()
    let isOver = false
    const running = run(sql, { signal: controller.signal }).finally(() => (isOver = true))
    // The other statement is answered first, and not because the heavy one has ended: unless the engine refused it at once for want of memory.
    expect(await run('SELECT * FROM t'), sql).toMatchObject({ ok: true, rows: 1000 })
    if (!isOver) controller.abort()
    expect((await running).ok, sql).toBe(false)
    expect(await run('SELECT * FROM t'), `after ${sql}`).toMatchObject({ ok: true, rows: 1000 })
  }
})

test('T2 ten heavy statements at once leave room for a small one', async () => {
  const controller = new AbortController()
  const heavy = Array.from({ length: 10 }, () =>
    run('SELECT count(*) FROM range(3000000) a, range(3000000) b WHERE a.range + b.range = 7', { signal: controller.signal }),
  )
  let ended = 0
  for (const statement of heavy) void statement.then(() => ended++)
  expect(await run('SELECT * FROM t')).toMatchObject({ ok: true, rows: 1000 })
  expect(ended).toBe(0)
  controller.abort()
  expect((await Promise.all(heavy)).every(({ ok }) => !ok)).toBe(true)
})

test('T25 files outside the folders for files are refused, whatever way leads there', async () => {
  await symlink(folder, join(root, 'out'))
  await symlink(join(folder, 'not-there.duckdb'), join(root, 'dangling.duckdb'))
  await writeFile(join(folder, 'real.duckdb'), '')
  await symlink(join(folder, 'real.duckdb'), join(root, 'link.duckdb'))
  const paths = [
    '../x.duckdb',
    '/etc/passwd',
    join(folder, 'x.duckdb'),
    'out/x.duckdb',
    'link.duckdb',
    'dangling.duckdb',
    'a/../../x.duckdb',
    'nowhere/x.duckdb',
    'a\0b',
  ]
  for (const database of paths) {
    const other = await duckdb.open({ database }, surroundings)
    expect((await run('SELECT 1', { readOnly: false }, other)).ok, database).toBe(false)
    await other.close()
  }
})

test('T17 an address with a host, a user or parameters is refused', () => {
  for (const uri of ['duckdb://host/x', 'duckdb://u:p@h/x', 'duckdb:///x?access_mode=read_write', 'duckdb:///x#y', 'duckdb:///', 'duckdb:///%ZZ']) {
    expect(duckdb.fromUri(new URL(uri)).ok, uri).toBe(false)
  }
  expect(duckdb.fromUri(new URL('duckdb:///a%20b.duckdb'))).toEqual({ ok: true, value: { database: 'a b.duckdb' } })
  expect(duckdb.fromUri(new URL('duckdb:////abs/x.duckdb'))).toEqual({ ok: true, value: { database: '/abs/x.duckdb' } })
})

test('a file that is not there is not made by a reader', async () => {
  const other = await duckdb.open({ database: 'missing.duckdb' }, surroundings)
  expect(await run('SELECT 1', {}, other)).toMatchObject({ ok: false, message: expect.stringContaining('does not exist') })
  expect((await run('CREATE TABLE x (a INTEGER)', { readOnly: false }, other)).ok).toBe(true)
  expect(await run('SELECT * FROM x', {}, other)).toMatchObject({ ok: true, rows: 0 })
  await other.close()
})

test('a file of a database that allows no writing is opened for reading only, and shared with one that allows it', async () => {
  const writer = await duckdb.open({ database: 'shared.duckdb' }, surroundings)
  expect((await run('CREATE TABLE x AS SELECT 1 AS a', { readOnly: false }, writer)).ok).toBe(true)
  await writer.close()
  const reader = await duckdb.open({ database: 'shared.duckdb' }, { ...surroundings, mayWrite: false })
  expect(await run('SELECT * FROM x', {}, reader)).toMatchObject({ ok: true, rows: 1 })
  expect(await run(`SELECT * FROM duckdb_databases() WHERE NOT internal AND readonly`, {}, reader)).toMatchObject({ ok: true, rows: 1 })
  expect(await run('INSERT INTO x VALUES (2)', { readOnly: false }, reader)).toMatchObject({ ok: false, message: expect.stringContaining('reading only') })
  const slow = run('SELECT count(*) FROM range(2000000000)', {}, reader)
  const second = await duckdb.open({ database: 'shared.duckdb' }, surroundings)
  expect((await run('INSERT INTO x VALUES (2)', { readOnly: false }, second)).ok).toBe(true)
  expect((await slow).ok).toBe(true)
  expect(await run('SELECT * FROM x', {}, reader)).toMatchObject({ ok: true, rows: 2 })
  await second.close()
  expect(await run('SELECT * FROM x', {}, reader)).toMatchObject({ ok: true, rows: 2 })
  await reader.close()
})

test('T17 the store of the program is no database, under whatever name', async () => {
  const store = join(root, 'store.db')
  await writeFile(store, '')
  await symlink(store, join(root, 'store-link.duckdb'))
  await link(store, join(root, 'store-twin.duckdb'))
  for (const database of ['store.db', store, 'store-link.duckdb', 'store-twin.duckdb']) {
    const other = await duckdb.open({ database }, { ...surroundings, closedFiles: [store] })
    expect(await run('SELECT 1', { readOnly: false }, other), database).toMatchObject({ ok: false, message: expect.stringContaining('cannot be opened') })
    await other.close()
  }
})

test('two connections to one file share its engine, and closing one keeps the other', async () => {
  const second = await duckdb.open({ database: join(root, 'main.duckdb') }, surroundings)
  expect(await run('SELECT * FROM t', {}, second)).toMatchObject({ ok: true, rows: 1000 })
  await second.close()
  expect(await run('SELECT * FROM t')).toMatchObject({ ok: true, rows: 1000 })
})

test('an engine that dies fails its queries with a clear problem and is started again by the next', async () => {
  const stream = await driver.stream({ sql: 'SELECT * FROM range(100000000)', params: [] }, { signal: AbortSignal.timeout(10_000), readOnly: true })
  if (!stream.ok) throw new Error(stream.problem.message)
  const { execFileSync } = await import('node:child_process')
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)]).toString()
  const engines = children.split('\n').filter((line) => line.includes('duckdb-engine'))
  expect(engines).toHaveLength(1)
  process.kill(Number.parseInt(engines[0]!.trim(), 10), 'SIGKILL')
  let message = ''
  try {
    for await (const _ of stream.value.batches);
  } catch (error) {
    message = (error as Error).message
  }
  expect(message).toContain('engine stopped')
  expect(await run('SELECT * FROM t')).toMatchObject({ ok: true, rows: 1000 })
  expect(logged.join()).toContain('SIGKILL')
})
