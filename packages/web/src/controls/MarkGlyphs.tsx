import { TriangleAlert } from 'lucide-react'
import { CertifiedBadge } from '../ui/Badge.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import type { Marks } from './dataset.ts'
import styles from './controls.module.css'

/** Small signs: somebody vouches for it, somebody warns. */
export const MarkGlyphs = ({ marks: { certifiedBy, certification, warning } }: { readonly marks: Marks }) => (
  <>
    <CertifiedBadge by={certifiedBy} details={certification} />
    {warning !== undefined && (
      <Tooltip text={warning}>
        <span role="img" aria-label={warning} className={styles.warning}>
          <TriangleAlert size={14} aria-hidden />
        </span>
      </Tooltip>
    )}
  </>
)
