import { sql } from 'kysely'
import type { Store } from '../db/store.ts'
import type { Fragment } from './resource.ts'

export type Place = 'starts' | 'ends' | 'contains'

/** Case does not matter, and the typed text is taken literally: its `%` and `_` are no wild cards. */
export function matches(store: Store, column: Fragment, typed: string, place: Place): Fragment {
  const literal = typed.replaceAll('\u0000', '\uFFFD').replace(/[\\%_]/g, '\\$&')
  const pattern = place === 'starts' ? `${literal}%` : place === 'ends' ? `%${literal}` : `%${literal}%`
  return store === 'postgres' ? sql`${column} ilike ${pattern} escape '\\'` : sql`${column} like ${pattern} escape '\\'`
}

/** Any of several columns contains the text. */
export const anyContains = (store: Store, columns: readonly Fragment[], typed: unknown): Fragment | undefined =>
  typed === '' || typed === null || typed === undefined
    ? undefined
    : sql.join(
        columns.map((column) => matches(store, column, String(typed), 'contains')),
        sql` or `,
      )
