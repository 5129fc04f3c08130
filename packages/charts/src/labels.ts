import { Exact, type Cell } from '@sightline/core'

/** What the product calls a missing or empty value wherever a label is needed. */
export const nullLabel = '<NULL>'
const emptyLabel = '<empty string>'

/** The name of a column of a form: a name, or custom SQL with its label. */
export function columnLabel(column: unknown): string {
  if (typeof column === 'string') return column
  if (typeof column === 'object' && column !== null) {
    const { label, sqlExpression } = column as Record<string, unknown>
    if (typeof label === 'string' && label !== '') return label
    if (typeof sqlExpression === 'string') return sqlExpression
  }
  return ''
}

/** The name of a metric of a form: a saved one, `SUM(x)`, or custom SQL with its label. */
export function metricLabel(metric: unknown): string {
  if (typeof metric === 'string') return metric
  if (typeof metric === 'object' && metric !== null) {
    const { label, aggregate, column, sqlExpression } = metric as Record<string, unknown>
    if (typeof label === 'string' && label !== '') return label
    if (typeof aggregate === 'string') return `${aggregate}(${(column as { column_name?: string } | null)?.column_name ?? ''})`
    if (typeof sqlExpression === 'string') return sqlExpression
  }
  return ''
}

/** A value as part of a series name or a category. */
export function cellLabel(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return nullLabel
  if (cell === '') return emptyLabel
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if (typeof cell === 'object' && !(cell instanceof Exact)) return JSON.stringify(cell)
  return String(cell)
}

/** `value` when it is a list, a list of it when it is one thing, nothing when it is empty. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === null || value === undefined || value === '') return []
  return Array.isArray(value) ? value : [value]
}

/** What a map of names holds under a name of its own; a column called `constructor` has no entry just because objects have one. */
export const entryOf = <Value>(map: Readonly<Record<string, Value>> | null | undefined, name: string): Value | undefined =>
  map && Object.hasOwn(map, name) ? map[name] : undefined

const inherited = Object.getOwnPropertyNames(Object.prototype).join('|')
const startsInherited = new RegExp(`(^|\\n)(?=${inherited})`, 'g')

/**
 * ECharts keeps widths of texts and some of its books in plain objects under the texts it is given: a label `__proto__` would write into
 * every object of the page, a label `constructor` would break its cache. A line of text that starts like a name every object has gets a
 * character before it that nobody sees. (Shortened texts are measured by their beginnings, hence "starts".)
 */
export const safeText = (text: string): string => text.replace(startsInherited, '$1\u200b')
