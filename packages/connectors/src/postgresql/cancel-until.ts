import type pg from 'pg'
import type { Connections } from './connections.ts'

const againMilliseconds = 100

/** PostgreSQL forgets a cancel that reaches it just before the statement begins: it is told again until the statement has ended. */
export async function cancelUntil(client: pg.PoolClient, cancel: Connections['cancel'], ended: Promise<unknown>): Promise<void> {
  let isEnded = false
  const end = (): void => void (isEnded = true)
  const known = ended.then(end, end)
  while (!isEnded) {
    await cancel(client)
    let timer: NodeJS.Timeout | undefined
    await Promise.race([known, new Promise((resolve) => (timer = setTimeout(resolve, againMilliseconds)))])
    clearTimeout(timer)
  }
}

/** Work on a connection that its signal ends in the database; when the answer is there, no cancel is under way any more. */
export async function cancellable<Answer>(
  client: pg.PoolClient,
  cancel: Connections['cancel'],
  signal: AbortSignal,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const running = work()
  let cancelling: Promise<void> | null = null
  const stop = (): void => void (cancelling ??= cancelUntil(client, cancel, running))
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    return await running
  } finally {
    signal.removeEventListener('abort', stop)
    // One that arrives late would hit the next statement on this connection.
    await cancelling
  }
}
