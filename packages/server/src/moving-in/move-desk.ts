import type { Move } from '@sightline/contract'

export type Step = NonNullable<Move['step']>

/** A move that this process runs. */
export interface LiveMove {
  /** Its name in the store. */
  readonly run: string
  readonly controller: AbortController
  step: Step | null
  /** Settles when it is over, however it ended. */
  done: Promise<void>
}

/** The moves that this process runs: one at a time, because two would write the same things. */
export interface MoveDesk {
  find(run: string): LiveMove | undefined
  /** Null while another one runs. */
  begin(run: string): LiveMove | null
  end(run: string): void
  /** Stops what runs; nothing of it stays. */
  close(): Promise<void>
}

/** Why a move's signal was aborted. */
export const moveEndings = { stopped: new Error('The move was stopped.'), closing: new Error('The server ended while the move ran.') } as const

export function createMoveDesk(): MoveDesk {
  const live = new Map<string, LiveMove>()
  return {
    find: (run) => live.get(run),
    begin: (run) => {
      if (live.size > 0) return null
      const move: LiveMove = { run, controller: new AbortController(), step: null, done: Promise.resolve() }
      live.set(run, move)
      return move
    },
    end: (run) => void live.delete(run),
    close: async () => {
      const moves = [...live.values()]
      for (const { controller } of moves) controller.abort(moveEndings.closing)
      await Promise.all(moves.map(({ done }) => done))
    },
  }
}
