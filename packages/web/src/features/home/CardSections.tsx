import { LayoutDashboard, Plus } from 'lucide-react'
import { normaliseError } from '../../api/normalise-error.ts'
import { bootstrap, may } from '../../api/bootstrap.ts'
import { links } from '../../links.ts'
import { Avatars } from '../../ui/Avatar.tsx'
import { CertifiedBadge } from '../../ui/Badge.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { ItemCard } from '../../ui/list/ItemCard.tsx'
import { StarButton } from '../../ui/list/StarButton.tsx'
import { Thumbnail } from '../../ui/list/Thumbnail.tsx'
import { useFavourites } from '../../ui/list/use-favourites.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Segmented } from '../../ui/Tabs.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { VizGlyph } from '../../ui/VizGlyph.tsx'
import { t } from '../../words/words.ts'
import styles from './Home.module.css'
import { filtersOfList } from './list-filters.ts'
import type { PanelState } from './panels.ts'
import { lastTab, useChartCards, useDashboardCards } from './queries.ts'
import type { CardTab, ChartCard, DashboardCard } from './queries.ts'
import { useRemembered } from './remember.ts'
import { Section } from './Section.tsx'

const tabs: readonly CardTab[] = ['Favorite', 'Mine', 'Other']
const tabLabels = (): readonly { readonly key: CardTab; readonly label: string }[] => [
  { key: 'Favorite', label: t('home.tabFavorite') },
  { key: 'Mine', label: t('home.tabMine') },
  { key: 'Other', label: lastTab().label },
]

export interface CardSectionsProps {
  readonly kind: 'dashboard' | 'chart'
  readonly panel: PanelState
  readonly hasPictures: boolean
}

/** Dashboards or charts as cards: favourites, mine, all. */
export const CardSections = ({ kind, panel, hasPictures }: CardSectionsProps) => {
  const [tab, setTab] = useRemembered<CardTab>(kind === 'dashboard' ? 'homepage_dashboard_filter' : 'homepage_chart_filter', tabs, 'Other')
  const isDashboard = kind === 'dashboard'
  return (
    <Section
      title={isDashboard ? t('home.dashboards') : t('home.charts')}
      panel={panel}
      tools={
        <>
          <Segmented label={t('home.show')} items={tabLabels()} value={tab} onChange={setTab} />
          <Add kind={kind} isQuiet />
        </>
      }
      all={
        isDashboard
          ? { label: t('home.allDashboards'), to: links.dashboards(filtersOfList(tab, bootstrap().user)) }
          : { label: t('home.allCharts'), to: links.charts(filtersOfList(tab, bootstrap().user)) }
      }
    >
      {isDashboard ? <DashboardCards tab={tab} hasPictures={hasPictures} /> : <ChartCards tab={tab} hasPictures={hasPictures} />}
    </Section>
  )
}

const Add = ({ kind, isQuiet }: { readonly kind: 'dashboard' | 'chart'; readonly isQuiet?: boolean }) => {
  const isDashboard = kind === 'dashboard'
  if (!may('can_write', isDashboard ? 'Dashboard' : 'Chart')) return null
  return (
    <ButtonLink
      kind={isQuiet ? 'quiet' : 'default'}
      icon={<Plus size={14} />}
      to={isDashboard ? links.newDashboard() : links.newChart()}
      isFullLoad={isDashboard}
    >
      {isDashboard ? t('home.addDashboard') : t('home.addChart')}
    </ButtonLink>
  )
}

const Waiting = ({ hasPictures }: { readonly hasPictures: boolean }) => (
  <div className={styles.cards} role="status" aria-label={t('ui.loading')}>
    {Array.from({ length: 5 }, (_, index) => (
      <Skeleton key={index} height={hasPictures ? 220 : 70} radius={6} />
    ))}
  </div>
)

