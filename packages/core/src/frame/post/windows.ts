/** Which rows belong to a row: so many up to it, some of which may lie ahead; an answer needs at least so many values. */
export interface Windows {
  readonly size: number
  readonly least: number
  readonly ahead: number
}

/** Several numbers that together describe some rows, and can be merged with those of the rows that follow. */
export interface Summary {
  readonly width: number
  /** Describes one row, in the places from `at` on. */
  readonly put: (into: Float64Array, at: number, row: number) => void
  /** Describes the rows of `left` and then `right`; `into` may be either of them. */
  readonly merge: (into: Float64Array, at: number, left: Float64Array, leftAt: number, right: Float64Array, rightAt: number) => void
}

/**
 * Summaries of every window in time that does not depend on their size, without ever taking a value out again, which would let rounding
 * errors grow. The rows are cut into blocks as long as a window; each block is summed up from its start and from its end, and a window,
 * which touches two blocks at most, is the end of one and the start of the next.
 */
export function slideWindows(
  length: number,
  { size, ahead }: Windows,
  { width, put, merge }: Summary,
  take: (row: number, summary: Float64Array) => void,
): void {
  const fromStart = new Float64Array(length * width)
  const fromEnd = new Float64Array(length * width)
  const one = new Float64Array(width)
  for (let row = 0; row < length; row++) {
    put(one, 0, row)
    if (row % size === 0) fromStart.set(one, row * width)
    else merge(fromStart, row * width, fromStart, (row - 1) * width, one, 0)
  }
  for (let row = length - 1; row >= 0; row--) {
    put(one, 0, row)
    if (row === length - 1 || (row + 1) % size === 0) fromEnd.set(one, row * width)
    else merge(fromEnd, row * width, one, 0, fromEnd, (row + 1) * width)
  }
  for (let row = 0; row < length; row++) {
    const first = Math.max(0, row + ahead + 1 - size)
    const last = Math.min(length - 1, row + ahead)
    if (first % size === 0) one.set(fromStart.subarray(last * width, (last + 1) * width))
    else if (Math.floor(first / size) === Math.floor(last / size)) one.set(fromEnd.subarray(first * width, (first + 1) * width))
    else merge(one, 0, fromEnd, first * width, fromStart, last * width)
    take(row, one)
  }
}
