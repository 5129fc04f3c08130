export interface Turns {
  /** Calls `begin` when there is room, now or later; the function it gives back ends the turn, or the waiting for it. */
  readonly take: (begin: () => void) => () => void
}

/** Lets only so many things happen at once; the rest wait in the order they came. */
export const makeTurns = (most: number): Turns => {
  const waiting: (() => void)[] = []
  let running = 0
  const next = (): void => {
    while (running < most) {
      const begin = waiting.shift()
      if (begin === undefined) return
      running++
      begin()
    }
  }
  return {
    take: (begin) => {
      let state: 'waiting' | 'running' | 'done' = 'waiting'
      const start = (): void => {
        state = 'running'
        begin()
      }
      waiting.push(start)
      next()
      return () => {
        if (state === 'waiting') waiting.splice(waiting.indexOf(start), 1)
        else if (state === 'running') running--
        state = 'done'
        next()
      }
    },
  }
}
