import type { Cell, Frame } from '@sightline/core'
import type { QueryObject } from './chart.ts'
import { oldQuery } from './old-query.ts'

type Form = Readonly<Record<string, unknown>>

/**
 * A chart of an older type asks `/superset/explore_json/` with its whole form, and the server shapes the answer for it: what other types send as
 * queries and draw from rows is here done on the server.
 */
export interface OldChart {
  /** The viz type key of saved charts. */
  readonly id: string
  /** What is missing in the form, in words; undefined when it can be asked. */
  readonly refusal?: (form: Form) => string | undefined
  /** The first one is the chart's own: its statement and its rows are what "View query" and a download show. */
  readonly queries: (form: Form) => readonly QueryObject[]
  /** What the chart draws. Absent: the rows, as records. */
  readonly data?: (form: Form, frames: readonly Frame[]) => Cell
}

/** One line per older type that shapes its data itself. */
const oldCharts: readonly OldChart[] = []

/** Every other type gets its rows as they are. */
export const oldChartOf = (vizType: string): OldChart => oldCharts.find(({ id }) => id === vizType) ?? { id: vizType, queries: (form) => [oldQuery(form)] }
