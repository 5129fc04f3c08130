import type { Dialect } from '@sightline/core'

const truncate = (unit: string) => (column: string) => `DATE_TRUNC('${unit}', ${column})`

/** The grains of databases that have DATE_TRUNC; a dialect adds its own to them. */
export const dateTruncGrains: Dialect['grains'] = {
  PT1S: truncate('second'),
  PT1M: truncate('minute'),
  PT1H: truncate('hour'),
  P1D: truncate('day'),
  P1W: truncate('week'),
  P1M: truncate('month'),
  P3M: truncate('quarter'),
  P1Y: truncate('year'),
}
