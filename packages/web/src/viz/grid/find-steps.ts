import type { Kind } from '@sightline/core'
import { isMissing, isoOf, type CellAt } from './cell-text.ts'
import type { Steps } from './sort-steps.ts'

const cellsPerStep = 20_000

/** Which rows from one place on hold the text in any cell, whatever its case. */
export function* findSteps(cellAt: CellAt, kinds: readonly Kind[], from: number, to: number, search: string): Steps<number[]> {
  const matchers = kinds.map((kind) => cellMatcher(kind, search))
  const rowsPerStep = Math.max(1, Math.floor(cellsPerStep / Math.max(1, kinds.length)))
  const found: number[] = []
  for (let row = from; row < to; row++) {
    if ((row - from) % rowsPerStep === rowsPerStep - 1) yield
    for (let column = 0; column < kinds.length; column++) {
      const value = cellAt(row, column)
      if (!isMissing(value) && matchers[column]!(value)) {
        found.push(row)
        break
      }
    }
  }
  return found
}

/** What a person sees is what is searched: dates as dates, and a number with or without its groups. */
function cellMatcher(kind: Kind, search: string): (value: unknown) => boolean {
  const wanted = search.trim().toLowerCase()
  const plain = wanted.replaceAll(',', '')
  const mayBeNumber = /^[\d.e+-]*$/.test(plain) && plain !== ''
  const mayBeTime = /^[\d: .-]*$/.test(wanted)
  return (value) => {
    switch (typeof value) {
      case 'string':
        return value.toLowerCase().includes(wanted) || (kind === 'numeric' && mayBeNumber && value.includes(plain))
      case 'number':
        return kind === 'temporal' ? mayBeTime && isoOf(value).includes(wanted) : mayBeNumber && String(value).includes(plain)
      case 'object':
        return JSON.stringify(value).toLowerCase().includes(wanted)
      default:
        return String(value as boolean | bigint).includes(plain)
    }
  }
}
