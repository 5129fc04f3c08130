import { SendProgress } from '../../ui/import/SendProgress.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { t } from '../../words/words.ts'
import { addressOf, useDraft } from './draft.ts'
import type { Starting } from './use-start.ts'

/** What happens until the server has begun: a file is sent, or only a question. */
export const StartProgress = ({ sent }: Pick<Starting, 'sent'>) => {
  const draft = useDraft()
  if (sent === undefined) return null
  if (draft.way === 'bundle') return <SendProgress sent={sent} name={draft.file?.name ?? ''} />
  return <Progress title={t('moving.connecting', { name: addressOf(draft) })} share={undefined} text={t('moving.begins')} />
}
