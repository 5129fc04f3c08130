import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { t } from '../../words/words.ts'

/** Asks before typed things are thrown away: by the dialog's own ways out, and by leaving the page. */
export const useGuardedClose = (isDirty: boolean, onClose: () => void): { readonly close: () => void; readonly question: ReactNode } => {
  const [isAsking, setIsAsking] = useState(false)
  useEffect(() => {
    if (!isDirty) return undefined
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])
  return {
    close: () => (isDirty ? setIsAsking(true) : onClose()),
    question: isAsking ? (
      <ConfirmDialog title={t('databases.discardTitle')} action={t('databases.discard')} onConfirm={onClose} onClose={() => setIsAsking(false)}>
        <p>{t('databases.discardText')}</p>
      </ConfirmDialog>
    ) : null,
  }
}
