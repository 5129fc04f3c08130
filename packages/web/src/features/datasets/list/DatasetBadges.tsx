import { Info } from 'lucide-react'
import { marksOf } from '../../../controls/dataset.ts'
import { MarkGlyphs } from '../../../controls/MarkGlyphs.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { t } from '../../../words/words.ts'
import styles from './DatasetBadges.module.css'

/** What its owners say about a dataset: certified, with a warning, described. */
export const DatasetBadges = ({ extra, description }: { readonly extra: string | null; readonly description: string | null }) => (
  <>
    <MarkGlyphs marks={marksOf({ extra })} />
    {description !== null && description.trim() !== '' && (
      <Tooltip text={description}>
        <span role="img" aria-label={`${t('datasets.about')}: ${description}`} className={styles.about}>
          <Info size={14} aria-hidden />
        </span>
      </Tooltip>
    )}
  </>
)
