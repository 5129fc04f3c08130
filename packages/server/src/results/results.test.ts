import { Exact, firstPackedRows, packFrame, type Cell, type ColumnLayout, type Frame, type PackedFrame } from '@sightline/core'
import { unpackFrame } from '@sightline/connectors'
import { mkdtempSync, readdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openRedis, type Redis } from '../jobs/redis.ts'
import { createFileResults } from './file-results.ts'
import { createRedisResults } from './redis-results.ts'
import { UnreadableResult, type Results } from './results.ts'
import { addressForTests } from '../testing/address-for-tests.ts'

const folder = mkdtempSync(join(tmpdir(), 'sightline-results-'))
const redisAddress = addressForTests('SIGHTLINE_TEST_REDIS', 'results kept in Redis')
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

const layouts: readonly ColumnLayout[] = [{ kind: 'int64' }, { kind: 'text' }, { kind: 'boolean' }, { kind: 'float64' }]

const readAll = async (batches: AsyncIterable<unknown>): Promise<void> => {
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

describe.each(stores)('results kept in %s', (_, openStore) => {
  test('come back with every digit, batch by batch, and only once they are whole', async () => {
    const store = await openStore()
    const key = crypto.randomUUID()
    const writer = await store.begin(key, { columns, layouts: null }, 100)
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
      expect((batch as Frame).values.map((cells) => cells.slice(0, 5))).toEqual(frame.values)
    }
    expect([rows, batches > 1]).toEqual([5000, true])
    await store.remove(key)
    expect(await store.open(key)).toBeNull()
  })

  test('columns in memory come back as they lay there, also the first rows of some, and batches of cells between them', async () => {
    const store = await openStore()
    const key = crypto.randomUUID()
    const shown = { columns: [columns[0], columns[1], columns[2], columns[3]], layouts }
    const cells: Frame = { columns: shown.columns, values: frame.values.slice(0, 4), length: 5 }
    const whole: Frame = {
      columns: shown.columns,
      values: [
        [1, -1, null],
        ['ü', null, 'x'],
        [true, null, false],
        [0.5, null, -1e300],
      ],
      length: 3,
    }
    const packed = packFrame(whole, layouts)
    const writer = await store.begin(key, shown, 100)
    for (const batch of [packed, cells, firstPackedRows(packed, 2)]) expect(await writer.write(batch)).toBe(true)
    await writer.finish()
    const kept = await store.open(key)
    expect(kept?.layouts).toEqual(layouts)
    const read: (Frame | PackedFrame)[] = []
    for await (const batch of kept!.batches) read.push(batch)
    expect(read.map((batch) => ('values' in batch ? batch.values : unpackFrame(shown.columns, layouts, batch).values))).toEqual([
      whole.values,
      cells.values,
      whole.values.map((column) => column.slice(0, 2)),
    ])
  })

  test('are refused above their bound and leave nothing', async () => {
    const store = await openStore()
    const key = crypto.randomUUID()
    const writer = await store.begin(key, { columns: columns.slice(1, 2), layouts: null }, 100)
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
  const writer = await store.begin(key, { columns, layouts: null }, 100)
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
    const writer = await store.begin(key, { columns: columns.slice(1, 2), layouts: null }, index === 2 ? 1000 : 100)
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
