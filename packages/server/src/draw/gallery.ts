import { type Chart, darkPalette, lightPalette } from '@sightline/charts'
import { drawCard, roomOfCard } from './draw-card.ts'

/** Where a chart's folder is: named as the chart is called in the code, not by its key. */
const folders: Readonly<Record<string, string>> = {
  echarts_timeseries_line: 'line',
  echarts_timeseries_bar: 'bar',
}

export const folderOf = (id: string): string => folders[id] ?? id.replaceAll('_', '-')

/** Names as the gallery's readers know them. */
const verboseNames = { revenue: 'Revenue', orders: 'Orders', product: 'Product', family: 'Family', change: 'Change', week: 'Week', month: 'Month' }

/** The example of a chart as committed beside it: `packages/charts/src/<folder>/example.<theme>.svg`. */
export function drawExample(chart: Chart<any>, theme: 'light' | 'dark'): string {
  const palette = theme === 'dark' ? darkPalette : lightPalette
  const size = { width: 480, height: chart.id === 'big_number_total' ? 160 : 300 }
  const surroundings = { size: roomOfCard(size, false), palette, dataset: { verboseNames, formats: {} }, timeZone: 'UTC' }
  return `${drawCard(chart.picture(chart.form.parse(chart.example.form), chart.example.frames, surroundings), size, palette)}\n`
}
