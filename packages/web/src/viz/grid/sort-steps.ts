import { isDigits, isMissing, type CellAt } from './cell-text.ts'

/** Work that stops to breathe: whoever drives it decides when to go on. */
export type Steps<Result> = Generator<void, Result, void>

const perStep = 4096
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

export interface Sorting {
  readonly column: number
  readonly isDescending: boolean
}

/** Rows in the order of one column: numbers as numbers, also where they come as texts, texts as a person sorts them, nulls last in both directions. */
export function* sortSteps(rows: Uint32Array, cellAt: CellAt, { column, isDescending }: Sorting): Steps<Uint32Array> {
  const numbers = new Float64Array(rows.length)
  const texts: (string | undefined)[] = Array.from({ length: rows.length })
  const present: number[] = []
  const missing: number[] = []
  for (let at = 0; at < rows.length; at++) {
    if (at % perStep === perStep - 1) yield
    const value = cellAt(rows[at]!, column)
    if (isMissing(value)) {
      missing.push(at)
      continue
    }
    present.push(at)
    if (typeof value === 'number' || typeof value === 'boolean') numbers[at] = Number(value)
    else {
      const isNumber = typeof value === 'bigint' || isDigits(value)
      numbers[at] = isNumber ? Number(value) : Number.NaN
      texts[at] = typeof value === 'object' ? JSON.stringify(value) : String(value as string | bigint)
    }
  }
  const sign = isDescending ? -1 : 1
  const compare = (one: number, other: number): number => sign * compareKeys(one, other, numbers, texts) || one - other
  const sorted = yield* mergeSort(Uint32Array.from(present), compare)
  const order = new Uint32Array(rows.length)
  sorted.forEach((at, place) => (order[place] = rows[at]!))
  missing.forEach((at, place) => (order[sorted.length + place] = rows[at]!))
  return order
}

/** Numbers stand before texts. */
function compareKeys(one: number, other: number, numbers: Float64Array, texts: readonly (string | undefined)[]): number {
  const a = numbers[one]!
  const b = numbers[other]!
  const isText = Number.isNaN(a) && texts[one] !== undefined
  const isOtherText = Number.isNaN(b) && texts[other] !== undefined
  if (isText !== isOtherText) return isText ? 1 : -1
  if (isText) return collator.compare(texts[one]!, texts[other]!)
  if (a !== b) return a < b ? -1 : a > b ? 1 : Number(Number.isNaN(a)) - Number(Number.isNaN(b))
  const text = texts[one]
  const otherText = texts[other]
  return text !== undefined && otherText !== undefined ? compareDigits(text, otherText) : 0
}

/** Numbers that are the same to a double may still differ in their digits. */
export function compareDigits(one: string, other: string): number {
  const isNegative = one.startsWith('-')
  if (isNegative !== other.startsWith('-')) return isNegative ? -1 : 1
  const [whole = '', fraction = ''] = one.replace('-', '').split('.')
  const [otherWhole = '', otherFraction = ''] = other.replace('-', '').split('.')
  const wide = Math.max(whole.length, otherWhole.length)
  const deep = Math.max(fraction.length, otherFraction.length)
  const a = whole.padStart(wide, '0') + fraction.padEnd(deep, '0')
  const b = otherWhole.padStart(wide, '0') + otherFraction.padEnd(deep, '0')
  return a === b ? 0 : a < b === isNegative ? 1 : -1
}

const runLength = 512

/** Stable; short runs are sorted at once, longer ones merged in steps. */
function* mergeSort(items: Uint32Array, compare: (one: number, other: number) => number): Steps<Uint32Array> {
  for (let from = 0; from < items.length; from += runLength) {
    items.subarray(from, from + runLength).sort(compare)
    if (from % perStep === 0) yield
  }
  let source: Uint32Array = items
  let target: Uint32Array = new Uint32Array(items.length)
  let done = 0
  for (let width = runLength; width < items.length; width *= 2) {
    for (let left = 0; left < items.length; left += 2 * width) {
      const middle = Math.min(left + width, items.length)
      const end = Math.min(left + 2 * width, items.length)
      for (let at = left, a = left, b = middle; at < end; at++) {
        target[at] = b >= end || (a < middle && compare(source[a]!, source[b]!) <= 0) ? source[a++]! : source[b++]!
        if (++done % perStep === 0) yield
      }
    }
    ;[source, target] = [target, source]
  }
  return source
}
