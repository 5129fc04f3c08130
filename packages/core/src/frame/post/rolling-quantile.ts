import type { Windows } from './windows.ts'

/** How many values of each rank a window holds, as a tree of partial sums (Fenwick): to put in, to take out and to find the nth takes a few steps. */
class RankTree {
  readonly #sums: Int32Array
  readonly #top: number

  constructor(ranks: number) {
    this.#sums = new Int32Array(ranks + 1)
    this.#top = 2 ** Math.floor(Math.log2(Math.max(1, ranks)))
  }

  add(rank: number, amount: 1 | -1): void {
    for (let at = rank + 1; at < this.#sums.length; at += at & -at) this.#sums[at]! += amount
  }

  /** The rank of the nth value, counted from 0. */
  nth(n: number): number {
    let [at, left] = [0, n]
    for (let step = this.#top; step > 0; step >>= 1) {
      if (at + step < this.#sums.length && this.#sums[at + step]! <= left) {
        at += step
        left -= this.#sums[at]!
      }
    }
    return at
  }
}

/** `part` from 0 to 1 of the values of each window; between two values by their distance. */
export function rollQuantile(numbers: Float64Array, part: number, { size, least, ahead }: Windows): Float64Array {
  const values = numbers.filter((value) => !Number.isNaN(value)).sort()
  const different = values.filter((value, at) => at === 0 || value !== values[at - 1])
  const rankOf = new Map(Array.from(different, (value, rank) => [value, rank]))
  const ranks = Int32Array.from(numbers, (value) => (Number.isNaN(value) ? -1 : rankOf.get(value)!))
  const tree = new RankTree(different.length)
  const made = new Float64Array(numbers.length)
  let [known, next, first] = [0, 0, 0]
  for (let row = 0; row < numbers.length; row++) {
    for (; next <= Math.min(numbers.length - 1, row + ahead); next++) {
      if (ranks[next]! < 0) continue
      tree.add(ranks[next]!, 1)
      known++
    }
    for (; first < row + ahead + 1 - size; first++) {
      if (ranks[first]! < 0) continue
      tree.add(ranks[first]!, -1)
      known--
    }
    if (known < least || known === 0) made[row] = NaN
    else {
      const place = part * (known - 1)
      const low = different[tree.nth(Math.floor(place))]!
      const high = different[tree.nth(Math.ceil(place))]!
      made[row] = low + (high - low) * (place - Math.floor(place))
    }
  }
  return made
}
