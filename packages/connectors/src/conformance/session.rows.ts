import { expect } from 'vitest'
import { asStatement, inSession, never, problemIn, valueOf, type Suite } from './suite.ts'

/** Several statements that belong together. */
export function sessionRows({ row, place, driver, rows, schema, write, problemOf }: Suite): void {
  const begin = async (readOnly: boolean) => valueOf(await driver().session({ signal: never(), readOnly, schema }))

  row([], 'a session runs one statement after the other and may be closed twice', async () => {
    const session = await begin(true)
    expect(await inSession(session, 'SELECT 1')).toEqual([[1]])
    expect(await inSession(session, place.series(3))).toEqual([[0], [1], [2]])
    const limited = valueOf(await session.stream(asStatement(place.series(100_000)), { signal: never(), maxRows: 2 }))
    let count = 0
    for await (const batch of limited.batches) count += batch.length
    expect(count).toBe(2)
    expect(await inSession(session, 'SELECT 2')).toEqual([[2]])
    await session.close()
    await session.close()
    expect(await rows('SELECT 1')).toEqual([[1]])
  })

  row(['session state'], 'statements of a session share what only the session knows, and the next session does not', async () => {
    const { set, get, seen } = place.sessionState!
    const session = await begin(false)
    for (const sql of set) await inSession(session, sql)
    expect(await inSession(session, get)).toEqual(seen)
    valueOf(await session.commit())
    await session.close()
    await problemOf(get, { schema })
    const next = await begin(false)
    await problemIn(await next.stream(asStatement(get), { signal: never() }), get)
    await next.close()
  })

  row(['transactions'], 'what a session wrote is undone when it closes and kept when it commits', async () => {
    await write(place.table('kept', [['a', 'integer']]))
    try {
      const undone = await begin(false)
      await inSession(undone, 'INSERT INTO kept VALUES (1)')
      expect(await inSession(undone, 'SELECT a FROM kept')).toEqual([[1]])
      await undone.close()
      expect(await rows('SELECT a FROM kept', { schema })).toEqual([])

      const failed = await begin(false)
      await inSession(failed, 'INSERT INTO kept VALUES (2)')
      await problemIn(await failed.stream(asStatement('SELECT * FROM nowhere_at_all'), { signal: never() }), 'SELECT * FROM nowhere_at_all')
      await failed.close()
      expect(await rows('SELECT a FROM kept', { schema })).toEqual([])

      const committed = await begin(false)
      await inSession(committed, 'INSERT INTO kept VALUES (3)')
      await inSession(committed, 'INSERT INTO kept VALUES (4)')
      valueOf(await committed.commit())
      await committed.close()
      expect((await rows('SELECT a FROM kept', { schema })).flat().toSorted()).toEqual([3, 4])
    } finally {
      await write('DROP TABLE kept')
    }
  })

  row(['read-only session'], 'a read-only session cannot write, whatever it says', async () => {
    await write(place.table('guarded', [['a', 'integer']]))
    try {
      for (const sql of place.writes) {
        const session = await begin(true)
        await problemIn(await session.stream(asStatement(sql), { signal: never() }), sql)
        await session.close()
      }
      expect(await rows('SELECT count(*) AS c FROM guarded', { schema })).toEqual([[0]])
    } finally {
      await write('DROP TABLE guarded')
    }
  })

  row([], 'a session whose reader left early closes', async () => {
    for (let round = 0; round < 20; round++) {
      const session = await begin(true)
      const stream = valueOf(await session.stream(asStatement(place.series(1_000_000)), { signal: never() }))
      for await (const _ of stream.batches) break
      await session.close()
    }
    expect(await rows('SELECT 1')).toEqual([[1]])
  })
}
