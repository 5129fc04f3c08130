import { charts } from '@sightline/charts'

export interface ChartKind {
  readonly id: string
  readonly name: string
}

/** What kinds of charts there are, by name; a chunk of its own, because the names come with what draws them. */
export const kinds: readonly ChartKind[] = charts.map(({ id, name }) => ({ id, name }))
