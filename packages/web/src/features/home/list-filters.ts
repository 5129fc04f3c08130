import { encodeRison } from '@sightline/core'
import type { Bootstrap } from '../../api/bootstrap.ts'
import { nameOf } from '../../ui/avatar.ts'
import type { CardTab } from './queries.ts'

/** The whole list opens narrowed to what the tab shows. */
export const filtersOfList = (tab: CardTab, user: Bootstrap['user']): { filters?: string } => {
  if (tab === 'Favorite') return { filters: encodeRison({ favorite: { label: 'Yes', value: true } }) }
  if (tab === 'Mine' && user.userId !== undefined)
    return { filters: encodeRison({ owners: { label: nameOf({ first_name: user.firstName ?? '', last_name: user.lastName ?? '' }), value: user.userId } }) }
  return {}
}
