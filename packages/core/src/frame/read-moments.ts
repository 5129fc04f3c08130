import { momentAt } from '../time/wall-clock.ts'
import type { Cell, Frame, FrameColumn } from './frame.ts'

const isDate = ({ kind, type }: FrameColumn): boolean => kind === 'temporal' && /^date(?:32)?$/i.test(type)

/** Whether times have to be turned into moments: those on the clocks of a zone, and days, which begin at its midnight. */
export const hasWallTimes = (columns: readonly FrameColumn[], places: readonly number[], zone: string): boolean =>
  zone !== 'UTC' && (places.length > 0 || columns.some(isDate))

/** Times on the clocks of the zone → moments. Those at these places are such times, and every day is. */
export function placeMoments(frame: Frame, places: readonly number[], zone: string): Frame {
  if (!hasWallTimes(frame.columns, places, zone)) return frame
  const walls = new Set([...places, ...frame.columns.flatMap((column, place) => (isDate(column) ? [place] : []))])
  return {
    ...frame,
    columns: frame.columns.map((column, index) => (walls.has(index) ? { ...column, type: 'TIMESTAMP' } : column)),
    values: frame.values.map((cells, index) => (walls.has(index) ? cells.map((cell) => (typeof cell === 'number' ? momentAt(cell, zone) : cell)) : cells)),
  }
}

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
