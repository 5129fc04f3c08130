import { ok, type Result } from '../../result.ts'
import { addUnits, type Unit } from '../../time/calendar.ts'
import { momentAt, wallClock } from '../../time/wall-clock.ts'
import type { Cell } from '../frame.ts'
import { columnsNamed, nameOf, refuseStep, rowNumbers, toNumber, type TableColumn } from '../table.ts'
import { fitSeries, type Seasons } from './forecast.ts'
import type { Options } from './options.ts'
import type { Step } from './step.ts'

const grains: Readonly<Record<string, readonly [number, Unit]>> = {
  PT1S: [1, 'second'],
  PT1M: [1, 'minute'],
  PT5M: [5, 'minute'],
  PT10M: [10, 'minute'],
  PT15M: [15, 'minute'],
  PT30M: [30, 'minute'],
  PT1H: [1, 'hour'],
  P1D: [1, 'day'],
  P1W: [1, 'week'],
  P1M: [1, 'month'],
  P3M: [3, 'month'],
  P1Y: [1, 'year'],
  '1969-12-28T00:00:00Z/P1W': [1, 'week'],
  '1969-12-29T00:00:00Z/P1W': [1, 'week'],
  'P1W/1970-01-03T00:00:00Z': [1, 'week'],
  'P1W/1970-01-04T00:00:00Z': [1, 'week'],
}
const mostPeriods = 10_000

interface Wanted {
  readonly step: readonly [number, Unit]
  readonly periods: number
  readonly confidence: number
  readonly index: string
  readonly seasons: Seasons
}

function readWanted(options: Options): Result<Wanted> {
  const { time_grain: grain, periods, confidence_interval: confidence } = options
  if (typeof grain !== 'string' || grain === '') return refuseStep('Time grain missing')
  const step = Object.hasOwn(grains, grain) ? grains[grain] : undefined
  if (!step) return refuseStep(`Unsupported time grain: ${grain}`)
  if (typeof periods !== 'number' || !Number.isInteger(periods) || periods < 0) return refuseStep('Periods must be a whole number')
  if (periods > mostPeriods) return refuseStep(`Periods must be at most ${mostPeriods}`)
  if (typeof confidence !== 'number' || !(confidence > 0 && confidence < 1)) return refuseStep('Confidence interval must be between 0 and 1 (exclusive)')
  const season = (given: unknown): boolean | number | null => (typeof given === 'boolean' || typeof given === 'number' ? given : null)
  return ok({
    step,
    periods,
    confidence,
    index: typeof options['index'] === 'string' ? options['index'] : '__timestamp',
    seasons: { year: season(options['yearly_seasonality']), week: season(options['weekly_seasonality']), day: season(options['daily_seasonality']) },
  })
}

/** Rows of the future behind those of the past, and for every series what was and is to be expected, with bounds. */
export const prophet: Step = (table, options, zone) => {
  const wanted = readWanted(options)
  if (!wanted.ok) return wanted
  const { step, periods, confidence, seasons, index } = wanted.value
  const [axis] = columnsNamed(table, index)
  if (!axis || axis.kind !== 'temporal') return refuseStep('DataFrame must include temporal column')
  const others = table.columns.filter((column) => column !== axis)
  if (others.length === 0) return refuseStep('DataFrame include at least one series')
  const past = axis.values.map((cell) => toNumber(cell))
  const last = past.reduce<number>((most, moment) => Math.max(most, moment ?? -Infinity), -Infinity)
  const lastWall = new Date(wallClock(last, zone))
  const future = Array.from({ length: Number.isFinite(last) ? periods : 0 }, (_, at) =>
    momentAt(addUnits(lastWall, (at + 1) * step[0], step[1]).getTime(), zone),
  )
  const moments = [...past, ...future]
  const longer = (column: TableColumn): TableColumn => ({ ...column, values: [...column.values, ...future.map(() => null)] })
  const made = others.flatMap((column): readonly TableColumn[] => {
    const values = column.values.map(toNumber)
    // Nothing can be foretold of what has gaps, or is no number.
    if (column.kind !== 'numeric' || values.includes(null) || past.includes(null)) return [longer(column)]
    const predict = fitSeries(past as number[], values as number[], seasons, confidence)
    const expected = (moments as number[]).map(predict)
    const added = (suffix: string, cellOf: (one: ReturnType<typeof predict>) => Cell): TableColumn => ({
      parts: [`${nameOf(column)}__${suffix}`],
      kind: 'numeric',
      isComputed: true,
      type: '',
      values: expected.map(cellOf),
    })
    return [added('yhat', ({ value }) => value), added('yhat_lower', ({ lower }) => lower), added('yhat_upper', ({ upper }) => upper), longer(column)]
  })
  return ok({ index: [], numbers: rowNumbers(moments.length), length: moments.length, columns: [{ ...axis, values: moments }, ...made] })
}
