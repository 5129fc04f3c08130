import { TriangleAlert } from 'lucide-react'
import type { Marks } from '../../controls/dataset.ts'
import { CertifiedBadge } from '../../ui/Badge.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import styles from './DatasetPanel.module.css'

/** Small signs: somebody vouches for it, somebody warns. */
export const MarkGlyphs = ({ marks }: { readonly marks: Marks }) => (
  <>
    <CertifiedBadge by={marks.certifiedBy} details={marks.certification} />
    {marks.warning !== undefined && (
      <Tooltip text={marks.warning}>
        <span role="img" aria-label={marks.warning} className={styles.warning}>
          <TriangleAlert size={14} aria-hidden />
        </span>
      </Tooltip>
    )}
  </>
)
