import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSampleFile } from '../testing/sample-database.ts'
import { signInTo, startProgram, type RemoteCall, type Started } from '../testing/start-program.ts'
import { addressForTests } from '../testing/address-for-tests.ts'

const redis = addressForTests('SIGHTLINE_TEST_REDIS', 'workers on Redis')
const server = addressForTests('SIGHTLINE_TEST_PG', 'workers on PostgreSQL')
const isThere = redis !== undefined && server !== undefined

describe.skipIf(!isThere)('workers that share the load through Redis', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-workers-'))
  const name = `workers_${crypto.randomUUID().replaceAll('-', '')}`
  const addressOf = (database: string): string => Object.assign(new URL(server!), { pathname: `/${database}` }).href
  const started: Started[] = []
  const password = 'a long enough password'
  let store: pg.Pool
  let web: Started
  let workers: Started[]
  let call: RemoteCall
  let remoteId: number
  let embeddedId: number

  beforeAll(async () => {
    const main = new pg.Client({ connectionString: server })
    await main.connect()
    for (const database of [name, `${name}_data`]) await main.query(`create database ${database}`)
    await main.end()
    store = new pg.Pool({ connectionString: addressOf(name), max: 2 })
    store.on('error', () => {})
    web = start('serve', '1')
    const address = await web.line(/ready at (http:\S+)/)
    workers = [start('work', '4'), start('work', '4')]
    for (const worker of workers) await worker.line(/works in the background/)
    call = await signInTo(address, 'admin', password)
    await makeSampleFile(folder, 'own', ['CREATE TABLE t (n INTEGER)'])
    remoteId = await register('remote', addressOf(`${name}_data`))
    embeddedId = await register('embedded', 'duckdb:///own.duckdb')
    expect((await execute('CREATE TABLE written (n INTEGER)')).status).toBe(200)
  }, 120_000)
  afterAll(async () => {
    for (const { child } of started) child.kill('SIGKILL')
    await Promise.all(started.map(({ ended }) => ended))
    await store.end()
    const main = new pg.Client({ connectionString: server })
    await main.connect()
    for (const database of [name, `${name}_data`]) await main.query(`drop database if exists ${database} with (force)`)
    await main.end()
    rmSync(folder, { recursive: true, force: true })
  })

  function start(command: string, queries: string): Started {
    const program = startProgram([command], {
      SIGHTLINE_DATA: folder,
      SIGHTLINE_DB: addressOf(name),
      SIGHTLINE_REDIS: redis!,
      SIGHTLINE_PORT: '0',
      SIGHTLINE_EXAMPLES: 'false',
      SIGHTLINE_ADMIN_PASSWORD: password,
      SIGHTLINE_ASYNC_QUERIES: queries,
      SIGHTLINE_RUNNER_SILENCE: '4',
    })
    started.push(program)
    return program
  }
  async function register(database_name: string, sqlalchemy_uri: string): Promise<number> {
    const reply = await call('POST', '/api/v1/database/', { database_name, sqlalchemy_uri, allow_dml: true, allow_run_async: true })
    expect([reply.status, reply.body]).toEqual([201, expect.anything()])
    return reply.body.id
  }
  const execute = (sql: string, more: Record<string, unknown> = {}) => call('POST', '/api/v1/sqllab/execute/', { database_id: remoteId, sql, ...more })
  const rowOf = async (client: string) => (await store.query(`select * from queries where client_id = $1`, [client])).rows[0]
  const whenOver = async (client: string) => {
    await expect.poll(async () => (await rowOf(client)).status, { timeout: 60_000, interval: 50 }).not.toMatch(/pending|running/)
    return rowOf(client)
  }
  const pidOf = (runner: string | null): number | null => (runner === null ? null : Number(runner.split(':').at(-2)))
  const seconds = (wanted: number): string => `SELECT count(*) AS n FROM (SELECT generate_series(1, ${wanted * 4_000_000})) AS g`
  let made = 0
  const newId = () => `wk${++made}`

  /** Slow queries until one of them runs in one of these processes. */
  async function runIn(pids: readonly number[], sql: string): Promise<{ readonly client: string; readonly pid: number; readonly others: readonly string[] }> {
    const sent: string[] = []
    for (let round = 0; round < 10; round++) {
      sent.push(newId())
      await execute(sql, { client_id: sent.at(-1), runAsync: true })
      for (let look = 0; look < 10; look++) {
        const { rows } = await store.query(`select client_id, runner from queries where status = 'running'`)
        const found = rows.find(({ client_id, runner }) => sent.includes(client_id) && pids.includes(pidOf(runner)!))
        if (found) return { client: found.client_id, pid: pidOf(found.runner)!, others: sent.filter((client) => client !== found.client_id) }
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    throw new Error('none of them took one')
  }
  const stop = (client_id: string) => call('POST', '/api/v1/query/stop', { client_id })

  test('several processes run queries at once; results are read through the server', async () => {
    const clients = Array.from({ length: 8 }, newId)
    await Promise.all(clients.map((client_id) => execute(seconds(1), { client_id, runAsync: true })))
    const seen = new Set<number>()
    await expect
      .poll(
        async () => {
          const { rows } = await store.query(`select status, runner from queries where client_id = any($1)`, [clients])
          for (const { runner } of rows) if (runner) seen.add(pidOf(runner)!)
          return rows.every(({ status }) => status === 'success')
        },
        { timeout: 60_000, interval: 20 },
      )
      .toBe(true)
    expect(workers.some(({ pid }) => seen.has(pid))).toBe(true)
    expect(seen.size).toBeGreaterThan(1)
    for (const client of clients) {
      const { results_key } = await rowOf(client)
      expect((await call('GET', `/api/v1/sqllab/results/?q=(key:'${results_key}')`)).body.data).toEqual([{ n: 4_000_000 }])
    }
    expect((await store.query('select count(*)::int as n from jobs')).rows).toEqual([{ n: 0 }])
  }, 90_000)

  test('a statement on a file of the server runs in the server', async () => {
    const clients = Array.from({ length: 4 }, newId)
    const sql = 'SELECT count(*) FROM range(6000) a, range(6000) b WHERE a.range + b.range = 7'
    const seen = new Set<number | null>()
    await Promise.all(clients.map((client_id) => execute(sql, { client_id, runAsync: true, database_id: embeddedId })))
    await expect
      .poll(
        async () => {
          const { rows } = await store.query(`select status, runner from queries where client_id = any($1)`, [clients])
          for (const { runner } of rows) if (runner) seen.add(pidOf(runner))
          return rows.map(({ status }) => status)
        },
        { timeout: 60_000, interval: 10 },
      )
      .toEqual(clients.map(() => 'success'))
    expect([...seen]).toEqual([web.pid])
  }, 90_000)

  test('a stop reaches the worker, and the work in the database ends', async () => {
    const { client, others } = await runIn(
      workers.map(({ pid }) => pid),
      seconds(60),
    )
    expect(await stop(client)).toMatchObject({ status: 200 })
    for (const other of others) await stop(other)
    const active = async () =>
      (await store.query(`select count(*)::int as n from pg_stat_activity where datname = $1 and state = 'active'`, [`${name}_data`])).rows[0].n
    await expect.poll(active, { timeout: 20_000 }).toBe(0)
    expect(await rowOf(client)).toMatchObject({ status: 'stopped', results_key: null })
  }, 90_000)

  test('kill -9 of a worker: what only reads is run again and says so, what writes has failed and was not repeated', async () => {
    const read = await runIn(
      workers.map(({ pid }) => pid),
      seconds(3),
    )
    const victim = workers.find(({ pid }) => pid === read.pid)!
    const write = newId()
    // Enough of them that the same worker takes one; the others end as they may.
    const writes = [write, ...Array.from({ length: 5 }, newId)]
    await Promise.all(
      writes.map((client_id, index) =>
        execute(`INSERT INTO written SELECT ${index} FROM generate_series(1, 1) AS one; ${seconds(3)}`, { client_id, runAsync: true }),
      ),
    )
    await expect
      .poll(
        async () =>
          (await store.query(`select 1 from queries where client_id = any($1) and status = 'running' and runner like $2`, [writes, `%:${victim.pid}:%`]))
            .rowCount,
        {
          timeout: 30_000,
          interval: 20,
        },
      )
      .toBeGreaterThan(0)
    const { rows: held } = await store.query(`select client_id from queries where status = 'running' and runner like $1`, [`%:${victim.pid}:%`])
    victim.child.kill('SIGKILL')
    await victim.ended
    const lost = held.map(({ client_id }): string => client_id)
    expect(lost.some((client) => writes.includes(client))).toBe(true)
    const again: string[] = []
    for (const client of [...writes, read.client, ...read.others]) {
      const row = await whenOver(client)
      const { retried } = JSON.parse(row.extra_json)
      if (retried) again.push(client)
      if (lost.includes(client) && writes.includes(client))
        expect(row).toMatchObject({ status: 'failed', error_message: expect.stringMatching(/ended\. It may have written/) })
      else expect([client, row.status]).toEqual([client, 'success'])
    }
    const lostReads = lost.filter((client) => !writes.includes(client))
    expect(again.toSorted()).toEqual(lostReads.toSorted())
    const twice = await execute('SELECT n FROM written GROUP BY n HAVING count(*) > 1')
    expect(twice.body.data).toEqual([])
    workers = workers.filter((worker) => worker !== victim)
  }, 120_000)

  test('a worker that is told to end gives back what it reads', async () => {
    const { client, pid, others } = await runIn(
      workers.map((worker) => worker.pid),
      seconds(3),
    )
    const leaving = workers.find((worker) => worker.pid === pid)!
    leaving.child.kill('SIGTERM')
    expect(await leaving.ended).toBe(0)
    const row = await whenOver(client)
    expect([row.status, JSON.parse(row.extra_json).retried.attempts]).toEqual(['success', 1])
    for (const other of others) expect((await whenOver(other)).status).toBe('success')
  }, 90_000)
})
