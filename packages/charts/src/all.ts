import type { Chart } from './chart.ts'

/** One line per chart type. */
export const charts: readonly Chart<any>[] = []
