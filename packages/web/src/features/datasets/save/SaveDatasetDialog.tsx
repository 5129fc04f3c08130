import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { bootstrap } from '../../../api/bootstrap.ts'
import { createFromQuery } from '../../../api/create-dataset.ts'
import { describeDetails, normaliseError, type ClientError } from '../../../api/normalise-error.ts'
import type { QueryToKeep } from '../../../dataset-door.ts'
import { links } from '../../../links.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorBox } from '../../../ui/ErrorBox.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { Radios } from '../../../ui/Radios.tsx'
import { Select } from '../../../ui/Select.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { useSettled } from '../../../ui/use-settled.ts'
import { t } from '../../../words/words.ts'
import { fetchOwned, keepFormOver, overwriteWithQuery, rowsFormOf } from './save-query.ts'
import { maySubmit, openSave, proposeName, reduceSave, type OwnedDataset } from './save-state.ts'

export interface SaveDatasetDialogProps {
  readonly query: QueryToKeep
  readonly opensIn: 'new-window' | 'same-window'
  readonly intro?: string | undefined
  readonly form?: Readonly<Record<string, unknown>> | undefined
  readonly onClose: () => void
}

/** Save or Overwrite Dataset: keeps the query behind some rows, and opens the explorer on it. */
export const SaveDatasetDialog = ({ query, opensIn, intro, form = rowsFormOf(query), onClose }: SaveDatasetDialogProps) => {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [state, dispatch] = useReducer(reduceSave, undefined, () => openSave(proposeName(query.name || t('saveDataset.untitled'), new Date())))
  const [failure, setFailure] = useState<{ readonly title: string; readonly error: ClientError }>()
  const [blockedAddress, setBlockedAddress] = useState<string>()
  // A dataset that was made before the rest failed is not made a second time.
  const [made, setMade] = useState<{ readonly id: number; readonly name: string }>()

  // Who closes the dialog while it works has gone on to something else: no window pops up then.
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  const openExplorer = (key: string, id: number): void => {
    if (!isShown.current) return showToast('success', t('editDataset.saved'))
    const address = links.explore({ form_data_key: key, datasource_type: 'table', datasource_id: id })
    if (opensIn === 'same-window') {
      onClose()
      void navigate(address)
    } else if (window.open(address, '_blank') === null) setBlockedAddress(address)
    else onClose()
  }

  const save = async (): Promise<void> => {
    dispatch({ type: 'started' })
    setFailure(undefined)
    const { chosen } = state
    let isMaking = state.mode === 'new' && made?.name !== state.name.trim()
    try {
      if (state.mode === 'overwrite' && chosen !== undefined) {
        openExplorer(await overwriteWithQuery(query, chosen, form), chosen.id)
      } else {
        const id = isMaking ? await createFromQuery(query, state.name) : (made?.id ?? 0)
        isMaking = false
        setMade({ id, name: state.name.trim() })
        openExplorer(await keepFormOver(form, id), id)
      }
      void client.invalidateQueries({ queryKey: ['dataset'] })
    } catch (cause) {
      const error = normaliseError(cause)
      setFailure({ title: isMaking ? t('saveDataset.creationFailed') : t('saveDataset.failed'), error })
      showToast('danger', error.error)
      showToast('danger', t('saveDataset.failed'))
      dispatch({ type: 'failed' })
    }
  }

  const submit = (): void => {
    if (!maySubmit(state)) return
    if (state.mode === 'overwrite' && !state.isAsking) dispatch({ type: 'asked' })
    else void save()
  }

  if (blockedAddress !== undefined)
    return (
      <Dialog
        isOpen
        width={480}
        title={t('saveDataset.title')}
        onClose={onClose}
        footer={
          <Button
            size="md"
            kind="primary"
            data-autofocus
            onClick={() => {
              window.open(blockedAddress, '_blank')
              onClose()
            }}
          >
            {t('saveDataset.open')}
          </Button>
        }
      >
        <p role="status">{t('saveDataset.blocked')}</p>
      </Dialog>
    )

  const goesOn = opensIn === 'new-window'
  const actionOf = {
    new: goesOn ? t('saveDataset.saveAndExplore') : t('saveDataset.save'),
    overwrite: goesOn ? t('saveDataset.overwriteAndExplore') : t('saveDataset.doOverwrite'),
  }
  return (
    <Dialog
      isOpen
      width={480}
      title={t('saveDataset.title')}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          {state.isAsking && (
            <Button size="md" isDisabled={state.isBusy} onClick={() => dispatch({ type: 'wentBack' })} data-autofocus>
              {t('saveDataset.back')}
            </Button>
          )}
          <Button size="md" kind="primary" type="submit" isBusy={state.isBusy} isDisabled={!maySubmit(state)}>
            {actionOf[state.mode]}
          </Button>
        </>
      }
    >
      {failure !== undefined && <ErrorBox title={failure.title} text={failure.error.error} details={describeDetails(failure.error)} />}
      {state.isAsking ? (
        <>
          <p>{t('saveDataset.sure')}</p>
          <p>
            <strong>{state.chosen?.table_name}</strong>
          </p>
          <p>{t('saveDataset.sureHint')}</p>
        </>
      ) : (
        <>
          {intro !== undefined && <p>{intro}</p>}
          <Radios
            label={t('saveDataset.how')}
            isDisabled={state.isBusy}
            value={state.mode}
            options={[
              { value: 'new', label: t('saveDataset.new') },
              { value: 'overwrite', label: t('saveDataset.overwrite') },
            ]}
            onChange={(mode) => dispatch({ type: 'modeChosen', mode })}
          />
          {state.mode === 'new' ? (
            <Field label={t('saveDataset.name')} isRequired>
              {(ids) => (
                <Input
                  {...ids}
                  size="md"
                  data-autofocus
                  maxLength={250}
                  autoComplete="off"
                  readOnly={state.isBusy}
                  value={state.name}
                  onFocus={(event) => event.target.select()}
                  onChange={(name) => dispatch({ type: 'named', name })}
                />
              )}
            </Field>
          ) : (
            <OwnedPicker chosen={state.chosen} isDisabled={state.isBusy} onPick={(dataset) => dispatch({ type: 'picked', dataset })} />
          )}
        </>
      )}
    </Dialog>
  )
}

