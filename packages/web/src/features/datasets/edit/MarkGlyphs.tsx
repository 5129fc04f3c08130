import { TriangleAlert } from 'lucide-react'
import { CertifiedBadge } from '../../../ui/Badge.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import styles from './Edit.module.css'
import type { Marks } from './marks.ts'

/** Small signs: certified by somebody, carries a warning. */
export const MarkGlyphs = ({ marks }: { readonly marks: Marks }) => (
  <>
    <CertifiedBadge by={marks.certifiedBy} details={marks.certificationDetails} />
    {marks.warning !== '' && (
      <Tooltip text={marks.warning}>
        <span role="img" aria-label={marks.warning} className={styles.warn}>
          <TriangleAlert size={14} aria-hidden />
        </span>
      </Tooltip>
    )}
  </>
)
