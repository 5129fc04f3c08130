import { useState } from 'react'
import type { ReactNode } from 'react'
import { t } from '../words/words.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Field } from './Field.tsx'
import { Input } from './Input.tsx'

export interface ConfirmDialogProps {
  readonly title: string
  readonly children: ReactNode
  readonly action: string
  readonly isBusy?: boolean
  /** Asks for the word to be typed: for what cannot be taken back. */
  readonly asksForWord?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** The only place where a red button is filled. */
export const ConfirmDialog = ({ title, children, action, isBusy = false, asksForWord, onConfirm, onClose }: ConfirmDialogProps) => {
  const [word, setWord] = useState('')
  const isReady = !asksForWord || word.trim() === t('ui.confirmWord')
  return (
    <Dialog
      isOpen
      width={460}
      title={title}
      onClose={onClose}
      onSubmit={() => {
        if (isReady && !isBusy) onConfirm()
      }}
      footer={
        <>
          <Button size="md" onClick={onClose} data-autofocus={asksForWord ? undefined : true}>
            {t('ui.cancel')}
          </Button>
          <Button size="md" kind="dangerFill" type="submit" isDisabled={!isReady} isBusy={isBusy}>
            {action}
          </Button>
        </>
      }
    >
      {children}
      {asksForWord && (
        <Field label={t('ui.typeToConfirm', { word: t('ui.confirmWord') })}>
          {(ids) => <Input {...ids} size="md" autoFocus autoComplete="off" value={word} onChange={setWord} />}
        </Field>
      )}
    </Dialog>
  )
}
