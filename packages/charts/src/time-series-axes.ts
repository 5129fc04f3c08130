import { type NumberFormatter, numberFormatter, timeFormatter } from '@sightline/core'
import { cellLabel, safeText } from './labels.ts'
import type { Palette } from './palette.ts'
import type { SeriesTable } from './read-series.ts'
import type { TimeSeriesForm } from './time-series-form.ts'
import { timeTicks } from './time-ticks.ts'

export type AxisKind = 'time' | 'value' | 'category'

const day = 86_400_000
/** Ticks finer than the buckets would label moments that have no data. */
const leastStep: Readonly<Record<string, number>> = { PT1H: 3_600_000, P1D: day, P1W: 7 * day, P1M: 31 * day, P3M: 93 * day, P1Y: 372 * day }

const labelStyle = (palette: Palette) => ({ color: palette.axis, fontSize: 11, fontFamily: palette.fontFamily })

const base = (palette: Palette) => ({
  axisTick: { show: false },
  axisLine: { show: true, lineStyle: { color: palette.compare, opacity: 0.45, width: 1 } },
  splitLine: { show: false },
})

const title = (name: string, gap: number, palette: Palette) =>
  name
    ? {
        name: safeText(name),
        nameLocation: 'middle' as const,
        nameGap: gap,
        nameTextStyle: { color: palette.inkMuted, fontSize: 11, fontFamily: palette.fontFamily },
      }
    : {}

export function timeAxis(
  form: TimeSeriesForm,
  palette: Palette,
  place: {
    readonly name: string
    readonly grain: unknown
    readonly margin: number
    readonly length: number
    readonly first: number
    readonly last: number
    readonly isHorizontal: boolean
  },
) {
  const write = timeFormatter(form.x_axis_time_format)
  const widest = Math.max(...[place.first, place.last, (place.first + place.last) / 2].map((moment) => write(moment).length), 4)
  const spacing = place.isHorizontal ? 28 : widest * 6.4 + 40
  const isNearEdge = (distance: number): boolean =>
    !place.isHorizontal && ((distance + place.margin) / Math.max(1, place.last - place.first + 2 * place.margin)) * place.length < widest * 3.2
  const ticks = timeTicks(place.first, place.last, Math.floor(place.length / spacing), leastStep[String(place.grain)] ?? 0)
  return {
    type: 'time' as const,
    ...base(palette),
    ...title(place.name, form.x_axis_title_margin, palette),
    minInterval: leastStep[String(place.grain)] ?? 0,
    min: place.first - place.margin,
    max: place.last + place.margin,
    minorTick: { show: form.minorTicks },
    axisLabel: {
      ...labelStyle(palette),
      rotate: form.xAxisLabelRotation,
      hideOverlap: true,
      // Zooming changes what fits; then the axis chooses for itself.
      ...(form.zoomable ? {} : { customValues: ticks }),
      // Labels at the very ends turn inwards; others stay under their tick. Beside the first bar there is room.
      ...(place.margin === 0 && isNearEdge((ticks[0] ?? 0) - place.first) ? { alignMinLabel: 'left' as const } : {}),
      ...(isNearEdge(place.last - (ticks.at(-1) ?? 0)) ? { alignMaxLabel: 'right' as const } : {}),
      margin: 8,
      formatter: (value: number) => write(value),
    },
  }
}

/** The texts under a category axis. */
export function categoryLabels(x: SeriesTable['x'], form: TimeSeriesForm): string[] {
  if (x.kind === 'temporal') {
    const write = timeFormatter(form.x_axis_time_format === 'smart_date' ? 'smart_date_detailed' : form.x_axis_time_format)
    return x.cells.map((cell) => (cell === null ? cellLabel(cell) : write(Number(cell))))
  }
  const plain = numberFormatter('~g')
  return x.cells.map((cell) => safeText(x.kind === 'numeric' && cell !== null ? plain(cell) : cellLabel(cell)))
}

export function categoryAxis(
  form: TimeSeriesForm,
  palette: Palette,
  place: { readonly name: string; readonly labels: readonly string[]; readonly isHorizontal: boolean; readonly length: number; readonly isBetween: boolean },
) {
  const room = place.isHorizontal ? 140 : Math.max(48, Math.floor(place.length / Math.max(1, place.labels.length)) - 8)
  const isRoomy = place.isHorizontal ? place.length / place.labels.length >= 14 : place.length / place.labels.length >= 52
  return {
    type: 'category' as const,
    data: [...place.labels],
    boundaryGap: place.isBetween,
    ...base(palette),
    ...(place.isHorizontal ? { axisLine: { show: false } } : {}),
    ...title(place.name, form.x_axis_title_margin, palette),
    axisLabel: {
      ...labelStyle(palette),
      rotate: form.xAxisLabelRotation,
      hideOverlap: true,
      margin: 8,
      // Shortened names beside each other tell more than every third name in full.
      ...(form.xAxisLabelRotation ? {} : { width: room, overflow: 'truncate' as const, ...(isRoomy ? { interval: 0 } : {}) }),
      ...(place.isBetween ? {} : { alignMinLabel: 'left' as const, alignMaxLabel: 'right' as const }),
    },
  }
}

export function valueAxis(
  form: Pick<TimeSeriesForm, 'truncateYAxis' | 'y_axis_bounds' | 'logAxis' | 'minorSplitLine' | 'minorTicks' | 'y_axis_title_margin' | 'y_axis_title_position'>,
  palette: Palette,
  write: NumberFormatter,
  place: { readonly name: string; readonly length: number; readonly isShare: boolean; readonly isGrid: boolean; readonly hasLabels?: boolean },
) {
  const [low, high] = form.truncateYAxis ? form.y_axis_bounds : [null, null]
  const isOnTop = form.y_axis_title_position === 'Top'
  return {
    type: form.logAxis ? ('log' as const) : ('value' as const),
    scale: form.truncateYAxis,
    ...(place.isShare ? { min: 0, max: 1 } : {}),
    ...(low === null ? {} : { min: low }),
    ...(high === null ? {} : { max: high }),
    ...(place.name
      ? {
          name: safeText(place.name),
          nameLocation: isOnTop ? ('end' as const) : ('middle' as const),
          nameGap: isOnTop ? 10 : form.y_axis_title_margin,
          nameTextStyle: { color: palette.inkMuted, fontSize: 11, fontFamily: palette.fontFamily },
        }
      : {}),
    splitNumber: Math.max(2, Math.min(6, Math.floor(place.length / 60))),
    axisTick: { show: false },
    axisLine: { show: !place.isGrid && place.hasLabels !== false, lineStyle: { color: palette.compare, opacity: 0.45 } },
    splitLine: { show: place.isGrid, lineStyle: { color: palette.grid, width: 1 } },
    minorTick: { show: form.minorTicks },
    minorSplitLine: { show: form.minorSplitLine, lineStyle: { color: palette.grid, width: 0.5 } },
    axisLabel: { ...labelStyle(palette), show: place.hasLabels !== false, hideOverlap: true, margin: 8, formatter: (value: number) => write(value) },
  }
}
