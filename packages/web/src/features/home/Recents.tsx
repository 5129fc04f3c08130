import { useState } from 'react'
import { normaliseError } from '../../api/normalise-error.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Segmented } from '../../ui/Tabs.tsx'
import { t } from '../../words/words.ts'
import styles from './Home.module.css'
import { RecentLines, WaitingLines } from './ItemLines.tsx'
import type { PanelState } from './panels.ts'
import { useFirstRecent, recentTabKey, useRecent } from './queries.ts'
import type { RecentTab } from './recent.ts'
import { keep } from './remember.ts'
import { Section } from './Section.tsx'

const emptyText = (tab: RecentTab): string =>
  tab === 'Viewed' ? t('home.recentsViewed') : tab === 'Edited' ? t('home.recentsEdited') : t('home.recentsCreated')

/** What this person viewed, edited or created last. */
export const Recents = ({ panel }: { readonly panel: PanelState }) => {
  const [chosen, setChosen] = useState<RecentTab>()
  const first = useFirstRecent()
  const tab = chosen ?? first.tab
  const recent = useRecent(tab)
  const choose = (next: RecentTab): void => {
    setChosen(next)
    keep(recentTabKey, next)
  }
  return (
    <Section
      title={t('home.recents')}
      panel={panel}
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
