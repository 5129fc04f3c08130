import { expect } from 'vitest'
import type { Problem } from '@sightline/contract'
import { closedPort, openLine, openSilence } from './cuttable-line.ts'
import { asStatement, never, until, valueOf, type Suite } from './suite.ts'

/** Servers that are not there, not as expected, or gone for a while. */
export function connectionRows({ row, place, open, rows, reached }: Suite): void {
  const address = (change: (uri: URL) => void): URL => {
    const uri = new URL(reached().uri)
    change(uri)
    return uri
  }
  const through = (port: number, more?: string): URL =>
    address((uri) => {
      uri.hostname = '127.0.0.1'
      uri.port = String(port)
      for (const [name, value] of new URLSearchParams(more)) uri.searchParams.set(name, value)
    })
  const lineToServer = async () => {
    const uri = new URL(reached().uri)
    return openLine(uri.hostname, Number(uri.port))
  }
  const testOf = async (uri: URL): Promise<Problem | null> => {
    const driver = await open(uri)
    try {
      const answer = await driver.test(AbortSignal.timeout(20_000))
      return answer.ok ? null : answer.problem
    } finally {
      await driver.close()
    }
  }

  row(['network'], 'a closed port and an unknown host have their own problems', async () => {
    const port = await closedPort()
    expect(await testOf(through(port))).toMatchObject({ code: 'CONNECTION_PORT_CLOSED_ERROR', extra: { invalid: ['host', 'port'] } })
    const nowhere = await testOf(address((uri) => (uri.hostname = 'nowhere.invalid')))
    expect(nowhere).toMatchObject({ code: 'CONNECTION_INVALID_HOSTNAME_ERROR', extra: { invalid: ['host'] } })
  })

  row(['network'], 'a server that never answers is given up', async () => {
    const silence = await openSilence()
    try {
      expect(await testOf(through(silence.port, place.impatient))).toMatchObject({ code: 'CONNECTION_HOST_DOWN_ERROR' })
    } finally {
      silence.close()
    }
  })

  row(['network'], 'an unknown database is said to be unknown', async () => {
    const said = place.says.database
    if (!said) return
    expect(await testOf(address((uri) => (uri.pathname = '/nope')))).toMatchObject(said)
  })

  row(['passwords'], 'a wrong password is refused with its own problem, the right one works', async () => {
    const account = await reached().account!()
    const withPassword = (password: string): URL =>
      address((uri) => {
        uri.username = account.username
        uri.password = encodeURIComponent(password)
      })
    expect(await testOf(withPassword(account.password))).toBeNull()
    const problem = await testOf(withPassword('wrong'))
    expect(problem?.code).toBe(place.says.password!.code)
    expect(problem?.message).toEqual(typeof place.says.password!.message === 'string' ? place.says.password!.message : expect.any(String))
    expect(JSON.stringify(problem)).not.toContain('wrong')
  })

  row(['network'], 'a connection that dies under a statement fails that statement only', async () => {
    const line = await lineToServer()
    const driver = await open(through(line.port))
    try {
      const stream = valueOf(await driver.stream(asStatement(place.series(1_000_000)), { signal: never(), readOnly: true }))
      const reading = (async () => {
        for await (const _ of stream.batches) line.cut()
      })()
      await expect(reading).rejects.toMatchObject({ problem: { code: expect.any(String) } })
      expect(await rows('SELECT 1', {}, driver)).toEqual([[1]])
    } finally {
      await driver.close()
      await line.close()
    }
  })

  row(['network'], 'after a restart of the database the pool renews itself', async () => {
    const line = await lineToServer()
    const driver = await open(through(line.port))
    try {
      await Promise.all(Array.from({ length: 6 }, () => rows(place.series(5000), {}, driver)))
      line.cut()
      expect(await rows('SELECT 1', {}, driver)).toEqual([[1]])
      expect(await Promise.all(Array.from({ length: 6 }, () => rows('SELECT 2', {}, driver)))).toEqual(Array.from({ length: 6 }, () => [[2]]))
    } finally {
      await driver.close()
      await line.close()
    }
  })

  row(['network'], 'connections are bounded, closed when idle, and opened again when needed', async () => {
    const line = await lineToServer()
    const driver = await open(through(line.port), { idleMilliseconds: 200 })
    try {
      await Promise.all(Array.from({ length: 60 }, () => rows(place.series(2000), {}, driver)))
      expect(line.most()).toBeLessThan(60)
      await until(() => line.open() === 0)
      expect(await rows('SELECT 1', {}, driver)).toEqual([[1]])
    } finally {
      await driver.close()
    }
    await until(() => line.open() === 0)
    await line.close()
  })
}
