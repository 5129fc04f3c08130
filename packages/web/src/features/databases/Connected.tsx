import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, ChevronRight, SquareTerminal, Table2 } from 'lucide-react'
import { useState } from 'react'
import { may } from '../../api/bootstrap.ts'
import { links } from '../../links.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useGuardedClose } from '../../ui/use-guarded-close.tsx'
import { t } from '../../words/words.ts'
import { isSameForm } from './connection-form.ts'
import type { ConnectionForm } from './connection-form.ts'
import styles from './Databases.module.css'
import { discardQuestion } from './discard-question.ts'
import { EditorBody } from './EditorBody.tsx'
import { printExtra } from './extra-form.ts'
import { updateDatabase } from './queries.ts'
import { StepHead } from './StepHead.tsx'
import { useConnectionEditor } from './use-connection-editor.ts'
import type { Kind } from './wire.ts'

export interface ConnectedProps {
  readonly id: number
  readonly form: ConnectionForm
  readonly kind: Kind | undefined
  readonly onClose: () => void
}

/** The last step: the database is there; go on with it, or set what is rarely set. */
export const Connected = ({ id, form, kind, onClose }: ConnectedProps) => {
  const [isAdvanced, setIsAdvanced] = useState(false)
  const client = useQueryClient()
  const editor = useConnectionEditor({
    initial: form,
    kind,
    stored: undefined,
    failedTitle: t('databases.failedSave'),
    save: async (next) => {
      const stored = { id, database_name: form.database_name, backend: kind?.engine ?? '', extra: printExtra(form.extra, null) }
      await updateDatabase(next, form, stored, kind)
      showToast('success', t('databases.saved'))
      void client.invalidateQueries({ queryKey: ['database'] })
      onClose()
    },
  })
  const isChanged = !isSameForm(editor.form, form)
  const guard = useGuardedClose(isChanged, discardQuestion(), onClose)
  return (
    <>
      <Dialog
        isOpen
        width={640}
        title={t('databases.connectTitle')}
        onClose={guard.close}
        onSubmit={isChanged ? editor.submit : onClose}
        footer={
          <Button size="md" kind="primary" type="submit" isBusy={editor.isSaving} data-autofocus>
            {t('databases.finish')}
          </Button>
        }
      >
        <StepHead step={3} title={t('databases.connectedTitle', { name: form.database_name.trim() })} text={t('databases.connectedText')} />
        <div className={styles.next}>
          {may('can_write', 'Dataset') && (
            <ButtonLink size="md" icon={<Table2 size={14} />} to={links.newDataset()}>
              {t('databases.createDataset')}
            </ButtonLink>
          )}
          {may('can_sqllab', 'Superset') && editor.form.expose_in_sqllab && (
            <ButtonLink size="md" icon={<SquareTerminal size={14} />} to={links.sql({ new: true, dbid: id })}>
              {t('databases.query')}
            </ButtonLink>
          )}
        </div>
        <div>
          <Button
            kind="quiet"
            aria-expanded={isAdvanced}
            icon={isAdvanced ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
            onClick={() => setIsAdvanced(!isAdvanced)}
          >
            {t('databases.advanced')}
          </Button>
        </div>
        {isAdvanced && <EditorBody kind={kind} editor={editor} isConnected />}
      </Dialog>
      {guard.question}
    </>
  )
}
