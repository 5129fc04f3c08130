import { links } from '../links.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { t } from '../words/words.ts'
import styles from './Shell.module.css'

export const NotFoundPage = () => (
  <div className={styles.middle}>
    <EmptyState
      isPageTitle
      title={t('error.notFoundTitle')}
      text={t('error.notFoundText')}
      action={
        <ButtonLink size="md" kind="primary" to={links.home()}>
          {t('error.goHome')}
        </ButtonLink>
      }
    />
  </div>
)
