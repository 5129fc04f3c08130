import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isAbort } from '../../api/failure.ts'
import { describeDetails, normaliseError } from '../../api/normalise-error.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { showToast } from '../../ui/toasts.ts'
import { t } from '../../words/words.ts'
import { saveConnection, testConnection, useAvailableKinds, useConnection } from './queries.ts'
import type { Connection } from './queries.ts'

export interface ConnectDialogProps {
  /** Given: an existing connection is changed. */
  readonly database?: { readonly id: number; readonly database_name: string }
  readonly onClose: () => void
}

/** Name and address of a database; the connection can be tried before it is kept. Closing it calls a running test off. */
export const ConnectDialog = ({ database, onClose }: ConnectDialogProps) => {
  const stored = useConnection(database?.id)
  const [draft, setDraft] = useState<Partial<Connection>>({})
  const kinds = useAvailableKinds()
  const client = useQueryClient()
  const controller = useRef(new AbortController())
  useEffect(() => {
    const current = new AbortController()
    controller.current = current
    return () => current.abort()
  }, [])

  const connection: Connection = {
    database_name: draft.database_name ?? stored.data?.database_name ?? database?.database_name ?? '',
    sqlalchemy_uri: draft.sqlalchemy_uri ?? stored.data?.sqlalchemy_uri ?? '',
    allow_dml: draft.allow_dml ?? stored.data?.allow_dml ?? false,
    expose_in_sqllab: draft.expose_in_sqllab ?? stored.data?.expose_in_sqllab ?? true,
  }
  const isReady = connection.database_name.trim() !== '' && connection.sqlalchemy_uri.trim() !== ''
  const example = kinds.data?.find((kind) => kind.engine === 'postgresql')?.sqlalchemy_uri_placeholder ?? kinds.data?.[0]?.sqlalchemy_uri_placeholder

  const test = useMutation({
    mutationFn: () => testConnection(connection, controller.current.signal),
  })
  const save = useMutation({
    mutationFn: () => saveConnection(database?.id, connection),
    onSuccess: async () => {
      showToast('success', database === undefined ? t('databases.connected') : t('databases.saved'))
      await client.invalidateQueries({ queryKey: ['database'] })
      onClose()
    },
  })
  const change = (part: Partial<Connection>): void => {
    test.reset()
    save.reset()
    setDraft({ ...draft, ...part })
  }
  const failure = save.error ?? (test.error !== null && !isAbort(test.error) ? test.error : null)
  const said = failure === null ? undefined : normaliseError(failure)

  return (
    <Dialog
      isOpen
      title={database === undefined ? t('databases.connectTitle') : t('databases.editTitle')}
      onClose={onClose}
      onSubmit={() => {
        if (isReady && !save.isPending) save.mutate()
      }}
      footerAside={
        <Button size="md" isDisabled={!isReady} isBusy={test.isPending} onClick={() => test.mutate()}>
          {t('databases.test')}
        </Button>
      }
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button size="md" kind="primary" type="submit" isDisabled={!isReady} isBusy={save.isPending}>
            {database === undefined ? t('databases.connect') : t('ui.save')}
          </Button>
        </>
      }
    >
      {stored.isError && <ErrorBox title={t('error.fetchingInfo', { what: t('data.database'), error: normaliseError(stored.error).error })} />}
      <Field label={t('databases.name')} hint={t('databases.nameHint')} isRequired>
        {(ids) => (
          <Input
            {...ids}
            size="md"
            autoFocus
            maxLength={250}
            autoComplete="off"
            value={connection.database_name}
            onChange={(text) => change({ database_name: text })}
          />
        )}
      </Field>
      <Field label={t('databases.uri')} hint={example === undefined ? undefined : t('databases.uriHint', { example })} isRequired>
        {(ids) => (
          <Input
            {...ids}
            size="md"
            maxLength={1024}
            autoComplete="off"
            spellCheck={false}
            value={connection.sqlalchemy_uri}
            onChange={(text) => change({ sqlalchemy_uri: text })}
          />
        )}
      </Field>
      <Checkbox label={t('databases.exposeLong')} isChecked={connection.expose_in_sqllab === true} onChange={(isOn) => change({ expose_in_sqllab: isOn })} />
      <Checkbox label={t('databases.allowDml')} isChecked={connection.allow_dml === true} onChange={(isOn) => change({ allow_dml: isOn })} />
      {said !== undefined && (
        <ErrorBox title={t('databases.failedTest')} text={t('error.test', { error: said.error })} level={said.level} details={describeDetails(said)} />
      )}
      {test.isSuccess && (
        <p role="status">
          <Badge tone="success" icon={<Check size={12} aria-hidden />}>
            {t('databases.looksGood')}
          </Badge>
        </p>
      )}
    </Dialog>
  )
}
