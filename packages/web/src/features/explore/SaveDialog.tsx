import { useDeferredValue, useState } from 'react'
import { bootstrap, mayEdit } from '../../api/bootstrap.ts'
import { createFromQuery } from '../../api/create-dataset.ts'
import { normaliseError } from '../../api/normalise-error.ts'
import type { Dataset } from '../../controls/dataset.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { Select } from '../../ui/Select.tsx'
import { t } from '../../words/words.ts'
import { useDashboardOptions, type SavedChart } from './queries.ts'
import { queryToKeep } from './query-to-keep.ts'
import { saveChart, type Saved } from './save-chart.ts'
import styles from './SaveDialog.module.css'
import type { Form } from './state.ts'

export interface SaveDialogProps {
  readonly chart: SavedChart | undefined
  readonly form: Form
  readonly dataset: Dataset
  readonly name: string
  readonly dashboardId: number | undefined
  readonly onSaved: (saved: Saved, name: string, isOverwrite: boolean, goesToDashboard: boolean) => void
  readonly onClose: () => void
}

/** EXP-2.07: overwrite or make a new chart, and put it on a dashboard. */
export const SaveDialog = ({ chart, form, dataset, name: startName, dashboardId, onSaved, onClose }: SaveDialogProps) => {
  const mayOverwrite = chart !== undefined && mayEdit(chart.owners) && !chart.is_managed_externally
  const [action, setAction] = useState<'overwrite' | 'new'>(mayOverwrite ? 'overwrite' : 'new')
  const [name, setName] = useState(startName)
  const isQuery = dataset.type === 'query'
  const [datasetName, setDatasetName] = useState(dataset.table_name)
  // A dataset that was made before the chart could not be saved is not made a second time.
  const [made, setMade] = useState<{ readonly id: number; readonly name: string }>()
  const [dashboard, setDashboard] = useState<number | string | undefined>(dashboardId)
  const [search, setSearch] = useState('')
  const [busy, setBusy] = useState<'save' | 'go'>()
  const [failure, setFailure] = useState<string>()
  const userId = bootstrap().user.userId
  const options = useDashboardOptions(useDeferredValue(search), userId)
  const offered = (options.data ?? []).map(({ id, dashboard_title: title }) => ({ value: id as number | string, label: title }))

  const isNameless = name.trim() === '' || (isQuery && datasetName.trim() === '')
  const save = async (goes: boolean): Promise<void> => {
    if (isNameless) return
    setBusy(goes ? 'go' : 'save')
    setFailure(undefined)
    try {
      const isOverwrite = action === 'overwrite'
      const source = isQuery
        ? made?.name === datasetName.trim()
          ? made
          : { id: await createFromQuery(queryToKeep(dataset), datasetName), name: datasetName.trim() }
        : undefined
      if (source) setMade(source)
      const saved = await saveChart({
        name,
        form: source ? { ...form, datasource: `${String(source.id)}__table` } : form,
        overwrites: isOverwrite ? chart?.id : undefined,
        owners: isOverwrite ? chart?.owners.map(({ id }) => id) : userId === undefined ? undefined : [userId],
        dashboard,
        onDashboards: chart?.dashboards.map(({ id }) => id) ?? [],
      })
      onSaved(saved, name.trim(), isOverwrite, goes)
    } catch (cause) {
      setFailure(normaliseError(cause).error)
      setBusy(undefined)
    }
  }
  return (
    <Dialog
      isOpen
      title={t('save.title')}
      width={480}
      onClose={onClose}
      onSubmit={() => void save(false)}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button size="md" isBusy={busy === 'go'} isDisabled={dashboard === undefined || isNameless || busy !== undefined} onClick={() => void save(true)}>
            {t('save.goToDashboard')}
          </Button>
          <Button size="md" kind="primary" type="submit" isBusy={busy === 'save'} isDisabled={isNameless || busy !== undefined}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      {failure !== undefined && <ErrorBox title={t('error.fallback')} text={failure} />}
      {chart && (
        <div className={styles.choices} role="radiogroup" aria-label={t('save.title')}>
          <label title={mayOverwrite ? undefined : t('save.notOwner')}>
            <input type="radio" name="action" disabled={!mayOverwrite} checked={action === 'overwrite'} onChange={() => setAction('overwrite')} />
            {t('save.overwrite')}
          </label>
          <label>
            <input type="radio" name="action" checked={action === 'new'} onChange={() => setAction('new')} />
            {t('save.new')}
          </label>
        </div>
      )}
      <Field label={t('save.name')} isRequired>
        {(ids) => <Input {...ids} size="md" autoFocus maxLength={250} value={name} onChange={setName} />}
      </Field>
      {isQuery && (
        <Field label={t('explore.datasetName')} hint={t('explore.datasetNameHint')} isRequired>
          {(ids) => <Input {...ids} size="md" maxLength={250} value={datasetName} onChange={setDatasetName} />}
        </Field>
      )}
      <Field label={t('save.dashboard')} hint={typeof dashboard === 'string' ? t('save.newDashboard') : undefined}>
        {(ids) => (
          <Select<number | string>
            {...ids}
            size="md"
            label={t('save.dashboard')}
            placeholder={t('save.dashboardPlaceholder')}
            isClearable
            isLoading={options.isFetching}
            options={typeof dashboard === 'string' ? [{ value: dashboard, label: dashboard }, ...offered] : offered}
            value={dashboard}
            onChange={setDashboard}
            onSearch={setSearch}
            createValue={(text) => text}
          />
        )}
      </Field>
    </Dialog>
  )
}
