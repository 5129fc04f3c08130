import { Plus } from 'lucide-react'
import { may } from '../../api/bootstrap.ts'
import { normaliseError } from '../../api/normalise-error.ts'
import { links } from '../../links.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { t } from '../../words/words.ts'
import styles from './Home.module.css'
import { RecentLines, WaitingLines } from './ItemLines.tsx'
import { useSavedQueries } from './queries.ts'
import { fromQuery } from './recent.ts'
import { Section } from './Section.tsx'

export const SavedQueries = () => {
  const queries = useSavedQueries()
  return (
    <Section title={t('home.queries')} all={{ label: t('home.allQueries'), to: links.savedQueries() }}>
      {queries.isPending ? (
        <WaitingLines />
      ) : queries.isError ? (
        <ErrorBox title={t('error.listLoad')} text={normaliseError(queries.error).error} onRetry={() => void queries.refetch()} />
      ) : queries.data.length === 0 ? (
        <div className={styles.hollow}>
          <EmptyState
            title={t('home.noQueries')}
            action={
              may('can_sqllab', 'Superset') ? (
                <ButtonLink icon={<Plus size={14} />} to={links.sql({ new: true })}>
                  {t('home.addQuery')}
                </ButtonLink>
              ) : undefined
            }
          />
        </div>
      ) : (
        <RecentLines items={queries.data.map(fromQuery)} />
      )}
    </Section>
  )
}
