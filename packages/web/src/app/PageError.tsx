import { isRouteErrorResponse, useRouteError } from 'react-router'
import { describeDetails, normaliseError } from '../api/normalise-error.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { t } from '../words/words.ts'
import { NotFoundPage } from './NotFoundPage.tsx'
import styles from './Shell.module.css'

/** What is left of a page whose drawing crashed: the words, the details, the stack and a way on. */
export const PageError = ({ isWholePage = false }: { readonly isWholePage?: boolean }) => {
  const cause = useRouteError()
  if (isRouteErrorResponse(cause) && cause.status === 404) return <NotFoundPage />
  const said = normaliseError(cause)
  return (
    <div className={styles.crash} role={isWholePage ? 'main' : undefined}>
      <ErrorBox title={t('error.unexpected')} text={said.description ?? said.error} details={describeDetails(said)} />
      <div>
        <Button size="md" onClick={() => location.reload()}>
          {t('error.reload')}
        </Button>
      </div>
    </div>
  )
}
