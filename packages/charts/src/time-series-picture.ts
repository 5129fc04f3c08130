import { type Cell, type Frame, type NumberFormatter, numberFormatter, numberFrom, patternOfGrain, timeFormatter, wallClock } from '@sightline/core'
import type { Picture, Surroundings } from './chart.ts'
import { extentOf } from './conditional-formatting.ts'
import { emptyPicture } from './empty-picture.ts'
import { listOf, metricLabel } from './labels.ts'
import { legendOf } from './legend.ts'
import { measureFormat } from './measure-format.ts'
import { assignColors, schemeOf } from './palette.ts'
import { type SeriesTable, readSeries } from './read-series.ts'
import { grainOf } from './base-query.ts'
import { type AxisKind, categoryLabels, categoryAxis, timeAxis, valueAxis } from './time-series-axes.ts'
import { type DrawnSeries, type SeriesLook, seriesOf } from './time-series-marks.ts'
import type { TimeSeriesForm } from './time-series-form.ts'
import { tooltipBox, tooltipHtml } from './tooltip.ts'

/** Of the calendar that dates are counted in: four digits of a year, before and after. */
const lastMoment = 253_402_300_799_999

export interface Style extends SeriesLook {
  readonly kindName: string
  readonly isHorizontal: boolean
}

/** Which kind of axis x is: bars and stacks need places of equal width for numbers. */
function axisKindOf({ x }: SeriesTable, form: TimeSeriesForm, style: Style): AxisKind {
  if (x.kind === 'temporal' && !form.xAxisForceCategorical) return 'time'
  if (x.kind === 'numeric' && !form.xAxisForceCategorical && !form.stack && style.mark !== 'bar') return 'value'
  return 'category'
}

/** Where a row stands on an axis of times or numbers; undefined where it has no place: nulls, and what no axis can be divided into. */
function placeOf(cell: Cell, axis: AxisKind, timeZone: string): number | undefined {
  const number = cell === null ? undefined : numberFrom(cell)
  if (number === undefined || !Number.isFinite(number)) return undefined
  if (axis === 'time') return Math.abs(number) <= lastMoment ? wallClock(number, timeZone) : undefined
  return Math.abs(number) < 1e150 ? (Math.abs(number) < 1e-150 ? 0 : number) : undefined
}

/** Half of the room between two buckets, so that the first and the last bar are not cut off. */
function barMargin(moments: readonly number[]): number {
  let least = Infinity
  for (let index = 1; index < moments.length; index++) least = Math.min(least, Math.abs((moments[index] ?? 0) - (moments[index - 1] ?? 0)))
  return Number.isFinite(least) ? least / 2 : 43_200_000
}

function summarise(kindName: string, table: SeriesTable, write: NumberFormatter, range: string): string {
  const lines = table.series.slice(0, 6).map(({ name, values }) => {
    const found = values.filter((value): value is number => value !== null)
    if (found.length === 0) return `${name}: no values`
    const { low, high } = extentOf(found)
    return `${name}: lowest ${write(low)}, highest ${write(high)}, last ${write(found.at(-1))}`
  })
  const more = table.series.length > 6 ? `; and ${table.series.length - 6} more series` : ''
  return `${kindName} over ${table.x.label}, ${table.x.cells.length} points${range}. ${lines.join('; ')}${more}.`
}

