import type { DuckDBConnection } from '@duckdb/node-api'
import { begin, connect, keepInterrupting, RefusedError } from './engine-state.ts'
import type { SessionOrder } from './protocol.ts'

interface OpenSession {
  readonly connection: DuckDBConnection
  readonly readOnly: boolean
  /** The end of what was asked last: one statement at a time. */
  last: Promise<unknown>
}

const sessions = new Map<number, OpenSession>()

export async function openSession(id: number, order: SessionOrder): Promise<void> {
  sessions.set(id, { connection: await connect(order), readOnly: order.readOnly, last: Promise.resolve() })
}

/** Does the work when everything asked before is over. */
export function inSession<Answer>(id: number, work: (connection: DuckDBConnection) => Promise<Answer>): Promise<Answer> {
  const session = sessions.get(id)
  if (!session) return Promise.reject(new RefusedError('The session is closed.'))
  const turn = session.last.then(
    () => work(session.connection),
    () => work(session.connection),
  )
  session.last = turn.catch(() => undefined)
  return turn
}

export const commitSession = (id: number): Promise<void> =>
  inSession(id, async (connection) => {
    await connection.run('COMMIT')
    await begin(connection, sessions.get(id)?.readOnly ?? true)
  })

/** What was not committed goes with the connection. */
export async function leaveSession(id: number): Promise<void> {
  const session = sessions.get(id)
  if (!session) return
  sessions.delete(id)
  const endInterrupting = keepInterrupting(session.connection)
  await session.last
  endInterrupting()
  session.connection.closeSync()
}
