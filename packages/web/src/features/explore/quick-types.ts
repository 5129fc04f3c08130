import { charts, type Chart } from '@sightline/charts'

/** Types most charts are made with, in the order of their tiles. */
const common = ['echarts_timeseries_line', 'echarts_timeseries_bar', 'echarts_area', 'table', 'big_number_total', 'pie']

/** The tiles: the common types that are installed, then the chosen type and the one on the screen when they are others. */
export const quickTypes = (current: string | undefined, drawn: string | undefined, installed: readonly Chart[] = charts): readonly Chart[] =>
  [...new Set([...common, ...[current, drawn].filter((id) => id !== undefined)])].flatMap((id) => installed.find((chart) => chart.id === id) ?? [])

/** Types by name, words about them, and tags. */
export const findTypes = (text: string, installed: readonly Chart[] = charts): readonly Chart[] => {
  const wanted = text.trim().toLowerCase()
  return installed.filter(({ name, description, tags, category }) => [name, description, category, ...tags].some((one) => one.toLowerCase().includes(wanted)))
}
