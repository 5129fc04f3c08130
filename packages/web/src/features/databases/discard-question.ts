import type { CloseQuestion } from '../../ui/use-guarded-close.tsx'
import { t } from '../../words/words.ts'

export const discardQuestion = (): CloseQuestion => ({ title: t('databases.discardTitle'), text: t('databases.discardText'), action: t('databases.discard') })