/** Line and bar charts: one option builder, told apart by their style. */
export function timeSeriesPicture(form: TimeSeriesForm, frames: readonly Frame[], surroundings: Surroundings, style: Style): Picture {
  const [frame] = frames
  if (!frame || frame.length === 0 || frame.columns.length < 2) return emptyPicture()
  const { palette, dataset, timeZone, size } = surroundings
  const table = readSeries(form, frame, dataset.verboseNames)
  const axis = axisKindOf(table, form, style)
  const isShare = form.contributionMode === 'row' || form.stack === 'Expand'
  const isRelative = isShare || form.contributionMode === 'column' || (form.comparison_type === 'percentage' && listOf(form.time_compare).length > 0)
  const metrics = listOf(form.metrics).map(metricLabel)
  const write = isRelative ? numberFormatter('.0%') : measureFormat(form.y_axis_format, form.currency_format, metrics, surroundings)
  const writeExactly = isRelative ? numberFormatter(',.2%') : write
  const moments = table.x.cells.map((cell) => placeOf(cell, axis, timeZone))
  // Rows come in the order of the pivot, which is the order of the axis; a frame that is not is put right here.
  const rows = moments.map((_, index) => index)
  const order = axis === 'category' ? rows : rows.filter((index) => moments[index] !== undefined).toSorted((a, b) => (moments[a] ?? 0) - (moments[b] ?? 0))
  if (order.length === 0) return emptyPicture()
  const positions: (number | string)[] = axis === 'category' ? categoryLabels(table.x, form) : order.map((index) => moments[index] ?? 0)
  const ordered: SeriesTable = { ...table, series: table.series.map((one) => ({ ...one, values: order.map((index) => one.values[index] ?? null) })) }
  const scheme = schemeOf(form.color_scheme)[palette.theme]
  // Colours go by the frame's column order, which does not change with the values.
  const current = frame.columns.map(({ name }) => name).filter((name) => table.series.some(({ key, isEarlier }) => key === name && !isEarlier))
  const colors = assignColors(current, scheme, { ...form.label_colors, ...surroundings.labelColors })
  const drawn: DrawnSeries[] = seriesOf(ordered, positions, form, style, { colors, palette, write })
  const names = drawn.filter(({ isHelper }) => !isHelper).map(({ series }) => String(series['name']))
  const { legend, room } = legendOf({ ...form, show_legend: form.show_legend && names.length > 1 }, names, palette, style.mark === 'bar' ? 'block' : 'line')
  const grain = grainOf(form)
  const tooltipPattern =
    form.tooltipTimeFormat && form.tooltipTimeFormat !== 'smart_date' ? form.tooltipTimeFormat : (patternOfGrain(String(grain ?? '')) ?? 'smart_date_detailed')
  const writeTime = timeFormatter(tooltipPattern)
  const xName = form.x_axis_title || ''
  const margin = style.mark === 'bar' && axis === 'time' ? barMargin(positions as number[]) : 0
  const length = style.isHorizontal ? size.height : size.width
  const main =
    axis === 'time'
      ? timeAxis(form, palette, {
          name: xName,
          grain,
          margin,
          length,
          first: Number(positions[0]),
          last: Number(positions.at(-1)),
          isHorizontal: style.isHorizontal,
        })
      : axis === 'category'
        ? categoryAxis(form, palette, { name: xName, labels: positions as string[], isHorizontal: style.isHorizontal, length, isBetween: style.mark === 'bar' })
        : valueAxis(
            { ...form, truncateYAxis: true, y_axis_bounds: form.truncateXAxis ? form.xAxisBounds : [null, null], logAxis: false },
            palette,
            numberFormatter('~g'),
            { name: xName, length, isShare: false, isGrid: false },
          )
  const measure = valueAxis(form, palette, write, {
    name: form.y_axis_title || '',
    length: style.isHorizontal ? size.width : size.height,
    isShare,
    isGrid: !style.isHorizontal,
    hasLabels: !(style.isHorizontal && form.show_value),
  })
  const zoomRoom = form.zoomable ? 30 : 0
  const titleOf = (value: unknown): string => (axis === 'time' ? writeTime(Number(value)) : String(value))
  const hasTotal = Boolean(form.stack) && !isShare && names.length > 1
  const option = {
    animation: false,
    useUTC: true,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: palette.fontFamily },
    grid: {
      left: room.left,
      right: room.right + (form.show_value ? (style.isHorizontal ? 40 : 12) : 0),
      top: room.top + (form.show_value && !style.isHorizontal && room.top < 20 ? 10 : 0),
      bottom: room.bottom + zoomRoom,
      outerBoundsMode: 'same',
      outerBoundsContain: 'all',
    },
    legend,
    tooltip: {
      ...tooltipBox(palette),
      trigger: form.rich_tooltip ? 'axis' : 'item',
      axisPointer:
        style.mark === 'bar'
          ? { type: 'shadow', shadowStyle: { color: palette.compare, opacity: 0.1 } }
          : { type: 'line', lineStyle: { color: palette.compare, width: 1 } },
      formatter: (given: unknown) => {
        const items = (Array.isArray(given) ? given : [given]) as { seriesIndex: number; dataIndex: number }[]
        const rows = items.flatMap(({ seriesIndex, dataIndex }) => {
          const one = drawn[seriesIndex]
          if (!one || one.isHelper) return []
          const value = one.values[dataIndex]
          return value === null || value === undefined
            ? []
            : [{ color: one.color, name: String(one.series['name']), value: writeExactly(value), number: value }]
        })
        const sorted = form.tooltipSortByMetric ? rows.toSorted((a, b) => b.number - a.number) : rows
        const total =
          hasTotal && sorted.length > 1
            ? [{ color: '', name: 'Total', value: writeExactly(sorted.reduce((sum, { number }) => sum + number, 0)), isStrong: true }]
            : []
        return tooltipHtml(titleOf(positions[items[0]?.dataIndex ?? 0]), [...sorted, ...total], palette)
      },
    },
    xAxis: style.isHorizontal ? measure : main,
    yAxis: style.isHorizontal ? { ...main, inverse: axis === 'category' } : measure,
    ...(form.zoomable
      ? {
          dataZoom: [
            {
              type: 'slider',
              [style.isHorizontal ? 'yAxisIndex' : 'xAxisIndex']: 0,
              ...(style.isHorizontal ? { right: 0, width: 16 } : { bottom: 4, height: 18 }),
              borderColor: palette.grid,
              fillerColor: `${palette.accent}22`,
              handleStyle: { color: palette.surface, borderColor: palette.compare },
              moveHandleSize: 0,
              showDetail: false,
              brushSelect: false,
              dataBackground: { lineStyle: { color: palette.compare, opacity: 0.4 }, areaStyle: { opacity: 0 } },
              selectedDataBackground: { lineStyle: { color: palette.accent, opacity: 0.5 }, areaStyle: { opacity: 0 } },
            },
            { type: 'inside', [style.isHorizontal ? 'yAxisIndex' : 'xAxisIndex']: 0, zoomOnMouseWheel: 'ctrl' },
          ],
        }
      : {}),
    series: drawn.map(({ series }) => series),
  }
  const ends = positions.length > 1 ? `, from ${titleOf(positions[0])} to ${titleOf(positions.at(-1))}` : ''
  return { kind: 'echarts', option: option as never, summary: summarise(style.kindName, ordered, writeExactly, ends) }
}
