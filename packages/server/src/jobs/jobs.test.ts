import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { momentOf } from '../moment.ts'
import { addSampleDatabase } from '../testing/sample-objects.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { claimJob } from './claim-job.ts'
import { failStranded, letGo, recoverRuns } from './recover-runs.ts'
import { createRunners } from './runners.ts'

let server: TestApp
let users: number[]
let databases: number[]
const now = new Date()
const elsewhere = 'elsewhere:/data'

beforeAll(async () => {
  server = await openTestApp()
  users = await Promise.all(['admin', 'alpha', 'sql_lab'].map((name) => server.userId(name)))
  databases = [await addSampleDatabase(server.deps, 'one'), await addSampleDatabase(server.deps, 'two')]
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.deps.db.deleteFrom('queries').execute()
  await server.deps.db.deleteFrom('runners').where('id', '<>', server.deps.jobs.runner).execute()
})

let made = 0
async function addQuery(values: { user?: number; status?: string; runner?: string | null; extra?: object } = {}): Promise<number> {
  const { id } = await server.deps.db
    .insertInto('queries')
    .values({
      client_id: `job${++made}`,
      database_id: databases[0]!,
      user_id: users[values.user ?? 0]!,
      status: values.status ?? 'pending',
      sql: 'SELECT 1',
      limiting_factor: 'UNKNOWN',
      select_as_cta: false,
      select_as_cta_used: false,
      progress: 0,
      extra_json: JSON.stringify(values.extra ?? {}),
      changed_on: momentOf(now),
      runner: values.runner ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
async function addJob(user: number, database = 0, more: { runner?: string; attempts?: number; mayRepeat?: boolean; status?: string } = {}): Promise<number> {
  const query_id = await addQuery({ user, runner: more.runner ?? null, status: more.status ?? 'pending' })
  await server.deps.db
    .insertInto('jobs')
    .values({
      query_id,
      database_id: databases[database]!,
      user_id: users[user]!,
      place: elsewhere,
      runner: more.runner ?? null,
      attempts: more.attempts ?? 0,
      may_repeat: more.mayRepeat ?? true,
      input: '{}',
      created_on: momentOf(now),
    })
    .execute()
  return query_id
}
const claim = (limits = { perUser: 10, perDatabase: 10 }, runner = 'me') => claimJob(server.deps.db, now, runner, [elsewhere], limits)
const rowOf = (id: number) => server.deps.db.selectFrom('queries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const jobOf = (id: number) => server.deps.db.selectFrom('jobs').selectAll().where('query_id', '=', id).executeTakeFirst()

test('T28 users take turns however many queries one of them has sent', async () => {
  const heavy = [await addJob(0), await addJob(0), await addJob(0)]
  const [second, third] = [await addJob(1), await addJob(2)]
  const order: number[] = []
  for (let job = await claim(); job; job = await claim()) order.push(job.query_id)
  expect(order).toEqual([heavy[0], second, third, heavy[1], heavy[2]])
})

test('a user and a database have a share of one process, and another process may take the rest', async () => {
  for (let count = 0; count < 3; count++) await addJob(0)
  await addJob(1, 1)
  const limits = { perUser: 1, perDatabase: 1 }
  expect((await claim(limits))?.user_id).toBe(users[0])
  expect((await claim(limits))?.user_id).toBe(users[1])
  expect(await claim(limits)).toBeNull()
  expect((await claim(limits, 'other'))?.user_id).toBe(users[0])
})

test('two processes never take the same query, and one that was stopped is taken by nobody', async () => {
  for (let count = 0; count < 10; count++) await addJob(count % 3)
  const stopped = await addJob(1)
  await server.deps.db.updateTable('queries').set({ status: 'stopped' }).where('id', '=', stopped).execute()
  const taken = await Promise.all(Array.from({ length: 20 }, (_, index) => claim(undefined, `process ${index}`)))
  const ids = taken.flatMap((job) => (job ? [job.query_id] : []))
  expect(new Set(ids).size).toBe(ids.length)
  for (let job = await claim(); job; job = await claim()) ids.push(job.query_id)
  expect([ids.length, ids.includes(stopped), await jobOf(stopped)]).toEqual([10, false, undefined])
})

test('what an ended process had in hand is run again once if it only reads, and has failed otherwise; always with the reason', async () => {
  const me = server.deps.jobs.runner
  const reads = await addJob(0, 0, { runner: 'dead', attempts: 1, status: 'running' })
  const readsTwice = await addJob(0, 0, { runner: 'dead', attempts: 2, status: 'running' })
  const writes = await addJob(0, 0, { runner: 'dead', attempts: 1, mayRepeat: false, status: 'running' })
  const ofPage = await addQuery({ runner: 'dead', status: 'running', extra: { sql_tables: [] } })
  const orphan = await addQuery({ runner: null, status: 'pending' })
  const [mine, waiting, over] = [await addQuery({ runner: me, status: 'running' }), await addJob(1), await addQuery({ status: 'success' })]
  expect(await recoverRuns(server.deps.db, now)).toBe(1)
  expect(await rowOf(reads)).toMatchObject({ status: 'pending', runner: null, progress: 0 })
  expect(JSON.parse((await rowOf(reads)).extra_json)).toMatchObject({ retried: { attempts: 1 }, progress: expect.stringContaining('attempt 2 of 2') })
  expect(await jobOf(reads)).toMatchObject({ runner: null, attempts: 1 })
  for (const id of [readsTwice, writes, ofPage, orphan]) {
    const row = await rowOf(id)
    expect([row.status, row.runner, await jobOf(id)]).toEqual(['failed', null, undefined])
    expect(row.error_message).toMatch(/^The process that ran this query ended\./)
    expect(JSON.parse(row.extra_json).errors).toMatchObject([{ error_type: 'ASYNC_WORKERS_ERROR', message: row.error_message }])
  }
  expect((await rowOf(writes)).error_message).toContain('not run again')
  expect([(await rowOf(mine)).status, (await rowOf(waiting)).status, (await rowOf(over)).status]).toEqual(['running', 'pending', 'success'])
  expect(await recoverRuns(server.deps.db, now)).toBe(0)
})

test('a run that was stopped or taken over meanwhile is not touched by who lets it go', async () => {
  const id = await addJob(0, 0, { runner: 'other', attempts: 1, status: 'running' })
  expect(await letGo(server.deps.db, now, { id, runner: 'me', extra_json: '{}' }, 'reason')).toBe(false)
  expect((await rowOf(id)).status).toBe('running')
  await server.deps.db.updateTable('queries').set({ status: 'stopped' }).where('id', '=', id).execute()
  expect(await letGo(server.deps.db, now, { id, runner: 'other', extra_json: '{}' }, 'reason')).toBe(false)
  expect((await rowOf(id)).status).toBe('stopped')
})

test('a process without a sign of life is removed, one that counts is not, and one that was removed is told', async () => {
  const { db } = server.deps
  const ofProcess = (id: string, silenceMs: number) => createRunners(db, { id, place: '', ownsStore: false }, () => now, silenceMs)
  const [watcher, alive, silent] = [ofProcess('watcher', 30), ofProcess('alive', 30), ofProcess('silent', 30)]
  for (const runner of [watcher, alive, silent]) await runner.register()
  const there = async () =>
    (await db.selectFrom('runners').select('id').orderBy('id').execute()).map(({ id }) => id).filter((id) => ['alive', 'silent'].includes(id))
  for (let round = 0; round < 6; round++) {
    await watcher.removeSilent()
    expect(await alive.beat()).toBe(true)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  expect(await there()).toEqual(['alive'])
  expect(await silent.beat()).toBe(false)
  expect(await there()).toEqual(['alive', 'silent'])
})

test('queries that wait for a server which does not come back fail in the end', async () => {
  const [waiting, running] = [await addJob(0), await addJob(0, 0, { runner: 'other', status: 'running' })]
  await failStranded(server.deps.db, now, [elsewhere])
  expect(await rowOf(waiting)).toMatchObject({ status: 'failed', error_message: expect.stringContaining('not come back') })
  expect((await rowOf(running)).status).toBe('running')
})
