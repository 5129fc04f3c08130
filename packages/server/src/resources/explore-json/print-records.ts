import { kindNumbers, printFrameRows, type Frame } from '@sightline/core'
import { setImmediate as breathe } from 'node:timers/promises'
import type { LoadedDataset } from '../../datasets/load-dataset.ts'

/** Rows as a JSON list of objects, in turns with the work of others. */
export async function* printRecords(frame: Frame): AsyncGenerator<string> {
  let begun = performance.now()
  for (const piece of printFrameRows(frame)) {
    yield piece
    if (performance.now() - begun < 10) continue
    await breathe()
    begun = performance.now()
  }
}

/** A column that the dataset takes for a time is one; a column without any value is a text. */
export function coltypesOf(frame: Frame, { columns }: LoadedDataset): number[] {
  const times = new Set(columns.filter(({ is_dttm }) => is_dttm).map(({ column_name }) => column_name))
  return frame.columns.map(({ name, kind, isComputed }, at) => {
    if (times.has(name)) return kindNumbers.temporal
    return !isComputed && frame.values[at]!.every((cell) => cell === null) ? kindNumbers.string : kindNumbers[kind]
  })
}
