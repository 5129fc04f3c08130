import { BadgeCheck, Star } from 'lucide-react'
import { t } from '../../words/words.ts'
import { Avatars } from '../Avatar.tsx'
import type { Person } from '../avatar.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import type { ListColumn, ListFilter } from './list-description.ts'

/** What every row says about its last change. */
export interface Changed {
  readonly changed_on_utc?: string | null
  readonly changed_on?: string | null
  readonly changed_on_delta_humanized?: string | null
}

export const lastModifiedColumn = <Row extends Changed>(): ListColumn<Row> => ({
  key: 'modified',
  label: t('list.lastModified'),
  sortBy: 'changed_on_delta_humanized',
  width: '160px',
  staysLong: true,
  render: (row) => <TimeAgo at={row.changed_on_utc ?? row.changed_on} fallback={row.changed_on_delta_humanized ?? undefined} />,
})

export const ownersColumn = <Row extends { readonly owners?: readonly Person[] }>(): ListColumn<Row> => ({
  key: 'owners',
  label: t('list.owners'),
  width: '128px',
  isSecondary: true,
  render: (row) => <Avatars people={row.owners ?? []} />,
})

export const ownerFilter: ListFilter = { kind: 'related', id: 'owners', col: 'owners', opr: 'rel_m_m', label: t('list.owner'), column: 'owners' }
export const modifiedByFilter: ListFilter = {
  kind: 'related',
  id: 'changed_by',
  col: 'changed_by',
  opr: 'rel_o_m',
  label: t('list.modifiedBy'),
  column: 'changed_by',
}
export const favouriteFilter = (opr: string): ListFilter => ({
  kind: 'toggle',
  id: 'favorite',
  col: 'id',
  opr,
  label: t('list.favourites'),
  icon: <Star size={14} />,
})
export const certifiedFilter = (opr: string): ListFilter => ({
  kind: 'toggle',
  id: 'certified',
  col: 'id',
  opr,
  label: t('list.certified'),
  icon: <BadgeCheck size={14} />,
})

export const byLastChange = { sortColumn: 'changed_on_delta_humanized', sortOrder: 'desc' } as const
