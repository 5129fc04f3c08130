import { CircleAlert, CircleCheck, CircleSlash } from 'lucide-react'
import { Badge } from '../../ui/Badge.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { t } from '../../words/words.ts'
import type { Move } from './queries.ts'

const looks = {
  running: { tone: 'accent', glyph: <Spinner size={12} /> },
  done: { tone: 'success', glyph: <CircleCheck size={12} aria-hidden /> },
  failed: { tone: 'danger', glyph: <CircleAlert size={12} aria-hidden /> },
  stopped: { tone: 'neutral', glyph: <CircleSlash size={12} aria-hidden /> },
} as const

export const MoveStatus = ({ status }: Pick<Move, 'status'>) => (
  <Badge tone={looks[status].tone} icon={looks[status].glyph}>
    {t(`moving.status.${status}`)}
  </Badge>
)

export const MoveKind = ({ isDryRun }: { readonly isDryRun: boolean }) => <Badge tone="outline">{t(isDryRun ? 'moving.dryRun' : 'moving.realRun')}</Badge>
