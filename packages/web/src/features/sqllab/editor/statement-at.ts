import { splitStatements } from '@sightline/core'
import { blankTemplates } from './blank-templates.ts'

export interface StatementRange {
  readonly from: number
  readonly to: number
  readonly text: string
}

/**
 * The statement that a place belongs to: the one around it; after a semicolon on the same line still the one it ended; in the blank between two
 * the next one, and behind the last one that. Null where there is none.
 */
export function statementAt(text: string, place: number, backend: string): StatementRange | null {
  const ranges = statementsOf(text, backend)
  const around = ranges.find(({ from, to }) => from <= place && place <= to)
  if (around) return around
  const before = ranges.findLast(({ to }) => to < place)
  if (before && !text.slice(before.to, place).includes('\n')) return before
  return ranges.find(({ from }) => from > place) ?? before ?? null
}

/** A text that no reader of SQL can cut, as with a quote that never ends, is cut at its semicolons. */
function statementsOf(text: string, backend: string): readonly StatementRange[] {
  const statements = splitStatements(blankTemplates(text), backend)
  if (statements) return statements.map(({ start, text: { length } }) => ({ from: start, to: start + length, text: text.slice(start, start + length) }))
  const ranges: StatementRange[] = []
  let at = 0
  for (const part of text.split(';')) {
    const from = at + part.length - part.trimStart().length
    const trimmed = part.trim()
    if (trimmed !== '') ranges.push({ from, to: from + trimmed.length, text: trimmed })
    at += part.length + 1
  }
  return ranges
}
