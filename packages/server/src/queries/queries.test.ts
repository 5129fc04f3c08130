import { fail, ok, type Frame, type Result } from '@sightline/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { momentOf } from '../moment.ts'
import { addSampleDatabase } from '../testing/sample-database.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { hashKey } from './cache-key.ts'
import { createFairQueue } from './fair-queue.ts'
import { createFrameCache } from './frame-cache.ts'
import { keptOfFrame, weighRows } from './kept-rows.ts'
import type { Queries, RunRequest } from './queries.ts'

const frameOf = (...cells: readonly (string | number)[]): Frame => ({
  columns: [{ name: 'a', kind: 'string', type: 'TEXT' }],
  values: [cells],
  length: cells.length,
})
const never = new AbortController().signal
const stopped = () => ({ code: 'GENERIC_DB_ENGINE_ERROR' as const, message: 'stopped' })

describe('the queue', () => {
  test('T28 users take turns, and one user cannot hold every slot', async () => {
    const queue = createFairQueue({ slots: 3, slotsPerUser: 2, waiting: 10 })
    const order: string[] = []
    const free: (() => void)[] = []
    const enter = async (user: string, name: string) => {
      const slot = await queue.enter(user, never, stopped)
      if (!slot.ok) throw new Error(slot.problem.message)
      order.push(name)
      free.push(slot.value)
    }
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3'].map((name) => enter(name[0]!, name))
    await Promise.all([all[0], all[1], all[4]])
    expect(order).toEqual(['a1', 'a2', 'b1'])
    while (order.length < 7) {
      free.shift()!()
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(order.slice(3)).toEqual(['a3', 'b2', 'a4', 'b3'])
  })

  test('it is bounded, and who waits can leave', async () => {
    const queue = createFairQueue({ slots: 1, slotsPerUser: 1, waiting: 1 })
    const first = await queue.enter('a', never, stopped)
    const controller = new AbortController()
    const second = queue.enter('a', controller.signal, stopped)
    expect(await queue.enter('b', never, stopped)).toMatchObject({ ok: false, problem: { status: 503 } })
    controller.abort()
    expect(await second).toMatchObject({ ok: false, problem: { message: 'stopped' } })
    const third = queue.enter('b', never, stopped)
    if (first.ok) first.value()
    expect((await third).ok).toBe(true)
  })
})

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('the cache', () => {
  test('what was not used for longest leaves first, and attachments count', () => {
    let time = 0
    const size = weighRows(keptOfFrame(frameOf('x'.repeat(1000))))
    const cache = createFrameCache(size * 5, () => time)
    const entry = () => ({
      rows: keptOfFrame(frameOf('x'.repeat(1000))),
      madeAt: new Date(0),
      stamp: '1',
      attachments: new Map<string, readonly Uint8Array[]>(),
    })
    for (const key of ['a', 'b', 'c', 'd']) cache.set(key, entry(), 10)
    expect(cache.get('a')).toBeDefined()
    const d = cache.get('d')!
    d.attachments.set('json', [new Uint8Array(size), new Uint8Array(size)])
    cache.weighAgain('d')
    expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key))).toEqual(['a', 'c', 'd'])
    time = 10_001
    expect(cache.get('a')).toBeUndefined()
    cache.set('huge', { ...entry(), rows: keptOfFrame(frameOf('x'.repeat(100_000))) }, 0)
    expect(cache.get('huge')).toBeUndefined()
  })

  test('keys tell values and types apart, not the order of names', () => {
    expect(hashKey({ a: 1, b: [2n, null] })).toBe(hashKey({ b: [2n, null], a: 1 }))
    const different = [{ a: 1 }, { a: '1' }, { a: 1n }, { a: null }, { a: [1] }, { b: 1 }, [1], 'a', { a: new Date(1) }]
    expect(new Set(different.map(hashKey)).size).toBe(different.length)
  })
})

