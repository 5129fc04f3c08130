import { expect } from 'vitest'
import type { Driver } from '../connector.ts'
import { asStatement, inSession, never, problemIn, until, valueOf, type Suite } from './suite.ts'

/** More than any pool has connections: some always wait for their turn. */
const lanes = 24

/** People stop statements at every moment: before they are sent, while they wait for a connection, between two of a session, while they are committed. */
export function stopRows({ row, place, connector, driver, rows, write, reached, schema }: Suite): void {
  const hasTransactions = connector.lacks.transactions === undefined
  row(['cancel'], 'stops at any moment leave nothing running, hit nobody else and never change what was answered', async () => {
    const tag = `stops-${process.pid}`
    const random = randomFrom(20_210_102)
    const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, random() * 30))
    /** A third at once, in the same turn; the others some time later. */
    const stopSoon = (controller: AbortController): void => {
      if (random() < 0.33) controller.abort()
      else setTimeout(() => controller.abort(), random() * 30)
    }
    const isStop = (problem: { readonly message: string }): void => expect(problem.message).toContain('stopped')
    /** Whoever was quicker: the answer is whole, or it says that it was stopped. */
    const isStoppedOr = async (answer: Awaited<ReturnType<Driver['stream']>>, length: number): Promise<void> => {
      if (!answer.ok) return isStop(answer.problem)
      let count = 0
      try {
        for await (const batch of answer.value.batches) count += batch.length
      } catch (error) {
        return isStop((error as { problem: { message: string } }).problem)
      }
      expect(count).toBe(length)
    }
    const slow = `${place.slow} /* ${tag} */`
    const manyRows = 20_000
    const many = `${place.series(manyRows)} /* ${tag} */`

    const kinds = {
      'a long statement': async () => {
        const controller = new AbortController()
        const answer = driver().stream(asStatement(slow), { signal: controller.signal, readOnly: true })
        stopSoon(controller)
        isStop(await problemIn(await answer, slow))
      },
      'a short one, which may be quicker than its stop': async () => {
        const controller = new AbortController()
        const answer = driver().stream(asStatement('SELECT 7'), { signal: controller.signal, readOnly: true })
        setTimeout(() => controller.abort(), random() * 8)
        await isStoppedOr(await answer, 1)
      },
      'the middle of reading': async () => {
        const controller = new AbortController()
        const answer = await driver().stream(asStatement(many), { signal: controller.signal, readOnly: true })
        stopSoon(controller)
        await isStoppedOr(answer, manyRows)
      },
      'a reader that never begins': async () => {
        const controller = new AbortController()
        const answer = await driver().stream(asStatement(many), { signal: controller.signal, readOnly: true })
        await pause()
        controller.abort()
        if (!answer.ok) isStop(answer.problem)
      },
      'a statement of a session': async () => {
        const session = valueOf(await driver().session({ signal: never(), readOnly: true, schema }))
        expect(await inSession(session, 'SELECT 1')).toEqual([[1]])
        const controller = new AbortController()
        if (random() < 0.3) controller.abort()
        const answer = session.stream(asStatement(slow), { signal: controller.signal })
        stopSoon(controller)
        isStop(await problemIn(await answer, slow))
        await session.close()
      },
      'a session as a whole': async () => {
        const controller = new AbortController()
        const opened = driver().session({ signal: controller.signal, readOnly: true, schema })
        stopSoon(controller)
        const session = await opened
        if (!session.ok) return isStop(session.problem)
        const answer = await session.value.stream(asStatement(slow), { signal: controller.signal })
        isStop(await problemIn(answer, slow))
        await session.value.close()
      },
      'what is being kept': async () => {
        if (!hasTransactions) return
        const number = ++written
        const controller = new AbortController()
        const session = await driver().session({ signal: controller.signal, readOnly: false, schema })
        if (!session.ok) return isStop(session.problem)
        const stream = await session.value.stream(asStatement(`INSERT INTO stops VALUES (${number})`), { signal: controller.signal })
        if (stream.ok) for await (const _ of stream.value.batches);
        stopSoon(controller)
        const kept = await session.value.commit()
        if (kept.ok) committed.push(number)
        await session.value.close()
      },
    }
    // One writer at a time is all that a file allows.
    const shared = ['sqlite', 'duckdb'].includes(place.id)
    const names = Object.keys(kinds).filter((name) => !(shared && name === 'what is being kept')) as (keyof typeof kinds)[]
    let written = 0
    const committed: number[] = []
    if (hasTransactions) await write(place.table('stops', [['a', 'integer']]))
    try {
      let left = place.stops ?? 500
      const lane = async (): Promise<void> => {
        while (left-- > 0) {
          const number = left
          const name = names[Math.floor(random() * names.length)]!
          await kinds[name]().catch((error: unknown) => {
            throw new Error(`${name}: ${error instanceof Error ? error.message : JSON.stringify(error)}`, { cause: error })
          })
          // The connection goes to somebody else now, whom no late stop may reach.
          expect(await rows(`SELECT ${number} AS a`), `after ${name}`).toEqual([[number]])
        }
      }
      await Promise.all(Array.from({ length: Math.min(lanes, left) }, lane))
      const { running } = reached()
      if (running) await until(async () => (await running(tag)) === 0)
      // Everybody finds a connection: none was lost on the way.
      expect(await Promise.all(Array.from({ length: 40 }, () => rows('SELECT 1')))).toEqual(Array.from({ length: 40 }, () => [[1]]))
      if (hasTransactions) expect((await rows('SELECT a FROM stops', { schema })).map(([a]) => Number(a)).toSorted()).toEqual(committed.toSorted())
    } finally {
      if (hasTransactions) await write('DROP TABLE stops')
    }
  })
}

/** The same numbers in every run. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
