import { Exact, type Cell, type Frame } from '@sightline/core'
import { mkdtempSync, readdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openRedis, type Redis } from '../jobs/redis.ts'
import { createFileResults } from './file-results.ts'
import { createRedisResults } from './redis-results.ts'
import { UnreadableResult, type Results } from './results.ts'

const folder = mkdtempSync(join(tmpdir(), 'sightline-results-'))
const redisAddress = process.env['SIGHTLINE_TEST_REDIS']
const prefix = `test-${crypto.randomUUID()}`
let redis: Redis | null = null
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  if (redis) for (const key of await redis.keys(`${prefix}*`)) await redis.del(key)
  redis?.disconnect()
})

const columns = [
  { name: 'a', kind: 'numeric', type: 'BIGINT' },
  { name: 'b', kind: 'string', type: 'VARCHAR' },
  { name: 'c', kind: 'boolean', type: 'BOOLEAN' },
  { name: 'd', kind: 'numeric', type: 'DOUBLE' },
  { name: 'e', kind: 'string', type: 'JSON' },
] as const
const frame: Frame = {
  columns,
  values: [
    [1n, 9223372036854775807n, new Exact('0.10000000000000000001'), null, 3],
    ['', 'ü🙂\u0000\\"', null, '{"b":"1"}', 'x'.repeat(5000)],
    [true, false, null, true, false],
    [0.1, -0, Number.NaN, Number.POSITIVE_INFINITY, null],
    [{ b: '1' }, [1, [2n, { o: [], l: 'x', e: new Exact('1.50') }]], null, 'text', Number.NaN],
  ] as Cell[][],
  length: 5,
}

const readAll = async (batches: AsyncIterable<Frame>): Promise<void> => {
  for await (const _ of batches);
}

const stores: [string, () => Promise<Results>][] = [
  ['files', async () => createFileResults({ folder, now: () => new Date(), mostBytes: 50_000, mostBytesInAll: 1e9 })],
]
if (redisAddress)
  stores.push([
    'Redis',
    async () => {
      redis ??= await openRedis(redisAddress)
      return createRedisResults({ redis, prefix, mostBytes: 50_000 })
    },
  ])
else test.skip('results kept in Redis: SIGHTLINE_TEST_REDIS names none', () => {})

describe.each(stores)('results kept in %s', (_, openStore) => {
  test('come back with every digit, batch by batch, and only once they are whole', async () => {
    const store = await openStore()
    const key = crypto.randomUUID()
    const writer = await store.begin(key, columns, 100)
    for (let index = 0; index < 1000; index++) expect(await writer.write(frame)).toBe(true)
    expect(await store.open(key)).toBeNull()
    await writer.finish()
    const kept = await store.open(key)
    expect(kept?.columns).toEqual(columns)
    let rows = 0
    let batches = 0
    for await (const batch of kept!.batches) {
      batches++
      rows += batch.length
      expect(batch.values.map((cells) => cells.slice(0, 5))).toEqual(frame.values)
    }
    expect([rows, batches > 1]).toEqual([5000, true])
    await store.remove(key)
    expect(await store.open(key)).toBeNull()
  })

  test('are refused above their bound and leave nothing', async () => {
    const store = await openStore()
    const key = crypto.randomUUID()
    const writer = await store.begin(key, columns.slice(1, 2), 100)
    let isFine = true
    for (let index = 0; index < 500 && isFine; index++) {
      const cells = Array.from({ length: 2000 }, () => crypto.randomUUID())
      isFine = await writer.write({ columns: columns.slice(1, 2), values: [cells], length: 2000 })
    }
    expect(isFine).toBe(false)
    await expect(writer.finish()).rejects.toThrow(/too large/)
    await writer.discard()
    expect(await store.open(key)).toBeNull()
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

test('a damaged or foreign file is told from one that is gone, and no key reaches another folder', async () => {
  const store = createFileResults({ folder, now: () => new Date(), mostBytes: 1e9, mostBytesInAll: 1e9 })
  const key = crypto.randomUUID()
  const writer = await store.begin(key, columns, 100)
  await writer.write(frame)
  await writer.finish()
  const path = join(folder, `${key}.rows`)
  truncateSync(path, 400)
  utimesSync(path, new Date(Date.now() + 1e6), new Date(Date.now() + 1e6))
  const kept = await store.open(key)
  await expect(readAll(kept!.batches)).rejects.toThrow(UnreadableResult)
  writeFileSync(path, 'nothing of ours')
  utimesSync(path, new Date(Date.now() + 1e6), new Date(Date.now() + 1e6))
  await expect(store.open(key)).rejects.toThrow(UnreadableResult)
  for (const strange of ['../secrets.json', '..%2f', '', 'x'.repeat(36), `${key}/..`]) expect(await store.open(strange)).toBeNull()
})

test('results expire, and the oldest leave when all of them take too much room', async () => {
  const own = mkdtempSync(join(folder, 'own-'))
  let time = Date.now()
  const store = createFileResults({ folder: own, now: () => new Date(time), mostBytes: 1e9, mostBytesInAll: 2500 })
  const keys = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  for (const [index, key] of keys.entries()) {
    const writer = await store.begin(key, columns.slice(1, 2), index === 2 ? 1000 : 100)
    await writer.write({ columns: columns.slice(1, 2), values: [Array.from({ length: 25 }, () => crypto.randomUUID())], length: 25 })
    await writer.finish()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const there = async () => (await Promise.all(keys.map(async (key) => (await store.open(key)) !== null))).map(Number).join('')
  expect(await there()).toBe('111')
  await store.sweep()
  expect(readdirSync(own).length).toBeLessThan(4)
  time += 200_000
  expect(await there()).toBe('001')
  await store.sweep()
  expect(readdirSync(own)).toEqual([`${keys[2]}.rows`])
})
