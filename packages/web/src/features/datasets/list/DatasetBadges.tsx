import { Info, TriangleAlert } from 'lucide-react'
import { CertifiedBadge } from '../../../ui/Badge.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { t } from '../../../words/words.ts'
import { readMarks } from './dataset-marks.ts'
import styles from './DatasetBadges.module.css'

/** What its owners say about a dataset: certified, with a warning, described. */
export const DatasetBadges = ({ extra, description }: { readonly extra: string | null; readonly description: string | null }) => {
  const { certification, warning } = readMarks(extra)
  return (
    <>
      <CertifiedBadge by={certification?.by} details={certification?.details} />
      {warning !== undefined && (
        <Tooltip text={warning}>
          <span role="img" aria-label={t('datasets.warning', { text: warning })} className={styles.warning}>
            <TriangleAlert size={14} aria-hidden />
          </span>
        </Tooltip>
      )}
      {description !== null && description.trim() !== '' && (
        <Tooltip text={description}>
          <span role="img" aria-label={`${t('datasets.about')}: ${description}`} className={styles.about}>
            <Info size={14} aria-hidden />
          </span>
        </Tooltip>
      )}
    </>
  )
}
