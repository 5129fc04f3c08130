import type { Caller } from '@sightline/core'
import { randomUUID } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { printRefusal } from '../http/errors.ts'
import { Refusal } from '../http/problem.ts'
import { moveEndings, type LiveMove } from './move-desk.ts'
import type { MoveOrder } from './move-form.ts'
import { moveIn } from './move-in.ts'
import { addMove, noteDone, noteEnd } from './moves.ts'
import { readSource } from './read-source.ts'

/** Begins a move and answers its row at once; it goes on in this process. */
export async function beginMove(deps: Deps, caller: Caller, order: MoveOrder): Promise<Awaited<ReturnType<typeof addMove>>> {
  const live = deps.moves.begin(randomUUID())
  if (!live) throw new Refusal(409, 'Another move is running. Wait for its end, or stop it.')
  try {
    const { run } = live
    const source =
      'bundle' in order.from
        ? ({ kind: 'bundle', name: order.from.bundle.name } as const)
        : ({ kind: 'server', name: shownAddress(order.from.server.address) } as const)
    const row = await addMove(deps, caller, { run, source, isDryRun: order.isDryRun })
    live.done = runMove(deps, caller, order, live, row.id).finally(() => deps.moves.end(run))
    return row
  } catch (error) {
    deps.moves.end(live.run)
    throw error
  }
}

/** Nobody has to write a password into an address; where somebody did, it is not kept. */
function shownAddress(text: string): string {
  try {
    const { origin, pathname } = new URL(text)
    return origin === 'null' ? text.slice(0, 250) : `${origin}${pathname === '/' ? '' : pathname}`.slice(0, 250)
  } catch {
    return text.replace(/\/\/[^/@]*@/, '//').slice(0, 250)
  }
}

async function runMove(deps: Deps, caller: Caller, order: MoveOrder, live: LiveMove, id: number): Promise<void> {
  const { signal } = live.controller
  const onStep = (words: string, done = 0, total: number | null = null): void => void (live.step = { words, done, total })
  try {
    const source = await readSource(deps, order.from, { signal, onStep })
    const report = await moveIn(deps, caller, source, {
      isDryRun: order.isDryRun,
      secrets: order.secrets,
      signal,
      onStep,
      onWritten: async (tx, made) => {
        if (!(await noteDone(tx, deps, id, made))) throw moveEndings.stopped
      },
    })
    if (order.isDryRun) await noteDone(deps.db, deps, id, report)
  } catch (error) {
    await noteFailure(deps, id, error, signal).catch((fault: unknown) => deps.log.error({ err: fault, move: id }, 'the end of a move could not be noted'))
  }
}

async function noteFailure(deps: Deps, id: number, error: unknown, signal: AbortSignal): Promise<void> {
  if (signal.reason === moveEndings.stopped || error === moveEndings.stopped) return void (await noteEnd(deps, id, 'stopped', null))
  if (signal.reason === moveEndings.closing)
    return void (await noteEnd(deps, id, 'failed', [{ message: `${moveEndings.closing.message} Nothing of it was kept; begin it again.` }]))
  if (!(error instanceof Refusal)) deps.log.error({ err: error, move: id }, 'a move failed unexpectedly')
  await noteEnd(deps, id, 'failed', errorsOf(error))
}

/** The elements of `errors` that the import calls answer; what they answer as `{message}` is one such element. */
export function errorsOf(error: unknown): readonly unknown[] {
  if (!(error instanceof Refusal)) return [{ message: 'The move failed unexpectedly. The log of the server says more.' }]
  const { body } = printRefusal(error)
  const errors = (body as { readonly errors?: unknown }).errors
  return Array.isArray(errors) ? errors : [body]
}
