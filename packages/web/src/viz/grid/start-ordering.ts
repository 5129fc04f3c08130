import type { Kind } from '@sightline/core'
import type { CellAt } from './cell-text.ts'
import { findSteps } from './find-steps.ts'
import { sortSteps, type Sorting, type Steps } from './sort-steps.ts'

/** Which rows to show, and in which order. */
export interface OrderWish {
  readonly cellAt: CellAt
  readonly kinds: readonly Kind[]
  readonly rows: number
  readonly search: string
  readonly sorting: Sorting | undefined
}

export interface Ordering {
  /** A wish takes the place of the one before. The same wish over more rows goes on where it was. */
  readonly want: (wish: OrderWish) => void
  readonly stop: () => void
}

/** A slice leaves room for the rest of a frame. */
const sliceMs = 8

const inTurns = (go: () => void): void => void setTimeout(go, 0)

/** All at once, for few rows. */
export function orderNow({ cellAt, kinds, rows, search, sorting }: OrderWish): Uint32Array {
  const found = search.trim() === '' ? Uint32Array.from({ length: rows }, (_, row) => row) : Uint32Array.from(finish(findSteps(cellAt, kinds, 0, rows, search)))
  return sorting ? finish(sortSteps(found, cellAt, sorting)) : found
}

const finish = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

const isSameWish = (a: OrderWish, b: OrderWish): boolean =>
  a.cellAt === b.cellAt && a.search === b.search && a.sorting?.column === b.sorting?.column && a.sorting?.isDescending === b.sorting?.isDescending

/** Filters and sorts in slices between frames, so that a hundred thousand rows do not stop the page. Rows that come meanwhile are taken in afterwards. */
export function startOrdering(tell: (order: Uint32Array, wish: OrderWish) => void, turn: (go: () => void) => void = inTurns): Ordering {
  let wish: OrderWish | undefined
  let isWorking = false
  /** Counts wishes that begin from nothing. */
  let turnOfWish = 0
  /** Of the present search: what was found, and how far it was looked. */
  let found: number[] = []
  let lookedTo = 0

  function* work(now: OrderWish): Steps<Uint32Array> {
    if (now.search.trim() === '') found = Array.from({ length: now.rows }, (_, row) => row)
    else {
      // A plain loop: a hundred thousand arguments of one call are too many.
      for (const row of yield* findSteps(now.cellAt, now.kinds, lookedTo, now.rows, now.search)) found.push(row)
    }
    lookedTo = now.rows
    const rows = Uint32Array.from(found)
    return now.sorting ? yield* sortSteps(rows, now.cellAt, now.sorting) : rows
  }

  const start = (now: OrderWish): void => {
    isWorking = true
    const mine = turnOfWish
    const steps = work(now)
    const slice = (): void => {
      // Another wish: what was begun is of no use. More rows of the same one: this is finished first, or it would never end while rows come.
      if (!wish) return void (isWorking = false)
      if (mine !== turnOfWish) return start(wish)
      const end = performance.now() + sliceMs
      let step = steps.next()
      while (!step.done && performance.now() < end) step = steps.next()
      if (!step.done) return turn(slice)
      tell(step.value, now)
      isWorking = false
      if (wish.rows > now.rows) start(wish)
    }
    turn(slice)
  }

  return {
    want: (next) => {
      if (!wish || !isSameWish(wish, next) || next.rows < lookedTo) {
        found = []
        lookedTo = 0
        turnOfWish++
      }
      wish = next
      if (!isWorking) start(next)
    },
    stop: () => (wish = undefined),
  }
}
