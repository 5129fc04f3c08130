import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeSampleFile } from '../testing/sample-database.ts'
import { signInTo, startServers } from '../testing/start-program.ts'
import { makeTestStore } from '../testing/test-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'sightline-kill-'))
const store = await makeTestStore(folder)
const password = 'a long enough password'
const { serve, end } = startServers({
  SIGHTLINE_DATA: folder,
  SIGHTLINE_DB: store.address,
  SIGHTLINE_ADMIN_PASSWORD: password,
})
afterAll(async () => {
  await end()
  await store.drop()
  rmSync(folder, { recursive: true, force: true })
})

const count = 100
const clients = Array.from({ length: count }, (_, index) => `kill${index}`)
const isWrite = (index: number): boolean => index % 10 === 7
const sqlOf = (index: number): string => {
  if (isWrite(index)) return `INSERT INTO written SELECT ${index}; SELECT count(*) FROM range(3000) a, range(3000) b WHERE a.range + b.range = 7`
  const size = index % 10 === 3 ? 3_500 : 100
  return `SELECT ${index} AS n, count(*) AS c FROM range(${size}) a, range(${size}) b WHERE a.range + b.range = 7`
}

test('kill -9 in the middle of 100 background queries: after a restart each is finished or has failed with a reason, and nothing else is lost', async () => {
  await makeSampleFile(folder, 'work', ['CREATE TABLE written (n INTEGER)'])
  const first = await serve()
  const call = await signInTo(first.address, 'admin', password)
  const { body: database } = await call('POST', '/api/v1/database/', { database_name: 'work', sqlalchemy_uri: 'duckdb:///work.duckdb', allow_dml: true })
  expect(database).toMatchObject({ id: expect.any(Number) })
  const execute = (sql: string, more: Record<string, unknown> = {}) => call('POST', '/api/v1/sqllab/execute/', { database_id: database.id, sql, ...more })
  for (let index = 0; index < 5; index++) {
    const saved = { db_id: database.id, label: `saved ${index}`, sql: `SELECT ${index}` }
    expect((await call('POST', '/api/v1/saved_query/', saved)).status).toBe(201)
    const tab = { name: `tab ${index}`, dbId: database.id, sql: `SELECT ${index}`, autorun: false, queryLimit: 10 }
    expect((await call('POST', '/tabstateview/', new URLSearchParams({ queryEditor: JSON.stringify(tab) }))).status).toBe(200)
  }
  const accepted = await Promise.all(clients.map((client_id, index) => execute(sqlOf(index), { client_id, runAsync: true })))
  expect(new Set(accepted.map(({ status }) => status))).toEqual(new Set([202]))

  const statesOf = async (): Promise<Map<string, Record<string, unknown>>> => {
    const { body } = await call('GET', '/api/v1/query/updated_since?q=(last_updated_ms:0)')
    return new Map((body.result as Record<string, unknown>[]).map((run) => [String(run['id']), run]))
  }
  const stateCount = async (...states: string[]) => [...(await statesOf()).values()].filter((run) => states.includes(String(run['state']))).length
  await expect.poll(() => stateCount('success'), { timeout: 30_000, interval: 10 }).toBeGreaterThan(15)
  await expect.poll(() => stateCount('running'), { timeout: 30_000, interval: 5 }).toBeGreaterThan(0)
  first.program.child.kill('SIGKILL')
  await first.program.ended

  const second = await serve()
  call.address = second.address
  await expect.poll(() => stateCount('pending', 'running'), { timeout: 90_000, interval: 100 }).toBe(0)
  const runs = await statesOf()
  const tally: Record<string, number> = {}
  for (const [index, client] of clients.entries()) {
    const run = runs.get(client)!
    const { retried } = run['extra'] as { retried?: { attempts: number; reason: string } }
    const outcome = `${String(run['state'])}${retried ? ' again' : ''}`
    tally[outcome] = (tally[outcome] ?? 0) + 1
    if (run['state'] === 'failed') expect(run['errorMessage']).toMatch(/^The process that ran this query ended\./)
    else {
      expect(run['state']).toBe('success')
      const result = await call('GET', `/api/v1/sqllab/results/?q=(key:'${String(run['resultsKey'])}')`)
      expect([result.status, isWrite(index) || result.body.data[0].n === index]).toEqual([200, true])
    }
    if (isWrite(index)) expect(retried).toBeUndefined()
  }
  process.stdout.write(`after kill -9: ${JSON.stringify(tally)}\n`)
  expect((tally['success again'] ?? 0) + (tally['failed'] ?? 0)).toBeGreaterThan(0)
  const written = await execute('SELECT n, count(*) AS times FROM written GROUP BY n HAVING count(*) > 1')
  expect(written.body.data).toEqual([])
  expect((await call('GET', '/api/v1/saved_query/')).body.count).toBe(5)
  const { body: start } = await call('GET', '/api/v1/sqllab/')
  expect(start.result.tab_state_ids.map(({ label }: { label: string }) => label)).toEqual(Array.from({ length: 5 }, (_, index) => `tab ${index}`))
  second.program.child.kill('SIGTERM')
  expect(await second.program.ended).toBe(0)
}, 180_000)