const NothingThere = ({ kind, tab }: { readonly kind: 'dashboard' | 'chart'; readonly tab: CardTab }) => {
  const isDashboard = kind === 'dashboard'
  const make = <Add kind={kind} />
  const state =
    tab === 'Favorite' ? (
      <EmptyState
        title={t('home.noFavourites')}
        action={
          <ButtonLink to={isDashboard ? links.dashboards() : links.charts()}>{isDashboard ? t('home.seeAllDashboards') : t('home.seeAllCharts')}</ButtonLink>
        }
      />
    ) : tab === 'Mine' ? (
      <EmptyState title={isDashboard ? t('home.noDashboards') : t('home.noCharts')} action={make} />
    ) : (
      <EmptyState
        title={isDashboard ? t('home.otherDashboards', { other: lastTab().label }) : t('home.otherCharts', { other: lastTab().label })}
        action={make}
      />
    )
  return <div className={styles.hollow}>{state}</div>
}

const Failed = ({ cause, onRetry }: { readonly cause: unknown; readonly onRetry: () => void }) => (
  <ErrorBox title={t('error.listLoad')} text={normaliseError(cause).error} onRetry={onRetry} />
)

const Modified = ({ card }: { readonly card: { readonly changed_on_utc: string | null; readonly changed_on_delta_humanized: string } }) => (
  <>
    {t('home.modified')} <TimeAgo at={card.changed_on_utc} fallback={card.changed_on_delta_humanized} />
  </>
)

const DashboardCards = ({ tab, hasPictures }: { readonly tab: CardTab; readonly hasPictures: boolean }) => {
  const cards = useDashboardCards(tab)
  const favourites = useFavourites('dashboard', cards.data?.map((card) => card.id) ?? [], true)
  if (cards.isPending) return <Waiting hasPictures={hasPictures} />
  if (cards.isError) return <Failed cause={cards.error} onRetry={() => void cards.refetch()} />
  if (cards.data.length === 0) return <NothingThere kind="dashboard" tab={tab} />
  return (
    <div className={styles.cards}>
      {cards.data.map((card: DashboardCard) => (
        <ItemCard
          key={card.id}
          name={card.dashboard_title || t('home.untitled')}
          to={links.dashboard(card.slug ?? card.id)}
          thumbnail={hasPictures && <Thumbnail size="large" src={card.thumbnail_url} glyph={<LayoutDashboard size={28} />} />}
          badges={<CertifiedBadge by={card.certified_by} details={card.certification_details} />}
          subtitle={<Modified card={card} />}
          people={<Avatars people={card.owners ?? []} most={3} />}
          tools={<StarButton isStarred={favourites.starred.has(card.id)} onChange={(isStarred) => favourites.setStarred(card.id, isStarred)} />}
        />
      ))}
    </div>
  )
}

const ChartCards = ({ tab, hasPictures }: { readonly tab: CardTab; readonly hasPictures: boolean }) => {
  const cards = useChartCards(tab)
  const favourites = useFavourites('chart', cards.data?.map((card) => card.id) ?? [], true)
  if (cards.isPending) return <Waiting hasPictures={hasPictures} />
  if (cards.isError) return <Failed cause={cards.error} onRetry={() => void cards.refetch()} />
  if (cards.data.length === 0) return <NothingThere kind="chart" tab={tab} />
  return (
    <div className={styles.cards}>
      {cards.data.map((card: ChartCard) => (
        <ItemCard
          key={card.id}
          name={card.slice_name || t('home.untitled')}
          to={links.explore({ slice_id: card.id })}
          thumbnail={hasPictures && <Thumbnail size="large" src={card.thumbnail_url} glyph={<VizGlyph vizType={card.viz_type} size={28} />} />}
          badges={<CertifiedBadge by={card.certified_by} details={card.certification_details} />}
          subtitle={<Modified card={card} />}
          people={<Avatars people={card.owners ?? []} most={3} />}
          tools={<StarButton isStarred={favourites.starred.has(card.id)} onChange={(isStarred) => favourites.setStarred(card.id, isStarred)} />}
        />
      ))}
    </div>
  )
}
