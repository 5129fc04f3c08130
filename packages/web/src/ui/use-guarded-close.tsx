import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'

export interface CloseQuestion {
  readonly title: string
  readonly text: string
  readonly action: string
}

/** Asks before something is thrown away: by a dialog's own ways out, and by leaving the page. */
export const useGuardedClose = (
  isGuarded: boolean,
  { title, text, action }: CloseQuestion,
  onClose: () => void,
): { readonly close: () => void; readonly question: ReactNode } => {
  const [isAsking, setIsAsking] = useState(false)
  useEffect(() => {
    if (!isGuarded) return undefined
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isGuarded])
  return {
    close: () => (isGuarded ? setIsAsking(true) : onClose()),
    question:
      isAsking && isGuarded ? (
        <ConfirmDialog title={title} action={action} onConfirm={onClose} onClose={() => setIsAsking(false)}>
          <p>{text}</p>
        </ConfirmDialog>
      ) : null,
  }
}
