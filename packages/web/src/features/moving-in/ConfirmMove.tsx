import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { t } from '../../words/words.ts'
import { nameOfSource, useDraft } from './draft.ts'

/** Asks before anything is written over what is here. */
export const ConfirmMove = ({ onConfirm, onClose }: { readonly onConfirm: () => void; readonly onClose: () => void }) => {
  const name = nameOfSource(useDraft())
  return (
    <ConfirmDialog
      title={t('moving.confirmTitle')}
      action={t('moving.moveNow')}
      onClose={onClose}
      onConfirm={() => {
        onClose()
        onConfirm()
      }}
    >
      <p>{t('moving.confirmText', { name })}</p>
    </ConfirmDialog>
  )
}
