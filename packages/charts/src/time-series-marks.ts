import type { NumberFormatter } from '@sightline/core'
import type { Palette } from './palette.ts'
import type { Series, SeriesTable } from './read-series.ts'
import type { TimeSeriesForm } from './time-series-form.ts'

export interface SeriesLook {
  readonly mark: 'line' | 'bar' | 'scatter'
  readonly isSmooth?: boolean
  readonly step?: 'start' | 'middle' | 'end'
  readonly isArea?: boolean
  readonly opacity?: number
  readonly hasMarkers?: boolean
  readonly markerSize?: number
  readonly isHorizontal?: boolean
}

export interface DrawnSeries {
  readonly series: Readonly<Record<string, unknown>>
  readonly values: readonly (number | null)[]
  readonly color: string
  /** Drawn for its effect only; has no legend and no tooltip. */
  readonly isHelper: boolean
}

interface Tools {
  readonly colors: ReadonlyMap<string, string>
  readonly palette: Palette
  readonly write: NumberFormatter
}

/** The sum at each position, of the series that stand on each other. */
function totalsOf(series: readonly Series[], length: number): number[] {
  return Array.from({ length }, (_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0))
}

/** The index of the topmost series that has a value, for each position: the only one that carries the total. */
function topsOf(series: readonly Series[], length: number): number[] {
  return Array.from({ length }, (_, position) => series.findLastIndex(({ values }) => values[position] !== null && values[position] !== undefined))
}

const capOf = (isHorizontal: boolean, isNegative: boolean): [number, number, number, number] => {
  if (isHorizontal) return isNegative ? [2, 0, 0, 2] : [0, 2, 2, 0]
  return isNegative ? [0, 0, 2, 2] : [2, 2, 0, 0]
}

/** Turns each series into what ECharts draws. */
export function seriesOf(table: SeriesTable, positions: readonly (number | string)[], form: TimeSeriesForm, look: SeriesLook, tools: Tools): DrawnSeries[] {
  const { palette, write } = tools
  const isHorizontal = look.isHorizontal === true
  const stacked = table.series.filter(({ isEarlier }) => !isEarlier)
  const isStacked = Boolean(form.stack)
  const totals = totalsOf(stacked, positions.length)
  const tops = topsOf(stacked, positions.length)
  const isExpanded = form.stack === 'Expand'
  const shown = (value: number | null, position: number): number | null => {
    if (value === null || (form.logAxis && value <= 0)) return null
    return isExpanded ? (totals[position] ? value / (totals[position] ?? 1) : 0) : value
  }
  const point = (value: number | null, position: number, series: Series): unknown => {
    const at = positions[position] ?? 0
    const pair = isHorizontal ? [shown(value, position), at] : [at, shown(value, position)]
    if (look.mark !== 'bar') return pair
    const isTop = !isStacked || series.isEarlier || stacked[tops[position] ?? -1] === series
    return { value: pair, itemStyle: { borderRadius: isTop ? capOf(isHorizontal, (value ?? 0) < 0) : 0 } }
  }
  const label = (series: Series) => {
    const index = stacked.indexOf(series)
    const onlyTotal = isStacked && form.only_total && !isExpanded
    return {
      show: form.show_value && !(series.isEarlier && isStacked),
      position: isHorizontal ? 'right' : onlyTotal || !isStacked || look.mark !== 'bar' ? 'top' : 'inside',
      color: onlyTotal || !isStacked || look.mark !== 'bar' ? palette.inkMuted : '#FFFFFF',
      fontSize: 11,
      fontFamily: palette.fontFamily,
      formatter: ({ dataIndex }: { dataIndex: number }) => {
        const value = series.values[dataIndex]
        if (value === null || value === undefined) return ''
        if (!isStacked) return write(value)
        if (onlyTotal) return tops[dataIndex] === index ? write(totals[dataIndex]) : ''
        const share = totals[dataIndex] ? (Math.abs(value) / Math.abs(totals[dataIndex] ?? 1)) * 100 : 0
        return share < form.percentage_threshold ? '' : write(isExpanded ? share / 100 : value)
      },
    }
  }
  const drawn = table.series.map((series): DrawnSeries => {
    const color = series.isEarlier ? palette.compare : (tools.colors.get(series.key) ?? palette.accent)
    const common = {
      name: series.name,
      data: series.values.map((value, position) => point(value, position, series)),
      ...(isStacked ? { stack: series.isEarlier ? 'earlier' : 'all', stackStrategy: 'samesign' } : {}),
      label: label(series),
      labelLayout: { hideOverlap: true },
      emphasis: { focus: 'none', disabled: look.mark === 'bar' },
      color,
    }
    if (look.mark === 'bar') {
      const faded = series.isEarlier ? { opacity: 0.5 } : {}
      return {
        color,
        isHelper: false,
        values: series.values,
        series: { ...common, type: 'bar', itemStyle: { color, ...faded }, barMaxWidth: 56, barCategoryGap: '28%', barGap: '8%' },
      }
    }
    if (look.mark === 'scatter')
      return { color, isHelper: false, values: series.values, series: { ...common, type: 'scatter', symbolSize: look.markerSize ?? 6, itemStyle: { color } } }
    const isAlone = series.values.filter((value) => value !== null).length < 2
    const area = (look.isArea || form.stack === 'Stream') && !series.isEarlier
    return {
      color,
      isHelper: false,
      values: series.values,
      series: {
        ...common,
        type: 'line',
        smooth: look.isSmooth ? 0.3 : false,
        ...(look.step ? { step: look.step } : {}),
        showSymbol: look.hasMarkers === true || isAlone || form.show_value,
        showAllSymbol: true,
        symbol: 'circle',
        symbolSize: look.hasMarkers === true ? (look.markerSize ?? 6) : isAlone ? 6 : 0.1,
        lineStyle: { width: series.isEarlier ? 1.5 : 2, type: series.isEarlier ? [4, 4] : 'solid', color },
        itemStyle: { color },
        ...(area ? { areaStyle: { color, opacity: isStacked ? Math.max(look.opacity ?? 0.2, 0.2) : (look.opacity ?? 0.2) } } : {}),
      },
    }
  })
  if (form.stack !== 'Stream') return drawn
  // A stream is a stack that starts half of its height below the middle.
  const half = totals.map((total) => -total / 2)
  const baseline = {
    name: '',
    type: look.mark === 'bar' ? 'bar' : 'line',
    stack: 'all',
    data: half.map((value, position) => (isHorizontal ? [value, positions[position]] : [positions[position], value])),
    showSymbol: false,
    silent: true,
    lineStyle: { opacity: 0 },
    itemStyle: { opacity: 0 },
    tooltip: { show: false },
  }
  const onOneStack = drawn.map((one) => ({ ...one, series: { ...one.series, stackStrategy: 'all' } }))
  return [{ series: { ...baseline, stackStrategy: 'all' }, values: half, color: 'transparent', isHelper: true }, ...onOneStack]
}
