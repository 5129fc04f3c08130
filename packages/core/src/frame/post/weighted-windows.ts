import { ok, type Result } from '../../result.ts'
import { refuseStep } from '../table.ts'
import type { Windows } from './windows.ts'

/** A sum of cosines over the window, the way most of these shapes are defined. */
const cosines =
  (...factors: readonly number[]) =>
  (at: number, size: number): number =>
    size === 1 ? 1 : factors.reduce((sum, factor, order) => sum + (order % 2 === 0 ? 1 : -1) * factor * Math.cos((2 * Math.PI * order * at) / (size - 1)), 0)

/** Distance from the middle, from 0 in it to 1 at the edges. */
const fromMiddle = (at: number, size: number): number => (size === 1 ? 0 : Math.abs((2 * at) / (size - 1) - 1))

const shapes: Readonly<Record<string, (at: number, size: number) => number>> = {
  boxcar: () => 1,
  triang: (at, size) => {
    const place = Math.min(at, size - 1 - at) + 1
    return size % 2 === 0 ? (2 * place - 1) / size : (2 * place) / (size + 1)
  },
  bartlett: (at, size) => 1 - fromMiddle(at, size),
  hann: cosines(0.5, 0.5),
  hamming: cosines(0.54, 0.46),
  blackman: cosines(0.42, 0.5, 0.08),
  nuttall: cosines(0.3635819, 0.4891775, 0.1365995, 0.0106411),
  blackmanharris: cosines(0.35875, 0.48829, 0.14128, 0.01168),
  bohman: (at, size) => {
    const x = fromMiddle(at, size)
    return x === 1 ? 0 : (1 - x) * Math.cos(Math.PI * x) + Math.sin(Math.PI * x) / Math.PI
  },
  cosine: (at, size) => Math.sin((Math.PI * (at + 0.5)) / size),
}

/** The weights of the rows of a window, the oldest first. */
export function readWeights(given: unknown, size: number): Result<Float64Array> {
  const shape = typeof given === 'string' && Object.hasOwn(shapes, given) ? shapes[given] : undefined
  if (!shape) return refuseStep(`Invalid win_type: ${String(given)}`)
  // Weights make a sum of products of every window; one that long is a mistake and would take minutes.
  if (size > 1000) return refuseStep('A weighted window must be at most 1000')
  return ok(Float64Array.from({ length: size }, (_, at) => shape(at, size)))
}

/** Of the known values of each window, each as heavy as its place. */
export function rollWeighted(
  numbers: Float64Array,
  weights: Float64Array,
  statistic: 'sum' | 'mean' | 'var' | 'std',
  { size, least, ahead }: Windows,
): Float64Array {
  const made = new Float64Array(numbers.length)
  for (let row = 0; row < numbers.length; row++) {
    const start = row + ahead + 1 - size
    let [known, weight, sum] = [0, 0, 0]
    for (let at = Math.max(0, -start); at < size && start + at < numbers.length; at++) {
      const value = numbers[start + at]!
      if (Number.isNaN(value)) continue
      known++
      weight += weights[at]!
      sum += weights[at]! * value
    }
    const mean = sum / weight
    let spread = 0
    if (statistic === 'var' || statistic === 'std') {
      for (let at = Math.max(0, -start); at < size && start + at < numbers.length; at++) {
        const value = numbers[start + at]!
        if (!Number.isNaN(value)) spread += weights[at]! * (value - mean) ** 2
      }
    }
    const variance = known < 2 ? NaN : (spread * known) / ((known - 1) * weight)
    const answers = { sum, mean, var: variance, std: Math.sqrt(variance) }
    made[row] = known < least || known === 0 || !Number.isFinite(answers[statistic]) ? NaN : answers[statistic]
  }
  return made
}
