import { matchName } from './match-name.ts'

type OfferKind = 'keyword' | 'type' | 'function' | 'schema' | 'table' | 'column' | 'query' | 'parameter'

/** One line of the list. */
export interface Offer {
  readonly label: string
  readonly kind: OfferKind
  readonly score: number
  /** What is written when it is chosen, where that is not the label. */
  readonly text?: string
  /** The type of a column, as its database calls it. */
  readonly type?: string
  /** Where it comes from: `orders o`, `table`, `function`. */
  readonly owner: string
  /** The table that the left bar shows when it is chosen. */
  readonly table?: { readonly schema: string | null; readonly name: string }
}

/** The higher stands first among those that match alike. */
export const scores = { keyword: 100, type: 100, function: 90, schema: 60, table: 55, column: 50, query: 45, parameter: 40 } as const satisfies Record<
  OfferKind,
  number
>

/** Columns of the tables that the statement itself names are what is most often meant. */
export const ownColumnScore = 110

export interface RankedOffers {
  readonly offers: readonly Offer[]
  readonly count: number
}

/** Those that match what was typed, the best first. */
export function rankOffers(offers: readonly Offer[], typed: string, most: number): RankedOffers {
  const found: { readonly offer: Offer; readonly rank: number }[] = []
  for (const offer of offers) {
    const match = matchName(offer.label, typed)
    if (match) found.push({ offer, rank: match.rank })
  }
  found.sort((a, b) => a.rank - b.rank || b.offer.score - a.offer.score || (a.offer.label < b.offer.label ? -1 : a.offer.label > b.offer.label ? 1 : 0))
  return { offers: found.slice(0, most).map(({ offer }) => offer), count: found.length }
}
