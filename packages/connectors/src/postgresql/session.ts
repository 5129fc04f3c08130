import { fail, ok, type Result } from '@sightline/core'
import type { Session, SessionOptions } from '../connector.ts'
import { problemOfAbort } from '../aborted.ts'
import { cancellable } from './cancel-until.ts'
import { beginningOf, type Borrowed, type Connections } from './connections.ts'
import type { PostgresConfig } from './config.ts'
import { engineName, problemOf, refusal } from './problems.ts'
import { endsTransaction, readStatement } from './read-statement.ts'
import type { TypeNames } from './types.ts'

/** A block of code may have changed how texts are cut, which every statement was read by before: whatever one has set, the next is read as ever. */
const readingSettings = `SET standard_conforming_strings = on; SET backslash_quote = safe_encoding; SET client_encoding = 'UTF8'`

/** One connection and one transaction for several statements. */
export function openSession(borrowed: Borrowed, options: SessionOptions, connections: Connections, typeNames: TypeNames, config: PostgresConfig): Session {
  const { client } = borrowed
  let state: 'open' | 'lost' | 'closed' = 'open'
  let isCommitted = false
  /** The statement under way has ended, and with it every use of the connection. */
  let underWay: Promise<void> = Promise.resolve()
  const stopping = new AbortController()

  const restart = async (): Promise<void> => {
    await client.query(beginningOf(options))
  }

  return {
    stream: async (statement, more) => {
      if (state !== 'open') return fail(refusal('The session is closed.'))
      const { signal, end } = followAll([options.signal, more.signal, stopping.signal])
      if (signal.aborted) {
        end()
        return fail(problemOfAbort(signal, engineName))
      }
      let isOver: () => void = () => undefined
      underWay = new Promise((resolve) => (isOver = resolve))
      // In a failed transaction nothing can be set, and nothing will be read either.
      if (!options.readOnly) await client.query(readingSettings).catch(() => undefined)
      return readStatement(client, statement, {
        signal,
        maxRows: more.maxRows,
        typeNames,
        cancel: connections.cancel,
        problemOf: (error) => problemOf(error, config, statement.sql),
        // Outside its transaction nothing would hold a read-only session back.
        refuse: (command) => (options.readOnly && endsTransaction(command) ? refusal('The transaction of a read-only session cannot be ended.') : null),
        onEnd: async (ending) => {
          try {
            if (ending === 'lost') state = 'lost'
            else if ((client as unknown as { getTransactionStatus(): string | null }).getTransactionStatus() === 'I') {
              if (options.readOnly) state = 'lost'
              else {
                isCommitted = true
                await restart()
              }
            }
          } finally {
            end()
            isOver()
          }
        },
      })
    },
    commit: async (): Promise<Result<void>> => {
      if (state !== 'open') return fail(refusal('The session is closed.'))
      await underWay
      const { signal, end } = followAll([options.signal, stopping.signal])
      let isOver: () => void = () => undefined
      underWay = new Promise((resolve) => (isOver = resolve))
      try {
        if (signal.aborted) return fail(problemOfAbort(signal, engineName))
        // A failed transaction answers COMMIT by undoing it, without an error.
        const { command } = await cancellable(client, connections.cancel, signal, () => client.query('COMMIT'))
        isCommitted = true
        await restart()
        return command === 'COMMIT' ? ok(undefined) : fail(refusal('What the session wrote was undone, because one of its statements failed.'))
      } catch (error) {
        state = 'lost'
        return fail(signal.aborted ? problemOfAbort(signal, engineName) : problemOf(error, config))
      } finally {
        end()
        isOver()
      }
    },
    close: async () => {
      if (state === 'closed') return
      const wasLost = state === 'lost'
      state = 'closed'
      stopping.abort()
      await underWay
      if (wasLost) return borrowed.drop()
      // What a committed session set or made for itself is not undone with the transaction.
      if (!isCommitted) return borrowed.end('undo')
      try {
        await client.query('ROLLBACK')
        await borrowed.end('commit')
      } catch {
        borrowed.drop()
      }
    },
  }
}

/** Aborted with the first of several; leaves no listener behind once the statement has ended. */
function followAll(sources: readonly AbortSignal[]): { readonly signal: AbortSignal; end(): void } {
  const controller = new AbortController()
  const followers = sources.map((source) => {
    const follow = (): void => controller.abort(source.reason)
    source.addEventListener('abort', follow, { once: true })
    if (source.aborted) follow()
    return () => source.removeEventListener('abort', follow)
  })
  return { signal: controller.signal, end: () => followers.forEach((leave) => leave()) }
}
