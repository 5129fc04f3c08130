import { bar } from './bar/bar.ts'
import { bigNumberTotal } from './big-number-total/big-number-total.ts'
import type { Chart } from './chart.ts'
import { line } from './line/line.ts'
import { pie } from './pie/pie.ts'
import { table } from './table/table.ts'

/** One line per chart type. */
export const charts: readonly Chart<any>[] = [line, bar, table, bigNumberTotal, pie]

/** The chart type of a saved chart, or undefined when we do not have it. */
export const chartOf = (vizType: string): Chart<any> | undefined => charts.find(({ id }) => id === vizType)
