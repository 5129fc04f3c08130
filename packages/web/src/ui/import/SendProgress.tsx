import type { Sent } from '../../api/send-form.ts'
import { t } from '../../words/words.ts'
import { printSize } from '../print-size.ts'
import { Progress } from '../Progress.tsx'

/** How far the file has come; once it is there the server reads it, and nobody knows how long. */
export const SendProgress = ({ sent, name }: { readonly sent: Sent; readonly name: string }) => {
  const isSent = sent.total > 0 && sent.bytes >= sent.total
  return (
    <Progress
      title={t(isSent ? 'import.reading' : 'import.sending', { name })}
      share={isSent ? undefined : sent.bytes / (sent.total || 1)}
      text={t('import.sent', { sent: printSize(sent.bytes), total: printSize(sent.total) })}
    />
  )
}
