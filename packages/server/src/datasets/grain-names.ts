import type { Dialect, Grain } from '@sightline/core'

const names: Readonly<Record<Grain, string>> = {
  PT1S: 'Second',
  PT5S: '5 second',
  PT30S: '30 second',
  PT1M: 'Minute',
  PT5M: '5 minute',
  PT10M: '10 minute',
  PT15M: '15 minute',
  PT30M: '30 minute',
  'PT0.5H': '30 minute',
  PT1H: 'Hour',
  PT6H: '6 hour',
  P1D: 'Day',
  P1W: 'Week',
  '1969-12-28T00:00:00Z/P1W': 'Week starting Sunday',
  '1969-12-29T00:00:00Z/P1W': 'Week starting Monday',
  'P1W/1970-01-03T00:00:00Z': 'Week ending Saturday',
  'P1W/1970-01-04T00:00:00Z': 'Week ending Sunday',
  P1M: 'Month',
  P3M: 'Quarter',
  'P0.25Y': 'Quarter',
  P1Y: 'Year',
}

/** The grains a database offers, shortest first, as the wire has them. */
export const grainChoices = (dialect: Dialect): [Grain, string][] =>
  Object.keys(names)
    .filter((grain) => grain in dialect.grains)
    .map((grain) => [grain, names[grain] ?? grain])
