import { slideWindows, type Summary, type Windows } from './windows.ts'

export type MomentStatistic = 'count' | 'sum' | 'mean' | 'var' | 'std' | 'min' | 'max' | 'skew' | 'kurt'

/** Places in a summary: values, their sum, mean, and the sums of the second, third and fourth powers of their distances from it; extremes; rows. */
const [n, total, mean, second, third, fourth, least, most, rows] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const

/** The merging of moments after Chan, Golub and LeVeque, and Pébay for the higher ones. */
const summaryOf = (numbers: Float64Array): Summary => ({
  width: 9,
  put: (into, at, row) => {
    const value = numbers[row]!
    const isKnown = !Number.isNaN(value)
    into[at + n] = isKnown ? 1 : 0
    into[at + total] = isKnown ? value : 0
    into[at + mean] = isKnown ? value : 0
    into[at + second] = 0
    into[at + third] = 0
    into[at + fourth] = 0
    into[at + least] = isKnown ? value : Infinity
    into[at + most] = isKnown ? value : -Infinity
    into[at + rows] = 1
  },
  merge: (into, at, left, a, right, b) => {
    const [na, nb] = [left[a + n]!, right[b + n]!]
    const both = na + nb
    const [lowest, highest] = [Math.min(left[a + least]!, right[b + least]!), Math.max(left[a + most]!, right[b + most]!)]
    const [counted, summed] = [left[a + rows]! + right[b + rows]!, left[a + total]! + right[b + total]!]
    if (na === 0 || nb === 0) {
      const [from, start] = na === 0 ? [right, b] : [left, a]
      for (let place = mean; place <= fourth; place++) into[at + place] = from[start + place]!
    } else {
      const [ma, m2a, m3a, m4a] = [left[a + mean]!, left[a + second]!, left[a + third]!, left[a + fourth]!]
      const [mb, m2b, m3b, m4b] = [right[b + mean]!, right[b + second]!, right[b + third]!, right[b + fourth]!]
      const gap = mb - ma
      into[at + mean] = ma + (gap * nb) / both
      into[at + second] = m2a + m2b + (gap * gap * na * nb) / both
      into[at + third] = m3a + m3b + (gap ** 3 * na * nb * (na - nb)) / both ** 2 + (3 * gap * (na * m2b - nb * m2a)) / both
      into[at + fourth] =
        m4a +
        m4b +
        (gap ** 4 * na * nb * (na * na - na * nb + nb * nb)) / both ** 3 +
        (6 * gap * gap * (na * na * m2b + nb * nb * m2a)) / both ** 2 +
        (4 * gap * (na * m3b - nb * m3a)) / both
    }
    into[at + n] = both
    into[at + total] = summed
    into[at + least] = lowest
    into[at + most] = highest
    into[at + rows] = counted
  },
})

/** All values equal: whatever the rounding left over is nothing. */
const isFlat = (summary: Float64Array): boolean => summary[least] === summary[most]

const statistics: Readonly<Record<MomentStatistic, (summary: Float64Array) => number>> = {
  count: (summary) => summary[n]!,
  sum: (summary) => summary[total]!,
  mean: (summary) => (summary[n] === 0 ? NaN : summary[total]! / summary[n]!),
  min: (summary) => (summary[n] === 0 ? NaN : summary[least]!),
  max: (summary) => (summary[n] === 0 ? NaN : summary[most]!),
  var: (summary) => (summary[n]! < 2 ? NaN : isFlat(summary) ? 0 : summary[second]! / (summary[n]! - 1)),
  std: (summary) => Math.sqrt(statistics.var(summary)),
  skew: (summary) => {
    const count = summary[n]!
    if (count < 3) return NaN
    if (isFlat(summary)) return 0
    return (Math.sqrt(count * (count - 1)) / (count - 2)) * (summary[third]! / count / (summary[second]! / count) ** 1.5)
  },
  kurt: (summary) => {
    const count = summary[n]!
    if (count < 4) return NaN
    if (isFlat(summary)) return -3
    const ratio = summary[fourth]! / count / (summary[second]! / count) ** 2
    return ((count - 1) / ((count - 2) * (count - 3))) * ((count + 1) * ratio - 3 * (count - 1))
  },
}

export function rollMoments(numbers: Float64Array, statistic: MomentStatistic, windows: Windows): Float64Array {
  const made = new Float64Array(numbers.length)
  const compute = statistics[statistic]
  // What counts values is content with rows that have none.
  const enough = statistic === 'count' ? rows : n
  slideWindows(numbers.length, windows, summaryOf(numbers), (row, summary) => {
    made[row] = summary[enough]! < windows.least ? NaN : compute(summary)
  })
  return made
}

/** Of rows that have both values. */
export function rollPairs(left: Float64Array, right: Float64Array, statistic: 'corr' | 'cov', windows: Windows): Float64Array {
  const made = new Float64Array(right.length)
  // Places: pairs, both means, both sums of squares, sum of products of the distances.
  const pairs: Summary = {
    width: 6,
    put: (into, at, row) => {
      const isKnown = !Number.isNaN(left[row]!) && !Number.isNaN(right[row]!)
      into.fill(0, at, at + 6)
      if (!isKnown) return
      into[at] = 1
      into[at + 1] = left[row]!
      into[at + 2] = right[row]!
    },
    merge: (into, at, one, a, other, b) => {
      const [na, nb] = [one[a]!, other[b]!]
      const from = na === 0 ? other.slice(b, b + 6) : one.slice(a, a + 6)
      if (na > 0 && nb > 0) {
        const both = na + nb
        const [gapX, gapY] = [other[b + 1]! - one[a + 1]!, other[b + 2]! - one[a + 2]!]
        const share = (na * nb) / both
        from[0] = both
        from[1]! += (gapX * nb) / both
        from[2]! += (gapY * nb) / both
        from[3]! += other[b + 3]! + gapX * gapX * share
        from[4]! += other[b + 4]! + gapY * gapY * share
        from[5]! += other[b + 5]! + gapX * gapY * share
      }
      into.set(from, at)
    },
  }
  slideWindows(right.length, windows, pairs, (row, [count, , , squaresX, squaresY, products]) => {
    if (count! < windows.least || count! < 2) made[row] = NaN
    else made[row] = statistic === 'cov' ? products! / (count! - 1) : products! / Math.sqrt(squaresX! * squaresY!)
    if (!Number.isFinite(made[row])) made[row] = NaN
  })
  return made
}
