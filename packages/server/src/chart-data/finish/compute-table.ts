import { applyPostProcessing, hasWallTimes, ok, placeMoments, readMoments, type Frame, type Result, type Table } from '@sightline/core'
import { frameOfKept } from '../../queries/kept-rows.ts'
import { addComparison } from '../time-comparison.ts'
import type { FinishOrder, SourceRows } from './finish-order.ts'

/** Rows of the database → rows of the answer: named, compared, post-processed. A result without rows says nothing about columns. */
export function computeTable({ main, comparisons, query, zone }: Pick<FinishOrder, 'main' | 'comparisons' | 'query' | 'zone'>): Result<Table> {
  let frame = nameColumns(main, zone)
  for (const { offset, source } of comparisons) {
    const joined = addComparison(frame, query, offset, nameColumns(source, zone), zone)
    if (!joined.ok) return joined
    frame = joined.value
  }
  const table = applyPostProcessing(frame, query.postProcessing, zone)
  return table.ok && table.value.length === 0 ? ok({ index: [], numbers: [], columns: [], length: 0 }) : table
}

/** Labels by position; times that came as texts read; times moved by the dataset's offset. */
function nameColumns({ rows, labels, times, wallTimes, offsetHours }: SourceRows, zone: string): Frame {
  const frame = placeMoments(readMoments(frameOfKept(rows), times), wallTimes, zone)
  const columns = frame.columns.map((column, index) => ({ ...column, name: labels[index] ?? column.name }))
  if (offsetHours === 0) return { ...frame, columns }
  const moved = offsetHours * 3_600_000
  const values = frame.values.map((cells, index) =>
    columns[index]!.kind === 'temporal' ? cells.map((cell) => (typeof cell === 'number' ? cell + moved : cell)) : cells,
  )
  return { ...frame, columns, values }
}

/** Whether the rows leave as the database gave them, but for their names. */
export const isPlain = ({ main, comparisons, query, form, zone }: FinishOrder): boolean =>
  comparisons.length === 0 &&
  query.postProcessing.length === 0 &&
  form === null &&
  main.rows.length > 0 &&
  main.offsetHours === 0 &&
  !hasWallTimes(main.rows.columns, main.wallTimes, zone) &&
  main.times.every((place) => main.rows.columns[place]?.kind !== 'string')
