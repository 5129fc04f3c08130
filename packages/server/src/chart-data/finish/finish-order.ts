import type { Query } from '@sightline/core'
import type { KeptRows } from '../../queries/kept-rows.ts'

/** The rows of one statement with what turns them into the rows of the answer. Plain data, so that a worker can do it. */
export interface SourceRows {
  readonly rows: KeptRows
  /** By position: the database may know the columns by shorter names. */
  readonly labels: readonly string[]
  /** Places of columns that are times even where the database answers with texts. */
  readonly times: readonly number[]
  /** Places of columns that are times on the clocks of the zone, not moments yet. */
  readonly wallTimes: readonly number[]
  readonly offsetHours: number
}

export interface FinishOrder {
  readonly main: SourceRows
  /** The same question about other times. */
  readonly comparisons: readonly { readonly offset: string; readonly source: SourceRows }[]
  readonly query: Query
  readonly zone: string
  /** The form of the chart by whose type the rows are reshaped; null: they stay as they are. */
  readonly form: Readonly<Record<string, unknown>> | null
  /** Names that people gave to columns and metrics. */
  readonly shownNames: ReadonlyMap<string, string>
  /** Columns that the dataset takes for times. */
  readonly timeNames: ReadonlySet<string>
  readonly output: Output
}

/** `json`: what an answer says about its rows, and the rows, without the braces around. */
export type Output = { readonly kind: 'json' | 'csv' | 'xlsx' } | { readonly kind: 'arrow'; readonly answer: string }

export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>
