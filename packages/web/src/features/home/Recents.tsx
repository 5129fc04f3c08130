import { useState } from 'react'
import { normaliseError } from '../../api/normalise-error.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Segmented } from '../../ui/Tabs.tsx'
import { t } from '../../words/words.ts'
import styles from './Home.module.css'
import { RecentLines, WaitingLines } from './ItemLines.tsx'
import { useRecent } from './queries.ts'
import { firstTab } from './recent.ts'
import type { RecentTab } from './recent.ts'
import { Section } from './Section.tsx'

const storageKey = 'homepage_activity_filter'

const readStored = (): string | null => {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

const emptyText = (tab: RecentTab): string =>
  tab === 'Viewed' ? t('home.recentsViewed') : tab === 'Edited' ? t('home.recentsEdited') : t('home.recentsCreated')

/** What this person viewed, edited or created last. */
export const Recents = () => {
  const [chosen, setChosen] = useState<RecentTab>()
  const viewed = useRecent('Viewed')
  const tab = chosen ?? firstTab(readStored(), viewed.isPending || (viewed.data?.length ?? 0) > 0)
  const recent = useRecent(tab)
  const choose = (next: RecentTab): void => {
    setChosen(next)
    try {
      localStorage.setItem(storageKey, next)
    } catch {
      // The choice lasts as long as the page then.
    }
  }
  return (
    <Section
      title={t('home.recents')}
      tools={
        <Segmented
          label={t('home.show')}
          value={tab}
          onChange={choose}
          items={[
            { key: 'Viewed', label: t('home.tabViewed') },
            { key: 'Edited', label: t('home.tabEdited') },
            { key: 'Created', label: t('home.tabCreated') },
          ]}
        />
      }
    >
      {recent.isPending ? (
        <WaitingLines />
      ) : recent.isError ? (
        <ErrorBox title={t('error.recentActivity')} text={normaliseError(recent.error).error} onRetry={() => void recent.refetch()} />
      ) : recent.data.length === 0 ? (
        <div className={styles.hollow}>
          <EmptyState title={t('home.noRecents')} text={emptyText(tab)} />
        </div>
      ) : (
        <RecentLines items={recent.data} />
      )}
    </Section>
  )
}
