import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { mayEdit } from '../../api/bootstrap.ts'
import { links } from '../../links.ts'
import { CertifiedBadge } from '../../ui/Badge.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { byLastChange, certifiedFilter, favouriteFilter, lastModifiedColumn, modifiedByFilter, ownerFilter, ownersColumn } from '../../ui/list/cells.tsx'
import type { ListDescription } from '../../ui/list/list-description.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { Thumbnail } from '../../ui/list/Thumbnail.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { VizGlyph } from '../../ui/VizGlyph.tsx'
import { t } from '../../words/words.ts'
import styles from './ChartsPage.module.css'
import type { ChartKind } from './kinds.ts'
import { RenameDialog } from './RenameDialog.tsx'
import type { ChartRow } from './row.ts'

/** Only the names are wanted of what draws the charts, so the page does not wait for it. */
const useKinds = (): readonly ChartKind[] =>
  useQuery({ queryKey: ['chart-kinds'], queryFn: async () => (await import('./kinds.ts')).kinds, staleTime: Infinity }).data ?? []

const KindName = ({ vizType }: { readonly vizType: string | null }) => {
  const kinds = useKinds()
  return <>{kinds.length === 0 ? '' : (kinds.find((kind) => kind.id === vizType)?.name ?? vizType ?? t('list.none'))}</>
}

const dashboardsOf = (row: ChartRow): string => {
  const titles = (row.dashboards ?? []).map((dashboard) => dashboard.dashboard_title ?? '')
  const [first, ...rest] = titles
  if (first === undefined) return t('list.none')
  return rest.length === 0 ? first : t('list.plusMore', { first, count: rest.length })
}

const NewChart = ({ size = 'md' }: { readonly size?: 'sm' | 'md' }) => (
  <ButtonLink kind="primary" size={size} icon={<Plus size={14} />} to={links.newChart()}>
    {t('charts.new')}
  </ButtonLink>
)

const describe = (kinds: readonly ChartKind[]): ListDescription<ChartRow> => ({
  resource: 'chart',
  title: t('charts.title'),
  defaults: { ...byLastChange, viewMode: 'table' },
  wireColumns: [
    'id',
    'slice_name',
    'viz_type',
    'datasource_name_text',
    'datasource_url',
    'dashboards.id',
    'dashboards.dashboard_title',
    'owners.id',
    'owners.first_name',
    'owners.last_name',
    'certified_by',
    'certification_details',
    'description',
    'thumbnail_url',
    'changed_on_utc',
    'changed_on_delta_humanized',
  ],
  hasFavourites: true,
  name: (row) => row.slice_name ?? '',
  to: (row) => links.explore({ slice_id: row.id }),
  leading: (row) => <Thumbnail size="small" src={row.thumbnail_url} glyph={<VizGlyph vizType={row.viz_type} />} />,
  badges: (row) => <CertifiedBadge by={row.certified_by} details={row.certification_details} />,
  owners: (row) => row.owners ?? [],
  mayEdit: (row) => mayEdit(row.owners),
  columns: [
    { key: 'name', label: t('list.name'), sortBy: 'slice_name', width: 'auto', render: (row) => row.slice_name },
    {
      key: 'type',
      label: t('list.type'),
      sortBy: 'viz_type',
      width: '150px',
      isSecondary: true,
      render: (row) => (
        <span className={styles.kind}>
          <VizGlyph vizType={row.viz_type} />
          <KindName vizType={row.viz_type} />
        </span>
      ),
    },
    {
      key: 'dataset',
      label: t('list.dataset'),
      sortBy: 'datasource_name',
      width: '160px',
      render: (row) =>
        row.datasource_url ? (
          <Link to={row.datasource_url} className={styles.dataset}>
            {row.datasource_name_text}
          </Link>
        ) : (
          t('list.none')
        ),
    },
    { key: 'dashboards', label: t('list.dashboards'), width: '190px', isSecondary: true, render: dashboardsOf },
    ownersColumn(),
    lastModifiedColumn(),
  ],
  filters: [
    { kind: 'search', id: 'slice_name', col: 'slice_name', opr: 'chart_all_text', label: t('list.searchName') },
    {
      kind: 'options',
      id: 'viz_type',
      col: 'viz_type',
      opr: 'eq',
      label: t('list.type'),
      options: kinds.map((kind) => ({ value: kind.id, label: kind.name, icon: <VizGlyph vizType={kind.id} /> })),
    },
    {
      kind: 'rows',
      id: 'datasource_id',
      col: 'datasource_id',
      opr: 'eq',
      label: t('list.dataset'),
      resource: 'dataset',
      nameColumn: 'table_name',
      searchOpr: 'ct',
    },
    ownerFilter,
    {
      kind: 'rows',
      id: 'dashboards',
      col: 'dashboards',
      opr: 'rel_m_m',
      label: t('list.dashboard'),
      resource: 'dashboard',
      nameColumn: 'dashboard_title',
      searchOpr: 'title_or_slug',
    },
    modifiedByFilter,
    favouriteFilter('chart_is_favorite'),
    certifiedFilter('chart_is_certified'),
  ],
  card: {
    thumbnail: (row) => <Thumbnail size="large" src={row.thumbnail_url} glyph={<VizGlyph vizType={row.viz_type} size={32} />} />,
    subtitle: (row) => (
      <>
        <KindName vizType={row.viz_type} /> · <TimeAgo at={row.changed_on_utc} fallback={row.changed_on_delta_humanized ?? undefined} />
      </>
    ),
  },
  empty: { title: t('charts.emptyTitle'), text: t('charts.emptyText'), action: <NewChart /> },
  deletion: { asksForWord: true, one: t('charts.deleteOne'), many: t('charts.deleteMany'), text: (names) => t('charts.deleteText', { names }) },
})

export const ChartsPage = () => {
  const [renamed, setRenamed] = useState<ChartRow>()
  const kinds = useKinds()
  return (
    <>
      <ListPage
        description={describe(kinds)}
        headActions={<NewChart />}
        actions={{
          edit: { label: t('charts.edit'), to: (row) => links.explore({ slice_id: row.id }) },
          more: (row) => (mayEdit(row.owners) ? [{ key: 'rename', label: t('list.rename'), icon: <Pencil size={14} />, onSelect: () => setRenamed(row) }] : []),
        }}
      />
      {renamed !== undefined && <RenameDialog chart={renamed} onClose={() => setRenamed(undefined)} />}
    </>
  )
}
