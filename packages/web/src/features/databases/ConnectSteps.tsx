import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useGuardedClose } from '../../ui/use-guarded-close.tsx'
import { t } from '../../words/words.ts'
import { isSameForm, newForm } from './connection-form.ts'
import type { ConnectionForm } from './connection-form.ts'
import { Connected } from './Connected.tsx'
import { discardQuestion } from './discard-question.ts'
import { EditorBody } from './EditorBody.tsx'
import { PickKind } from './PickKind.tsx'
import { createDatabase } from './queries.ts'
import { StepHead } from './StepHead.tsx'
import { TestButton } from './TestButton.tsx'
import { useConnectionEditor } from './use-connection-editor.ts'
import type { Kind } from './wire.ts'

interface Picked {
  readonly kind: Kind | undefined
}

/** Pick a kind, say where the database is, go on to use it. Going back and forth keeps what was typed for each kind. */
export const ConnectSteps = ({ kinds, onClose }: { readonly kinds: readonly Kind[]; readonly onClose: () => void }) => {
  const [picked, setPicked] = useState<Picked>()
  const [drafts, setDrafts] = useState<Readonly<Record<string, ConnectionForm>>>({})
  const [made, setMade] = useState<{ readonly id: number; readonly form: ConnectionForm }>()
  const draftKey = picked?.kind?.engine ?? ''
  const isTyped = Object.entries(drafts).some(([engine, draft]) => !isSameForm(draft, newForm(kinds.find((kind) => kind.engine === engine))))
  const guard = useGuardedClose(isTyped, discardQuestion(), onClose)

  if (made !== undefined) return <Connected id={made.id} form={made.form} kind={picked?.kind} onClose={onClose} />
  if (picked !== undefined)
    return (
      <EnterCredentials
        key={draftKey}
        kind={picked.kind}
        initial={drafts[draftKey] ?? newForm(picked.kind)}
        onBack={(form) => {
          setDrafts({ ...drafts, [draftKey]: form })
          setPicked(undefined)
        }}
        onMade={(id, form) => setMade({ id, form })}
        onClose={onClose}
      />
    )
  return (
    <>
      <Dialog isOpen width={640} title={t('databases.connectTitle')} onClose={guard.close}>
        <StepHead step={1} title={t('databases.pickKind')} />
        <PickKind kinds={kinds} onPick={(kind) => setPicked({ kind })} />
      </Dialog>
      {guard.question}
    </>
  )
}

interface EnterCredentialsProps {
  readonly kind: Kind | undefined
  readonly initial: ConnectionForm
  readonly onBack: (form: ConnectionForm) => void
  readonly onMade: (id: number, form: ConnectionForm) => void
  readonly onClose: () => void
}

const EnterCredentials = ({ kind, initial, onBack, onMade, onClose }: EnterCredentialsProps) => {
  const client = useQueryClient()
  const editor = useConnectionEditor({
    initial,
    kind,
    stored: undefined,
    failedTitle: t('databases.failedCreate'),
    save: async (form) => {
      const id = await createDatabase(form, kind)
      showToast('success', t('databases.connected'))
      void client.invalidateQueries({ queryKey: ['database'] })
      onMade(id, form)
    },
  })
  const guard = useGuardedClose(!isSameForm(editor.form, newForm(kind)), discardQuestion(), onClose)
  return (
    <>
      <Dialog
        isOpen
        width={640}
        title={t('databases.connectTitle')}
        onClose={guard.close}
        onSubmit={editor.submit}
        footerAside={<TestButton editor={editor} />}
        footer={
          <>
            <Button size="md" onClick={() => onBack(editor.form)}>
              {t('databases.back')}
            </Button>
            <Button size="md" kind="primary" type="submit" isBusy={editor.isSaving}>
              {t('databases.connect')}
            </Button>
          </>
        }
      >
        <StepHead step={2} title={kind === undefined ? t('databases.credentialsOther') : t('databases.credentials', { name: kind.name })} />
        <EditorBody kind={kind} editor={editor} />
      </Dialog>
      {guard.question}
    </>
  )
}
