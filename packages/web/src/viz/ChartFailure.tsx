import { CircleAlert, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { t } from '../words/words.ts'
import styles from './ChartHost.module.css'

/** Says what went wrong with one chart, in its place, with a way to try again. */
export const ChartFailure = ({
  title,
  text,
  details,
  onRetry,
}: {
  readonly title: string
  readonly text: string
  readonly details?: string
  readonly onRetry?: () => void
}) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={styles.failure} role="alert">
      <CircleAlert size={20} className={styles.failureGlyph} aria-hidden />
      <p className={styles.failureTitle}>{title}</p>
      <p className={styles.failureText}>{text}</p>
      <div className={styles.failureActions}>
        {onRetry && (
          <Button icon={<RefreshCw size={14} />} onClick={onRetry}>
            {t('ui.retry')}
          </Button>
        )}
        {details !== undefined && details !== '' && (
          <Button kind="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? t('ui.seeLess') : t('ui.seeMore')}
          </Button>
        )}
        {isOpen && (
          <Button kind="quiet" onClick={() => void copyText([title, text, details].join('\n'))}>
            {t('ui.copyMessage')}
          </Button>
        )}
      </div>
      {isOpen && <pre className={styles.failureDetails}>{details}</pre>}
    </div>
  )
}
