import type { SqlStatement } from './split-statements.ts'

/** Lines and columns count from 1; a column is null where the database does not tell it. */
export interface MistakePlace {
  readonly line: number
  readonly start: number | null
  readonly end: number | null
}

/** Where in a statement the database's message points; its first line if it points nowhere. */
export function placeOfMistake(message: string, { text, tokens }: Pick<SqlStatement, 'text' | 'tokens'>): MistakePlace {
  // `LINE 2: SELECT x` with a mark under the place, as PostgreSQL and DuckDB show it.
  const marked = /LINE (\d+): ([^\n]*)\n( *)\^/.exec(message)
  if (marked) {
    const [, line, , blanks] = marked
    return withEnd(Number(line), blanks!.length - `LINE ${line}: `.length + 1, text)
  }
  // `line 2:15` of Trino, `(line 2, col 15)` of ClickHouse.
  const told = /\bline (\d+)(?::|, col )(\d+)/i.exec(message)
  if (told) return withEnd(Number(told[1]), Number(told[2]), text)
  const near = /(?:at or near|near) ["']([\s\S]*?)["'](?:[.:\s]|$)/i.exec(message)?.[1]
  const place = near ? placeOfText(near, tokens) : -1
  if (place >= 0) {
    const before = text.slice(0, place)
    return withEnd(before.split('\n').length, place - before.lastIndexOf('\n'), text)
  }
  const lineTold = /\bline (\d+)/i.exec(message)?.[1]
  const line = lineTold ? Math.max(1, Number(lineTold)) : undefined
  return placeOfName(message, text, tokens, line) ?? { line: line ?? 1, start: null, end: null }
}

const named = /(?:no such \w+: |\b(?:column|table|view|relation|schema|function|identifier|database) )[`'"]?([\w.]+)/i

/** Many messages only name what was not found: where that name stands first, on the line they tell if they tell one. */
function placeOfName(message: string, text: string, tokens: SqlStatement['tokens'], line: number | undefined): MistakePlace | undefined {
  const name = named.exec(message)?.[1]?.split('.').at(-1)?.toLowerCase()
  const lineOf = (start: number): number => text.slice(0, start).split('\n').length
  const token = tokens.find((one) => one.text.replaceAll(/["`[\]]/g, '').toLowerCase() === name && (line === undefined || lineOf(one.start) === line))
  if (!token) return undefined
  const start = token.start - text.slice(0, token.start).lastIndexOf('\n')
  return { line: lineOf(token.start), start, end: start + token.text.length }
}

/** The last token that begins what the message quotes: what stands before it was read without complaint. */
function placeOfText(near: string, tokens: SqlStatement['tokens']): number {
  const first = near.trim().split(/\s/)[0] ?? ''
  const found = tokens.findLast((token) => token.text === first || (first.length > 1 && token.text.startsWith(first)))
  return found ? found.start : -1
}

function withEnd(line: number, start: number, text: string): MistakePlace {
  const rest = (text.split('\n')[line - 1] ?? '').slice(Math.max(0, start - 1))
  const length = /^(?:\w+|.)/su.exec(rest)?.[0].length ?? 1
  return { line, start, end: start + length }
}
