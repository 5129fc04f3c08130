import { Exact, type Cell } from '@sightline/core'

export type Shown = string | number | boolean | null

/** Longer texts are cut: this is a look, not the data. */
const longest = 200

/** A cell as the interface shows it; moments as text in UTC, digits that a double would lose as text. */
export function showCell(cell: Cell, isMoment: boolean): Shown {
  if (cell === null || typeof cell === 'boolean') return cell
  if (typeof cell === 'number') return isMoment ? showMoment(cell) : Number.isFinite(cell) ? cell : String(cell)
  if (typeof cell === 'bigint') return Number.isSafeInteger(Number(cell)) ? Number(cell) : String(cell)
  if (cell instanceof Exact) return cell.text
  const text =
    typeof cell === 'string' ? cell : JSON.stringify(cell, (_, value: unknown) => (typeof value === 'bigint' || value instanceof Exact ? String(value) : value))
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** A day alone where the moment is one. */
export function showMoment(milliseconds: number): string {
  const moment = new Date(milliseconds)
  if (Number.isNaN(moment.getTime())) return String(milliseconds)
  const text = moment.toISOString()
  if (text.endsWith('T00:00:00.000Z')) return text.slice(0, text.indexOf('T'))
  return text.replace('T', ' ').replace(/(?:\.000)?Z$/, '')
}

export function numberOf(cell: Cell): number | null {
  const value = typeof cell === 'number' ? cell : typeof cell === 'bigint' || cell instanceof Exact || typeof cell === 'string' ? Number(String(cell)) : NaN
  return Number.isNaN(value) ? null : value
}

/** Some databases answer times as texts; without a zone they are of UTC. */
export function momentOfCell(cell: Cell): number | null {
  if (typeof cell === 'number') return cell
  if (typeof cell !== 'string') return null
  const iso = cell.trim().replace(' ', 'T')
  const value = Date.parse(/T/.test(iso) && !/(?:Z|[+-]\d\d:?\d\d)$/.test(iso) ? `${iso}Z` : iso)
  return Number.isNaN(value) ? null : value
}