interface OwnedPickerProps {
  readonly chosen: OwnedDataset | undefined
  readonly isDisabled: boolean
  readonly onPick: (dataset: OwnedDataset | undefined) => void
}

const OwnedPicker = ({ chosen, isDisabled, onPick }: OwnedPickerProps) => {
  const [search, setSearch] = useState('')
  const wanted = useSettled(search, 250)
  const userId = bootstrap().user.userId
  const owned = useQuery({
    queryKey: ['dataset', 'owned', userId ?? null, wanted],
    queryFn: ({ signal }) => fetchOwned(wanted, userId ?? 0, signal),
    staleTime: 0,
  })
  const found = owned.data ?? []
  const offered = chosen === undefined || found.some(({ id }) => id === chosen.id) ? found : [chosen, ...found]
  return (
    <Field label={t('saveDataset.pick')} isRequired>
      {(ids) => (
        <Select
          {...ids}
          size="md"
          label={t('saveDataset.pick')}
          placeholder={t('saveDataset.pickPlaceholder')}
          isDisabled={isDisabled}
          isLoading={owned.isFetching}
          error={owned.error === null ? undefined : normaliseError(owned.error).error}
          options={offered.map(({ id, table_name: label }) => ({ value: id, label }))}
          value={chosen?.id}
          onSearch={setSearch}
          nothing={(text) => (text.trim() === '' ? t('saveDataset.noneOwned') : t('saveDataset.noneMatches', { text }))}
          onChange={(id) => onPick(offered.find((dataset) => dataset.id === id))}
        />
      )}
    </Field>
  )
}
