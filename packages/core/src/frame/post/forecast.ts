/** Whether, or how finely, a season is looked for; null decides by how much of the past there is. */
export interface Seasons {
  readonly year: boolean | number | null
  readonly week: boolean | number | null
  readonly day: boolean | number | null
}

export interface Expectation {
  readonly value: number
  readonly lower: number
  readonly upper: number
}

const day = 86_400_000
const lengths = { year: 365.25 * day, week: 7 * day, day } as const
const waves = { year: 10, week: 3, day: 4 } as const

/** How many waves of each season the model has. By default a season must have been seen twice, and be longer than two steps. */
function countWaves(seasons: Seasons, span: number, spacing: number): readonly (readonly [length: number, waves: number])[] {
  return (['year', 'week', 'day'] as const).flatMap((name) => {
    const given = seasons[name]
    const isSeen = span >= 2 * lengths[name] && spacing < lengths[name] / 2
    const count = typeof given === 'number' ? Math.min(50, Math.max(0, Math.floor(given))) : given === true || (given === null && isSeen) ? waves[name] : 0
    // Finer waves than the rows can show are noise.
    const shown = spacing > 0 ? Math.min(count, Math.max(0, Math.floor(lengths[name] / spacing / 2))) : count
    return shown > 0 ? [[lengths[name], shown] as const] : []
  })
}

/** A straight trend and waves for each season, by least squares; the bounds widen with the distance from what is known. */
export function fitSeries(moments: readonly number[], values: readonly number[], seasons: Seasons, confidence: number): (moment: number) => Expectation {
  const first = moments.reduce((a, b) => Math.min(a, b), Infinity)
  const last = moments.reduce((a, b) => Math.max(a, b), -Infinity)
  const span = Math.max(last - first, 1)
  const found = countWaves(seasons, last - first, (last - first) / Math.max(1, moments.length - 1))
  const featuresOf = (moment: number): readonly number[] => [
    1,
    (moment - first) / span,
    ...found.flatMap(([length, count]) =>
      Array.from({ length: count }, (_, wave) => {
        const turn = (2 * Math.PI * (wave + 1) * moment) / length
        return [Math.sin(turn), Math.cos(turn)]
      }).flat(),
    ),
  ]
  const [fewMoments, fewValues] = thin(moments, values)
  const weights = solveLeastSquares(fewMoments.map(featuresOf), fewValues)
  const expect = (moment: number): number => featuresOf(moment).reduce((sum, feature, at) => sum + feature * weights[at]!, 0)
  const squares = fewMoments.reduce((sum, moment, at) => sum + (fewValues[at]! - expect(moment)) ** 2, 0)
  const spread = Math.sqrt(squares / Math.max(1, fewValues.length - 2)) * normalQuantile((1 + confidence) / 2)
  return (moment) => {
    const value = expect(moment)
    const reach = spread * Math.sqrt(1 + Math.max(0, moment - last) / span)
    return { value, lower: value - reach, upper: value + reach }
  }
}

/** More rows than these tell the model nothing new: every so many-th is enough. */
const mostRows = 20_000
function thin(moments: readonly number[], values: readonly number[]): readonly [readonly number[], readonly number[]] {
  const every = Math.ceil(moments.length / mostRows)
  if (every <= 1) return [moments, values]
  const isKept = (_: number, at: number) => at % every === 0
  return [moments.filter(isKept), values.filter(isKept)]
}

/** The weights that come closest, kept small where the rows do not decide. */
function solveLeastSquares(rows: readonly (readonly number[])[], values: readonly number[]): readonly number[] {
  const width = rows[0]?.length ?? 2
  const matrix = Array.from({ length: width }, () => new Float64Array(width + 1))
  for (const [at, row] of rows.entries()) {
    for (let left = 0; left < width; left++) {
      const line = matrix[left]!
      for (let right = 0; right < width; right++) line[right]! += row[left]! * row[right]!
      line[width]! += row[left]! * values[at]!
    }
  }
  for (let at = 0; at < width; at++) matrix[at]![at]! += at < 2 ? 1e-9 : 1e-3 * Math.max(1, rows.length)
  for (let pivot = 0; pivot < width; pivot++) {
    let best = pivot
    for (let row = pivot + 1; row < width; row++) if (Math.abs(matrix[row]![pivot]!) > Math.abs(matrix[best]![pivot]!)) best = row
    ;[matrix[pivot], matrix[best]] = [matrix[best]!, matrix[pivot]!]
    const line = matrix[pivot]!
    if (line[pivot] === 0) continue
    for (let row = 0; row < width; row++) {
      if (row === pivot) continue
      const factor = matrix[row]![pivot]! / line[pivot]!
      for (let at = pivot; at <= width; at++) matrix[row]![at]! -= factor * line[at]!
    }
  }
  return matrix.map((line, at) => (line[at] === 0 ? 0 : line[width]! / line[at]!))
}

/** Where so much of a bell curve lies to the left; found by halving, which is quick enough for one number. */
function normalQuantile(part: number): number {
  // The area under the curve after Abramowitz and Stegun 7.1.26, exact to seven digits.
  const areaUpTo = (x: number): number => {
    const t = 1 / (1 + (0.3275911 * Math.abs(x)) / Math.SQRT2)
    const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    const half = 1 - series * Math.exp((-x * x) / 2)
    return x < 0 ? (1 - half) / 2 : (1 + half) / 2
  }
  let [low, high] = [-10, 10]
  for (let round = 0; round < 60; round++) {
    const middle = (low + high) / 2
    if (areaUpTo(middle) < part) low = middle
    else high = middle
  }
  return (low + high) / 2
}
