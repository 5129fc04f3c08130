import { Lock } from 'lucide-react'
import { Badge } from '../../../ui/Badge.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { t } from '../../../words/words.ts'

/** Says that a dataset is closed, and why on hover and to readers. */
export const ClosedMark = ({ why }: { readonly why: string | null | undefined }) =>
  why === null || why === undefined ? null : (
    <Tooltip text={why}>
      <span role="img" aria-label={`${t('closed.title')}: ${why}`}>
        <Badge tone="warning" icon={<Lock size={12} aria-hidden />}>
          {t('closed.mark')}
        </Badge>
      </span>
    </Tooltip>
  )
