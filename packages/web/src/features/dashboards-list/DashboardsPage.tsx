import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff, LayoutDashboard, Plus } from 'lucide-react'
import { mayEdit } from '../../api/bootstrap.ts'
import { request } from '../../api/client.ts'
import { saySaveFailure } from '../../api/say-failure.ts'
import { links } from '../../links.ts'
import type { Person } from '../../ui/avatar.ts'
import { Badge, CertifiedBadge } from '../../ui/Badge.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { byLastChange, certifiedFilter, favouriteFilter, lastModifiedColumn, modifiedByFilter, ownerFilter, ownersColumn } from '../../ui/list/cells.tsx'
import type { Changed } from '../../ui/list/cells.tsx'
import type { ListDescription } from '../../ui/list/list-description.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { Thumbnail } from '../../ui/list/Thumbnail.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { showToast } from '../../ui/toasts.ts'
import { t } from '../../words/words.ts'

interface DashboardRow extends Changed {
  readonly id: number
  readonly dashboard_title: string | null
  readonly slug: string | null
  readonly url: string
  readonly published: boolean
  readonly owners?: readonly (Person & { readonly id: number })[]
  readonly certified_by: string | null
  readonly certification_details: string | null
  readonly thumbnail_url: string | null
}

const nameOf = (row: DashboardRow): string => row.dashboard_title ?? ''
const addressOf = (row: DashboardRow): string => links.dashboard(row.slug ?? row.id)

const NewDashboard = () => (
  <ButtonLink kind="primary" size="md" icon={<Plus size={14} />} to={links.newDashboard()} isFullLoad>
    {t('dashboards.new')}
  </ButtonLink>
)

const description: ListDescription<DashboardRow> = {
  resource: 'dashboard',
  title: t('dashboards.title'),
  defaults: { ...byLastChange, viewMode: 'table' },
  wireColumns: [
    'id',
    'dashboard_title',
    'slug',
    'url',
    'published',
    'owners.id',
    'owners.first_name',
    'owners.last_name',
    'certified_by',
    'certification_details',
    'thumbnail_url',
    'changed_on_utc',
    'changed_on_delta_humanized',
  ],
  hasFavourites: true,
  name: nameOf,
  to: addressOf,
  leading: (row) => <Thumbnail size="small" src={row.thumbnail_url} glyph={<LayoutDashboard size={14} />} />,
  badges: (row) => <CertifiedBadge by={row.certified_by} details={row.certification_details} />,
  owners: (row) => row.owners ?? [],
  mayEdit: (row) => mayEdit(row.owners),
  columns: [
    { key: 'name', label: t('list.name'), sortBy: 'dashboard_title', width: 'auto', render: nameOf },
    {
      key: 'status',
      label: t('list.status'),
      sortBy: 'published',
      width: '140px',
      render: (row) => (row.published ? <Badge tone="success">{t('dashboards.published')}</Badge> : <Badge>{t('dashboards.draft')}</Badge>),
    },
    ownersColumn(),
    lastModifiedColumn(),
  ],
  filters: [
    { kind: 'search', id: 'dashboard_title', col: 'dashboard_title', opr: 'title_or_slug', label: t('list.searchName') },
    {
      kind: 'options',
      id: 'published',
      col: 'published',
      opr: 'eq',
      label: t('list.status'),
      options: [
        { value: true, label: t('dashboards.published') },
        { value: false, label: t('dashboards.draft') },
      ],
    },
    ownerFilter,
    modifiedByFilter,
    favouriteFilter('dashboard_is_favorite'),
    certifiedFilter('dashboard_is_certified'),
  ],
  card: {
    thumbnail: (row) => <Thumbnail size="large" src={row.thumbnail_url} glyph={<LayoutDashboard size={28} />} />,
    subtitle: (row) => (
      <>
        {row.published ? t('dashboards.published') : t('dashboards.draft')} ·{' '}
        <TimeAgo at={row.changed_on_utc} fallback={row.changed_on_delta_humanized ?? undefined} />
      </>
    ),
  },
  empty: { title: t('dashboards.emptyTitle'), text: t('dashboards.emptyText'), action: <NewDashboard /> },
  deletion: { asksForWord: true, one: t('dashboards.deleteOne'), many: t('dashboards.deleteMany'), text: (names) => t('dashboards.deleteText', { names }) },
}

export const DashboardsPage = () => {
  const client = useQueryClient()
  const publish = useMutation({
    mutationFn: (row: DashboardRow) => request(`/api/v1/dashboard/${row.id}`, { method: 'PUT', body: { published: !row.published } }),
    onSuccess: (_, row) => {
      showToast('success', row.published ? t('dashboards.draftDone', { name: nameOf(row) }) : t('dashboards.publishedDone', { name: nameOf(row) }))
      return client.invalidateQueries({ queryKey: ['dashboard'] })
    },
    onError: (cause) => showToast('danger', saySaveFailure(cause, t('data.dashboard'))),
  })
  return (
    <ListPage
      description={description}
      headActions={<NewDashboard />}
      actions={{
        edit: { label: t('dashboards.edit'), to: (row) => links.dashboard(row.slug ?? row.id, { edit: true }) },
        more: (row) =>
          mayEdit(row.owners)
            ? [
                {
                  key: 'publish',
                  label: row.published ? t('dashboards.unpublish') : t('dashboards.publish'),
                  icon: row.published ? <EyeOff size={14} /> : <Eye size={14} />,
                  onSelect: () => publish.mutate(row),
                },
              ]
            : [],
      }}
    />
  )
}
