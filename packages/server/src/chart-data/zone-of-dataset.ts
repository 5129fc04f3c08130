import { isTimeZone } from '@sightline/core'
import type { LoadedDataset } from '../datasets/load-dataset.ts'
import type { Deps } from '../deps.ts'

/** The zone whose days and hours count for a dataset: its own (`time_zone` in `extra`), else the server's. */
export function zoneOfDataset({ config }: Pick<Deps, 'config'>, { row }: { readonly row: Pick<LoadedDataset['row'], 'extra'> }): string {
  const own = readZone(row.extra)
  return own !== null && isTimeZone(own) ? own : config.timeZone
}

function readZone(extra: string | null): string | null {
  if (!extra?.includes('time_zone')) return null
  try {
    const value: unknown = JSON.parse(extra)
    const zone: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'time_zone') : null
    return typeof zone === 'string' ? zone : null
  } catch {
    return null
  }
}
