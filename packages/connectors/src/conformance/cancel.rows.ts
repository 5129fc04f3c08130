import { expect } from 'vitest'
import { ProblemError } from '../problem-error.ts'
import { asStatement, inSession, never, problemIn, until, valueOf, type Suite } from './suite.ts'

/** A statement that is stopped ends in the database, not only in the reply. */
export function cancelRows({ row, place, driver, rows, problemOf, reached, open, schema }: Suite): void {
  let number = 0
  const tagged = (sql: string): { readonly sql: string; readonly tag: string } => {
    const tag = `suite-${process.pid}-${++number}`
    return { sql: `${sql} /* ${tag} */`, tag }
  }
  const isUnderWay = async (tag: string): Promise<void> => {
    const { running } = reached()
    if (running) await until(async () => (await running(tag)) === 1)
    // Embedded engines keep no list of statements; this long after it was sent, the statement runs.
    else await new Promise((resolve) => setTimeout(resolve, 400))
  }
  const isGone = async (tag: string): Promise<void> => {
    const { running } = reached()
    if (running) await until(async () => (await running(tag)) === 0)
  }
  const backendOf = async (on = driver()): Promise<string> => {
    const { backend } = reached()
    return typeof backend === 'string' ? String((await rows(backend, {}, on))[0]![0]) : backend()
  }

  row(['cancel'], 'cancel ends a statement that would run for minutes, in the database too', async () => {
    const controller = new AbortController()
    const { sql, tag } = tagged(place.slow)
    const answer = problemOf(sql, { signal: controller.signal })
    await isUnderWay(tag)
    controller.abort()
    expect(await answer).toMatchObject({ message: expect.stringContaining('stopped') })
    await isGone(tag)
    expect(await rows('SELECT 1')).toEqual([[1]])
  })

  row(['cancel', 'cancel keeps the connection'], 'cancel ends the statement and not the connection', async () => {
    const alone = await open(reached().uri)
    try {
      const before = await backendOf(alone)
      const controller = new AbortController()
      const { sql, tag } = tagged(place.slow)
      const answer = problemOf(sql, { signal: controller.signal }, alone)
      await isUnderWay(tag)
      controller.abort()
      expect(await answer).toMatchObject({ message: expect.stringContaining('stopped') })
      expect(await backendOf(alone)).toBe(before)
    } finally {
      await alone.close()
    }
  })

  row(['cancel'], 'cancel in the middle of reading ends the reading', async () => {
    const controller = new AbortController()
    const stream = await driver().stream(asStatement(place.series(1_000_000)), { signal: controller.signal, readOnly: true })
    let count = 0
    const reading = (async () => {
      for await (const batch of valueOf(stream).batches) {
        count += batch.length
        controller.abort()
      }
    })()
    await expect(reading).rejects.toMatchObject({ problem: { message: expect.stringContaining('stopped') } })
    expect(count).toBeLessThan(1_000_000)
    expect(await rows('SELECT 1')).toEqual([[1]])
  })

  row([], 'a statement whose signal is aborted already does not begin', async () => {
    const answer = await driver().stream(asStatement('SELECT 1'), { signal: AbortSignal.abort(), readOnly: true })
    expect(await problemIn(answer, 'SELECT 1')).toMatchObject({ message: expect.stringContaining('stopped') })
  })

  row(['cancel'], 'a statement ended by its time limit answers with the problem of the limit and has ended in the database', async () => {
    const late = { code: 'SQLLAB_TIMEOUT_ERROR' as const, message: 'The query exceeded the time limit.' }
    const controller = new AbortController()
    const { sql, tag } = tagged(place.slow)
    const answer = problemOf(sql, { signal: controller.signal })
    await isUnderWay(tag)
    controller.abort(new ProblemError(late))
    expect(await answer).toEqual(late)
    await isGone(tag)
    expect(await rows('SELECT 1')).toEqual([[1]])
  })

  row(['cancel', 'session state'], 'cancel inside a session ends its statement, and the session closes', async () => {
    const session = valueOf(await driver().session({ signal: never(), readOnly: true, schema }))
    const controller = new AbortController()
    const { sql, tag } = tagged(place.slow)
    const answer = session.stream(asStatement(sql), { signal: controller.signal }).then((stream) => problemIn(stream, sql))
    await isUnderWay(tag)
    controller.abort()
    expect(await answer).toMatchObject({ message: expect.stringContaining('stopped') })
    await session.close()
    await isGone(tag)
    const next = valueOf(await driver().session({ signal: never(), readOnly: true, schema }))
    expect(await inSession(next, 'SELECT 1')).toEqual([[1]])
    await next.close()
  })
}
