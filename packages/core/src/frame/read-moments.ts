import type { Cell, Frame } from './frame.ts'

/**
 * Some databases have no type for a time cut to its grain and answer with its text. The columns at these places are known to be times and
 * become temporal; a text that is none becomes nothing.
 */
export function readMoments(frame: Frame, places: readonly number[]): Frame {
  const texts = new Set(places.filter((place) => frame.columns[place]?.kind === 'string'))
  if (texts.size === 0) return frame
  return {
    columns: frame.columns.map((column, index) => (texts.has(index) ? { ...column, kind: 'temporal', type: 'DATETIME' } : column)),
    values: frame.values.map((cells, index) => (texts.has(index) ? cells.map(momentOf) : cells)),
    length: frame.length,
  }
}

function momentOf(cell: Cell): number | null {
  if (typeof cell !== 'string' || !/^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d:\d\d(?:\.\d+)?)?$/.test(cell)) return null
  const moment = Date.parse(cell.length === 10 ? `${cell}T00:00:00Z` : `${cell.replace(' ', 'T')}Z`)
  return Number.isNaN(moment) ? null : moment
}
