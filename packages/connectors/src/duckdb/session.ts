import { fail, ok, type Result } from '@sightline/core'
import { problemOfAbort } from '../aborted.ts'
import type { Session, SessionOptions } from '../connector.ts'
import type { EngineProcess } from './engine-process.ts'
import { died, engineName, refusal } from './problems.ts'
import { problemOfError, readStream } from './read-stream.ts'

/** A connection and a transaction inside the engine that several statements share. */
export async function openSession(engine: EngineProcess, options: SessionOptions): Promise<Result<Session>> {
  const { schema = null, readOnly } = options
  let session = 0
  const opened = await call(engine, { op: 'session', order: { schema, readOnly } }, (id) => (session = id))
  if (!opened.ok) return opened
  let isClosed = false
  const stopping = new AbortController()
  const closed = fail(refusal('The session is closed.'))

  return ok({
    stream: async (statement, { signal: own, maxRows = null }) => {
      const signal = AbortSignal.any([options.signal, own, stopping.signal])
      if (isClosed) return closed
      if (signal.aborted) return fail(problemOfAbort(signal, engineName))
      return readStream(
        engine,
        { op: 'run', order: { sql: statement.sql, params: statement.params, schema, readOnly, maxRows, session } },
        statement.sql,
        signal,
      )
    },
    commit: async () => (isClosed ? closed : call(engine, { op: 'commit', session })),
    close: async () => {
      if (isClosed) return
      isClosed = true
      stopping.abort()
      await call(engine, { op: 'leave', session })
    },
  })
}

/** A call that is answered by its end. */
function call(engine: EngineProcess, order: Parameters<EngineProcess['call']>[0], onNumber?: (id: number) => void): Promise<Result<void>> {
  return new Promise((resolve) => {
    const id = engine.call(order, (message) => {
      engine.drop(id)
      resolve(message === null ? fail(died) : message.op === 'error' ? fail(problemOfError(message, '')) : ok(undefined))
    })
    onNumber?.(id)
  })
}