describe('running', () => {
  let server: TestApp
  let queries: Queries
  let databaseId: number
  beforeAll(async () => {
    server = await openTestApp()
    queries = server.deps.queries
    databaseId = await addDatabase('duckdb:///queries.duckdb')
    const made = await queries.run(request('CREATE TABLE t AS SELECT range AS n FROM range(5000)', { readOnly: false }))
    if (!made.ok) throw new Error(made.problem.message)
  })
  afterAll(() => server.close())

  const request = (sql: string, more: Partial<RunRequest> = {}): RunRequest => ({
    databaseId,
    statement: { sql, params: [] },
    readOnly: true,
    maxRows: 100_000,
    timeoutSeconds: 10,
    signal: never,
    userId: 1,
    ...more,
  })
  const slow = 'SELECT count(*) FROM range(3000000) a, range(3000000) b WHERE a.range + b.range = 7'

  async function addDatabase(uri: string): Promise<number> {
    const moment = momentOf(new Date())
    const flags = {
      expose_in_sqllab: true,
      allow_run_async: false,
      allow_file_upload: false,
      allow_ctas: false,
      allow_cvas: false,
      allow_dml: true,
      impersonate_user: false,
    }
    const rest = {
      password: null,
      cache_timeout: null,
      force_ctas_schema: null,
      encrypted_extra: null,
      server_cert: null,
      external_url: null,
      created_by_id: null,
      changed_by_id: null,
    }
    const { id } = await server.deps.db
      .insertInto('databases')
      .values({
        ...flags,
        ...rest,
        uuid: crypto.randomUUID(),
        database_name: uri,
        uri,
        configuration_method: 'sqlalchemy_form',
        extra: '{}',
        is_managed_externally: false,
        created_on: moment,
        changed_on: moment,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  test('rows come as one frame, up to the limit', async () => {
    expect(await queries.run(request('SELECT n FROM t ORDER BY n'))).toMatchObject({ ok: true, value: { length: 5000 } })
    const few = await queries.run(request('SELECT n FROM t ORDER BY n', { maxRows: 3 }))
    expect(few.ok && few.value.values).toEqual([[0, 1, 2]])
  })

  test('a time limit ends the statement and names itself', async () => {
    expect(await queries.run(request(slow, { timeoutSeconds: 0.3 }))).toMatchObject({
      ok: false,
      problem: { code: 'BACKEND_TIMEOUT_ERROR', extra: { timeout: 0.3 } },
    })
    expect((await queries.run(request('SELECT 1'))).ok).toBe(true)
  })

  test('T28 heavy queries of one user do not keep another waiting', async () => {
    const controller = new AbortController()
    const heavy = Array.from({ length: 20 }, () => queries.run(request(slow, { signal: controller.signal })))
    let ended = 0
    for (const one of heavy) void one.then(() => ended++)
    expect((await queries.run(request('SELECT count(*) FROM t', { userId: 2 }))).ok).toBe(true)
    expect(ended, 'the other answered while all heavy ones still ran or waited').toBe(0)
    controller.abort()
    expect((await Promise.all(heavy)).every(({ ok: isDone }) => !isDone)).toBe(true)
  })

  test('an unknown database is told', async () => {
    expect(await queries.run(request('SELECT 1', { databaseId: 999_999 }))).toMatchObject({ ok: false, problem: { code: 'DATABASE_NOT_FOUND_ERROR' } })
    expect(await queries.run(request('SELECT 1', { databaseId: await addDatabase('nonsense://x') }))).toMatchObject({ ok: false })
  })

  test('a database that was changed is opened anew', async () => {
    const id = await addDatabase('duckdb:///first.duckdb')
    expect((await queries.run(request('CREATE TABLE one (a INTEGER)', { databaseId: id, readOnly: false }))).ok).toBe(true)
    await server.deps.db.updateTable('databases').set({ uri: 'duckdb:///queries.duckdb' }).where('id', '=', id).execute()
    await queries.forget(id)
    expect(await queries.run(request('SELECT n FROM t', { databaseId: id }))).toMatchObject({ ok: true, value: { length: 5000 } })
  })

  test('identical questions share one run, later ones its answer, and force asks again', async () => {
    let made = 0
    const make = async (): Promise<Result<Frame>> => {
      made++
      await new Promise((resolve) => setTimeout(resolve, 20))
      return ok(frameOf(made))
    }
    const ask = (force = false, timeoutSeconds = 60) => queries.cached({ question: 'same' }, { timeoutSeconds, force, signal: never }, make)
    const [first, second] = await Promise.all([ask(), ask()])
    expect(made).toBe(1)
    expect(first).toMatchObject({ ok: true, value: { cachedAt: null } })
    expect(second).toMatchObject({ ok: true, value: { cachedAt: null } })
    const third = await ask()
    if (!third.ok || !first.ok) throw new Error('not answered')
    expect(third.value.cachedAt).toBeInstanceOf(Date)
    let printed = 0
    const print = () =>
      third.value.attach('json', never, async () => {
        printed++
        return ok([new Uint8Array([1])])
      })
    await Promise.all([print(), print()])
    expect(printed).toBe(1)
    expect(first.value.attachment('json')).toEqual([new Uint8Array([1])])
    await ask(true)
    expect(made).toBe(2)
    await ask(false, -1)
    expect(made).toBe(3)
  })

  test('failures are not kept', async () => {
    let made = 0
    const ask = () =>
      queries.cached(['failing'], { timeoutSeconds: 60, force: false, signal: never }, async () => {
        made++
        return made === 1 ? fail({ code: 'GENERIC_DB_ENGINE_ERROR' as const, message: 'no' }) : ok(frameOf(1))
      })
    expect((await ask()).ok).toBe(false)
    expect(await ask()).toMatchObject({ ok: true, value: { frame: { length: 1 } } })
    expect(made).toBe(2)
  })

  test('T28 a run goes on as long as anybody waits for it, and is stopped when the last one leaves', async () => {
    let made = 0
    let stopped: AbortSignal | undefined
    let finish = (): void => undefined
    const ask = (signal: AbortSignal, force = false) =>
      queries.cached(['leaving'], { timeoutSeconds: 60, force, signal }, async (own) => {
        made++
        stopped = own
        await new Promise<void>((resolve) => (finish = resolve))
        return ok(frameOf(made))
      })
    const [first, second] = [new AbortController(), new AbortController()]
    const [gone, waits] = [ask(first.signal), ask(second.signal)]
    await turn()
    first.abort()
    expect(await gone).toMatchObject({ ok: false, problem: { extra: { stopped: true } } })
    expect(stopped?.aborted).toBe(false)
    finish()
    expect(await waits).toMatchObject({ ok: true, value: { frame: { length: 1 } } })
    expect(made).toBe(1)

    const alone = new AbortController()
    const left = ask(alone.signal, true)
    await turn()
    alone.abort()
    expect((await left).ok).toBe(false)
    expect(stopped?.aborted).toBe(true)
    // Whoever comes while it is being stopped gets a run of their own.
    const later = ask(never, true)
    await turn()
    finish()
    expect(await later).toMatchObject({ ok: true, value: { cachedAt: null } })
    expect(made).toBe(3)
  })

  test('who asks for fresh rows does not get those of a run that began before', async () => {
    let made = 0
    const release: (() => void)[] = []
    const ask = (force: boolean) =>
      queries.cached(['fresh'], { timeoutSeconds: 60, force, signal: never }, async () => {
        made++
        await new Promise<void>((resolve) => release.push(resolve))
        return ok(frameOf(made))
      })
    const begun = ask(false)
    await turn()
    const asked = [begun, ask(true), ask(true), ask(false)]
    await turn()
    expect(made).toBe(2)
    for (const one of release) one()
    expect((await Promise.all(asked)).every((one) => one.ok)).toBe(true)
    expect(await ask(false)).toMatchObject({ ok: true, value: { cachedAt: expect.any(Date) } })
  })
})

describe('one database', () => {
  test('T28 takes so many queries at a time, sessions counted, and the next one waits its turn', async () => {
    const server = await openTestApp({ env: { SIGHTLINE_QUERIES_PER_DATABASE: '2' } })
    try {
      const databaseId = await addSampleDatabase(server)
      const { queries } = server.deps
      const request = (userId: number) => ({ databaseId, readOnly: true, timeoutSeconds: 20, signal: never, userId })
      const open = async (userId: number) => {
        const session = await queries.session(request(userId))
        if (!session.ok) throw new Error(session.problem.message)
        return session.value
      }
      const [first, second] = [await open(1), await open(2)]
      const order: string[] = []
      const third = queries.run({ ...request(3), statement: { sql: 'SELECT 1', params: [] }, maxRows: 10 }).then((rows) => order.push(`run ${rows.ok}`))
      const fourth = open(4).then(async (session) => {
        order.push('session')
        await session.close()
      })
      const rows = await first.stream({ sql: 'SELECT count(*) AS n FROM visits', params: [] }, { maxRows: 10 })
      if (!rows.ok) throw new Error(rows.problem.message)
      for await (const batch of rows.value.batches) expect(batch.values).toEqual([[20]])
      expect(order).toEqual([])
      await first.close()
      await Promise.all([third, fourth])
      expect(order).toEqual(['run true', 'session'])
      await second.close()
      await second.close()
    } finally {
      await server.close()
    }
  })
})
