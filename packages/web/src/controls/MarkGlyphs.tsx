import { CertifiedBadge } from '../ui/Badge.tsx'
import { WarningMark } from '../ui/WarningMark.tsx'
import type { Marks } from './dataset.ts'

/** Small signs: somebody vouches for it, somebody warns. */
export const MarkGlyphs = ({ marks: { certifiedBy, certification, warning } }: { readonly marks: Marks }) => (
  <>
    <CertifiedBadge by={certifiedBy} details={certification} />
    {warning !== undefined && <WarningMark text={warning} />}
  </>
)
