import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bootstrap } from '../../../../api/bootstrap.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { ErrorBox } from '../../../../ui/ErrorBox.tsx'
import { Field } from '../../../../ui/Field.tsx'
import { Input, TextArea } from '../../../../ui/Input.tsx'
import { t } from '../../../../words/words.ts'
import { fetchSavedQuery } from '../../lab/calls.ts'
import { saveAsNew, updateSaved } from '../../lab/save-commands.ts'
import type { Tab } from '../../state/model.ts'

type Way = 'new' | 'update'

const warning = (): string | undefined => {
  const text = bootstrap().common.conf?.['SQLLAB_SAVE_WARNING_MESSAGE']
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** Gives the text of a tab a name to be found by. A tab that came from a saved query can also replace what that holds. */
export const SaveQueryDialog = ({ tab, onClose }: { readonly tab: Tab; readonly onClose: () => void }) => {
  const saved = useQuery({
    queryKey: ['sqllab', 'saved-query', tab.remoteId],
    queryFn: () => fetchSavedQuery(tab.remoteId ?? 0),
    enabled: tab.remoteId !== null,
    retry: false,
    gcTime: 0,
  })
  const [label, setLabel] = useState(tab.name)
  const [typed, setTyped] = useState<string>()
  const [busy, setBusy] = useState<Way>()
  const [failure, setFailure] = useState<{ readonly way: Way; readonly text: string }>()
  const isGone = tab.remoteId !== null && saved.isError
  const canUpdate = tab.remoteId !== null && !isGone
  const description = typed ?? saved.data?.description ?? ''
  const isNameless = label.trim() === ''

  const save = async (way: Way): Promise<void> => {
    if (isNameless || busy !== undefined || (way === 'update' && saved.isPending)) return
    setBusy(way)
    const name = { label: label.trim(), description }
    const text = await (way === 'new' ? saveAsNew(tab.id, name) : updateSaved(tab.id, name))
    setBusy(undefined)
    setFailure(text === undefined ? undefined : { way, text })
    if (text === undefined) onClose()
  }
  return (
    <Dialog
      isOpen
      title={t('sqllab.saveTitle')}
      width={620}
      onClose={onClose}
      onSubmit={() => void save(canUpdate ? 'update' : 'new')}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          {canUpdate && (
            <Button size="md" isBusy={busy === 'new'} isDisabled={isNameless} onClick={() => void save('new')}>
              {t('sqlbar.saveAsNew')}
            </Button>
          )}
          <Button
            size="md"
            kind="primary"
            type="submit"
            isBusy={busy === (canUpdate ? 'update' : 'new')}
            isDisabled={isNameless || (canUpdate && saved.isPending)}
          >
            {canUpdate ? t('sqlbar.update') : t('ui.save')}
          </Button>
        </>
      }
    >
      {failure !== undefined && <ErrorBox title={t(failure.way === 'new' ? 'sqlbar.saveFailed' : 'sqlbar.updateFailed')} text={failure.text} />}
      {isGone && <ErrorBox level="info" isBrief title={t('sqlbar.noMoreSaved')} />}
      {warning() !== undefined && <ErrorBox level="warning" isBrief title={warning()!} />}
      <Field label={t('sqllab.saveName')} isRequired>
        {(ids) => <Input {...ids} size="md" value={label} onChange={setLabel} maxLength={256} />}
      </Field>
      <Field label={t('sqllab.saveDescription')}>
        {(ids) => <TextArea {...ids} rows={4} value={description} disabled={canUpdate && saved.isPending} onChange={setTyped} />}
      </Field>
    </Dialog>
  )
}
