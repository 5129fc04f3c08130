import { Exact, frameFromRows, ok, packFrame, type Cell } from '@sightline/core'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { layoutOfType } from '../arrow/layout-of.ts'
import { openRedis, type Redis } from '../jobs/redis.ts'
import { frameOfKept, keptOfFrame, type KeptRows } from './kept-rows.ts'
import { createRowCache } from './row-cache.ts'
import { addressForTests } from '../testing/address-for-tests.ts'
import { createSharedRows } from './shared-rows.ts'

const address = addressForTests('SIGHTLINE_TEST_REDIS', 'rows shared through Redis')

const columns = [
  { name: 'whole', kind: 'numeric', type: 'BIGINT' },
  { name: 'name', kind: 'string', type: 'VARCHAR' },
  { name: 'at', kind: 'temporal', type: 'TIMESTAMP' },
] as const
const rowsOf = (length: number): Cell[][] =>
  Array.from({ length }, (_, row) => [row % 3 === 0 ? null : 9_007_199_254_740_993n + BigInt(row), `n ${row} é`, row * 1000])

function packed(length: number): KeptRows {
  const layouts = columns.map(layoutOfType)
  const batches = []
  for (let start = 0; start < length; start += 100) batches.push(packFrame(frameFromRows(columns, rowsOf(length).slice(start, start + 100)), layouts))
  return { columns, layouts, batches, length }
}

describe.skipIf(!address)('rows shared through Redis', () => {
  const prefix = `d-test-${crypto.randomUUID()}`
  const log = pino({ level: 'silent' })
  let redis: Redis
  beforeAll(async () => {
    redis = await openRedis(address!)
  })
  afterAll(async () => {
    const keys = await redis.keys(`${prefix}*`)
    if (keys.length > 0) await redis.del(...keys)
    redis.disconnect()
  })
  const never = new AbortController().signal
  /** Each is a process of its own, as far as memory goes. */
  const open = (connection = redis) => createRowCache(() => new Date('2026-01-01T00:00:00Z'), createSharedRows({ redis: connection, prefix, log }))
  const options = { timeoutSeconds: 60, force: false, signal: never }

  test('what one process read another finds, every digit kept, in either form', async () => {
    const [one, other] = [open(), open()]
    const cells = keptOfFrame(frameFromRows(columns, [[new Exact('1.23456789012345678901'), 'x', null], ...rowsOf(20)]))
    for (const [name, rows] of [
      ['packed', packed(2050)],
      ['cells', cells],
      ['none', { columns, layouts: null, batches: [], length: 0 }],
    ] as const) {
      const made = await one([name], options, async () => ok(rows))
      const found = await other([name], options, async () => expect.fail('read again'))
      if (!made.ok || !found.ok) throw new Error('not answered')
      expect(found.value).toMatchObject({ cachedAt: new Date('2026-01-01T00:00:00Z'), stamp: made.value.stamp, key: made.value.key })
      expect(frameOfKept(found.value.rows)).toEqual(frameOfKept(rows))
    }
  })

  test('what one asked anew is new for all, and what Redis has lost is asked for again', async () => {
    const [one, other] = [open(), open()]
    let made = 0
    const make = async () => ok(keptOfFrame(frameFromRows(columns.slice(0, 1), [[++made]])))
    const value = async (cached: ReturnType<typeof open>, force = false) => {
      const answer = await cached(['fresh'], { ...options, force }, make)
      return answer.ok ? answer.value.frame.values[0]![0] : null
    }
    expect([await value(one), await value(other)]).toEqual([1, 1])
    expect([await value(other, true), await value(one), await value(other)]).toEqual([2, 2, 2])
    const keys = await redis.keys(`${prefix}:rows:*`)
    await redis.del(...keys)
    expect(await value(one)).toBe(3)
  })

  test('rows leave Redis by themselves, and a Redis that is away stops nobody', async () => {
    const cached = open()
    await cached(['short'], { ...options, timeoutSeconds: 7 }, async () => ok(packed(10)))
    const lives = await Promise.all((await redis.keys(`${prefix}:rows:*`)).map((key) => redis.ttl(key)))
    expect(Math.max(...lives)).toBeLessThanOrEqual(60)
    expect(Math.min(...lives)).toBeGreaterThan(0)
    const lost = await openRedis(address!)
    lost.disconnect()
    const alone = open(lost)
    expect(await alone(['away'], options, async () => ok(packed(3)))).toMatchObject({ ok: true, value: { rows: { length: 3 } } })
  })
})
