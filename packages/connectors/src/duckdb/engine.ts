/**
 * The embedded engine's own process. It holds one database file, has no secrets in its environment, cannot reach other files, the network or
 * extensions, and cannot be talked out of it: the configuration is locked before the first statement of a user arrives.
 */
import { beginLoad, cancelLoad, keepLoad, takeRows } from './engine-load.ts'
import { describe, run } from './engine-run.ts'
import { commitSession, leaveSession, openSession } from './engine-session.ts'
import { open, RefusedError, running, send, type Running } from './engine-state.ts'
import type { ToEngine } from './protocol.ts'

async function answer(message: ToEngine): Promise<void> {
  const { id } = message
  const end = (): Promise<void> => send({ op: 'end', id })
  switch (message.op) {
    case 'open':
      await open(message.options)
      return end()
    case 'run':
      return run(id, message.order)
    case 'describe':
      return describe(id, message.order)
    case 'session':
      await openSession(id, message.order)
      return end()
    case 'commit':
      await commitSession(message.session)
      return end()
    case 'leave':
      await leaveSession(message.session)
      return end()
    case 'load':
      return beginLoad(id, message.order)
    case 'rows':
      return takeRows(message)
    case 'all':
      return keepLoad(id)
    case 'more':
      return nudge(id, (state) => state.credit++)
    case 'cancel':
      nudge(id, (state) => {
        state.cancelled = true
        state.interrupt?.()
      })
      return cancelLoad(id)
  }
}

function nudge(id: number, change: (state: Running) => void): void {
  const state = running.get(id)
  if (!state) return
  change(state)
  state.wake?.()
  state.wake = null
}

process.on('message', (message: ToEngine) => {
  answer(message).catch((error: unknown) =>
    send({ op: 'error', id: message.id, message: error instanceof Error ? error.message : String(error), refused: error instanceof RefusedError }),
  )
})
process.on('disconnect', () => process.exit(0))
