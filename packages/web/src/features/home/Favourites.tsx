import { normaliseError } from '../../api/normalise-error.ts'
import { links } from '../../links.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { t } from '../../words/words.ts'
import styles from './Home.module.css'
import { FavouriteLines, WaitingLines } from './ItemLines.tsx'
import { useFavouriteItems } from './queries.ts'
import { Section } from './Section.tsx'

export const Favourites = () => {
  const items = useFavouriteItems()
  return (
    <Section title={t('home.favourites')}>
      {items.isPending ? (
        <WaitingLines />
      ) : items.isError ? (
        <ErrorBox title={t('error.listLoad')} text={normaliseError(items.error).error} onRetry={() => void items.refetch()} />
      ) : items.data.length === 0 ? (
        <div className={styles.hollow}>
          <EmptyState title={t('home.noFavourites')} action={<ButtonLink to={links.charts()}>{t('home.seeAllCharts')}</ButtonLink>} />
        </div>
      ) : (
        <FavouriteLines items={items.data} />
      )}
    </Section>
  )
}
