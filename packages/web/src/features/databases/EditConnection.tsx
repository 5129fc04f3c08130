import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useGuardedClose } from '../../ui/use-guarded-close.tsx'
import { t } from '../../words/words.ts'
import { formOf, isSameForm } from './connection-form.ts'
import { discardQuestion } from './discard-question.ts'
import { EditorBody } from './EditorBody.tsx'
import { updateDatabase } from './queries.ts'
import { TestButton } from './TestButton.tsx'
import { useConnectionEditor } from './use-connection-editor.ts'
import type { Kind, StoredConnection } from './wire.ts'

export interface EditConnectionProps {
  readonly stored: StoredConnection
  readonly kind: Kind | undefined
  readonly onClose: () => void
}

/** Changes a registered database. One that something else manages is shown, with the reason why it cannot be changed here. */
export const EditConnection = ({ stored, kind, onClose }: EditConnectionProps) => {
  const client = useQueryClient()
  const before = formOf(stored, kind)
  const isManaged = stored.is_managed_externally === true
  const editor = useConnectionEditor({
    initial: before,
    kind,
    stored,
    failedTitle: t('databases.failedSave'),
    save: async (form) => {
      await updateDatabase(form, before, stored, kind)
      showToast('success', t('databases.saved'))
      void client.invalidateQueries({ queryKey: ['database'] })
      onClose()
    },
  })
  const guard = useGuardedClose(!isManaged && !isSameForm(editor.form, before), discardQuestion(), onClose)
  return (
    <>
      <Dialog
        isOpen
        width={640}
        title={t('databases.editTitle')}
        onClose={guard.close}
        onSubmit={() => {
          if (!isManaged) editor.submit()
        }}
        footerAside={isManaged ? undefined : <TestButton editor={editor} />}
        footer={
          <>
            <Button size="md" onClick={guard.close}>
              {t('ui.close')}
            </Button>
            <Button
              size="md"
              kind="primary"
              type="submit"
              isDisabled={isManaged}
              disabledReason={isManaged ? t('databases.managed') : undefined}
              isBusy={editor.isSaving}
            >
              {t('databases.finish')}
            </Button>
          </>
        }
      >
        {isManaged && (
          <ErrorBox
            isBrief
            level="info"
            title={t('databases.managed')}
            text={stored.external_url ? t('databases.managedText', { url: stored.external_url }) : undefined}
          />
        )}
        <EditorBody kind={kind} editor={editor} isReadOnly={isManaged} />
      </Dialog>
      {guard.question}
    </>
  )
}
