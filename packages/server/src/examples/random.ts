/**
 * Chance that is the same every time: a hash of the row's own number. `random()` would give other rows at every load, and other ones again
 * for every number of threads.
 */
export const chance = (row: string, salt: number): string => `((hash((${row})::BIGINT * 128 + ${salt}) % 1000003)::DOUBLE / 1000003.0)`

/** Bell-shaped around 0, mostly between -1 and 1. */
export const bell = (row: string, salt: number): string => `(${chance(row, salt)} + ${chance(row, salt + 1)} + ${chance(row, salt + 2)} - 1.5)`

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`

export const texts = (values: readonly string[]): string => `[${values.map(quote).join(', ')}]`
export const numbers = (values: readonly number[]): string => `[${values.join(', ')}]::DOUBLE[]`

/** A list in which every place stands as often as its weight says; picking evenly from it picks by weight. */
const weighted = (weights: readonly number[]): string => `[${weights.flatMap((weight, index) => Array<number>(weight).fill(index + 1)).join(', ')}]`

/** The place (from 1) that a chance between 0 and 1 picks. */
export const pickPlace = (weights: readonly number[], at: string): string => {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return `${weighted(weights)}[1 + floor((${at}) * ${total})::INTEGER]`
}
