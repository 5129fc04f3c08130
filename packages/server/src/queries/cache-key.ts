import { createHash } from 'node:crypto'

/** One name for everything an answer depends on: the order in which an object's keys were written does not matter, types do. */
export const hashKey = (parts: unknown): string => createHash('sha256').update(canonical(parts)).digest('hex')

function canonical(value: unknown): string {
  if (value === undefined) return 'undefined'
  if (typeof value === 'bigint') return `${value}n`
  if (value instanceof Date) return `Date(${value.getTime()})`
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value instanceof Set) return `Set[${[...value].map(canonical).toSorted().join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? String(value)
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
  return `{${entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, entry]) => `${JSON.stringify(key)}:${canonical(entry)}`)
    .join(',')}}`
}
