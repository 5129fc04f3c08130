import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { isAdmin, isFeatureOn, mayEdit } from '../../../api/bootstrap.ts'
import { describeDetails, normaliseError, type ClientError } from '../../../api/normalise-error.ts'
import type { Dataset } from '../../../controls/dataset.ts'
import { fetchDataset } from '../../../controls/fetch-dataset.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorBox } from '../../../ui/ErrorBox.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { useGuardedClose } from '../../../ui/use-guarded-close.tsx'
import { formatCount, t } from '../../../words/words.ts'
import { ClosedBox, OpenDialog } from '../closed/OpenDialog.tsx'
import { firstServerList } from '../DialogTable.tsx'
import { CalculatedTab } from './CalculatedTab.tsx'
import { ColumnsTab } from './ColumnsTab.tsx'
import { ConfirmSave } from './ConfirmSave.tsx'
import { draftOf, isSameDraft, type DatasetDraft } from './draft.ts'
import styles from './Edit.module.css'
import type { DatasetEditor } from './editor.ts'
import { findFaults, type EditTab } from './find-faults.ts'
import { MetricsTab } from './MetricsTab.tsx'
import { saveDataset, useCharts } from './queries.ts'
import { judgeSave } from './save-lock.ts'
import { SettingsTab } from './SettingsTab.tsx'
import { SourceTab } from './SourceTab.tsx'
import { UsageTab } from './UsageTab.tsx'
import { useSync } from './use-sync.ts'
import type { StoredDataset } from './wire.ts'

export interface EditDatasetProps {
  readonly stored: StoredDataset
  readonly onSaved: ((dataset: Dataset) => void) | undefined
  readonly onClose: () => void
}

/** The dataset in its tabs. Nothing is saved before it was confirmed, nothing is lost when saving fails. */
export const EditDataset = ({ stored, onSaved, onClose }: EditDatasetProps) => {
  const client = useQueryClient()
  const panelId = useId()
  const before = useMemo(() => draftOf(stored), [stored])
  const [draft, setDraft] = useState(before)
  const [tab, setTab] = useState<EditTab>('source')
  const [isUnlocked, setIsUnlocked] = useState(false)
  const [isWarned, setIsWarned] = useState(true)
  const [isAsking, setIsAsking] = useState(false)
  const [closed, setClosed] = useState(stored.closed_because ?? undefined)
  const [isOpening, setIsOpening] = useState(false)
  const [failure, setFailure] = useState<ClientError>()
  const sync = useSync(stored.id, draft, before, setDraft)
  const usage = useCharts(stored.id, firstServerList)

  const isManaged = stored.is_managed_externally === true
  const isOwner = mayEdit(stored.owners)
  const isReadOnly = isManaged || !isOwner
  const faults = useMemo(() => findFaults(draft), [draft])
  const save = useMutation({
    mutationFn: async (wanted: DatasetDraft) => {
      await saveDataset(stored.id, wanted)
      showToast('success', t('editDataset.saved'))
      return fetchDataset(stored.id)
    },
    onSuccess: (dataset) => {
      void client.invalidateQueries({ queryKey: ['dataset'] })
      void client.invalidateQueries({ queryKey: ['samples', stored.id] })
      onSaved?.(dataset)
      onClose()
    },
    onError: (cause) => {
      setIsAsking(false)
      setFailure(normaliseError(cause))
    },
  })
  const lock = judgeSave({ isSaving: save.isPending, hasFaults: faults.length > 0, isManaged, isOwner })
  const guard = useGuardedClose(
    !isReadOnly && !isSameDraft(draft, before),
    { title: t('editDataset.discardTitle'), text: t('editDataset.discardText'), action: t('editDataset.discard') },
    onClose,
  )
  const editor: DatasetEditor = {
    id: stored.id,
    draft,
    change: (edit) => {
      if (!isReadOnly) setDraft(edit)
    },
    set: (fields) => {
      if (!isReadOnly) setDraft((now) => ({ ...now, ...fields }))
    },
    faults,
    isReadOnly,
  }

  const tabs: readonly { readonly key: EditTab; readonly label: string; readonly count?: number | undefined }[] = [
    { key: 'source', label: t('editDataset.source') },
    { key: 'metrics', label: t('editDataset.metrics'), count: draft.metrics.length },
    { key: 'columns', label: t('editDataset.columns'), count: draft.columns.length },
    { key: 'calculated', label: t('editDataset.calculated'), count: draft.calculated.length },
    { key: 'usage', label: t('editDataset.usage'), count: usage.data?.count },
    { key: 'settings', label: t('editDataset.settings') },
  ]
  const badgeOf = ({ key, count }: (typeof tabs)[number]) => (
    <>
      {count !== undefined && <span className={styles.count}>{formatCount(count)}</span>}
      {faults.some((fault) => fault.tab === key) && <span className={styles.faultDot} role="img" aria-label={t('editDataset.tabFault')} />}
    </>
  )
  const hasLegacy = !isFeatureOn('DISABLE_LEGACY_DATASOURCE_EDITOR') && stored.url !== null && stored.url !== undefined
  return (
    <>
      <Dialog
        isOpen
        width={960}
        height={900}
        title={t('editDataset.title', { name: stored.table_name })}
        onClose={guard.close}
        footerAside={
          hasLegacy ? (
            <ButtonLink size="md" isFullLoad to={stored.url ?? ''}>
              {t('editDataset.legacy')}
            </ButtonLink>
          ) : undefined
        }
        footer={
          <>
            <Button size="md" onClick={guard.close}>
              {t('ui.cancel')}
            </Button>
            <Button
              size="md"
              kind="primary"
              isBusy={save.isPending}
              isDisabled={lock.isDisabled}
              disabledReason={lock.reason}
              onClick={() => setIsAsking(true)}
            >
              {t('ui.save')}
            </Button>
          </>
        }
      >
        <div className={styles.frame}>
          {closed !== undefined && <ClosedBox why={closed} onOpen={isAdmin() ? () => setIsOpening(true) : undefined} />}
          {isManaged && (
            <ErrorBox
              isBrief
              level="info"
              title={t('editDataset.managed')}
              text={stored.external_url ? t('editDataset.managedAt', { url: stored.external_url }) : undefined}
            />
          )}
          {!isManaged && !isOwner && <ErrorBox isBrief level="info" title={t('explore.ownersOnly')} />}
          {!isReadOnly && isWarned && (
            <ErrorBox isBrief level="warning" title={t('editDataset.careful')} text={t('editDataset.carefulText')} onClose={() => setIsWarned(false)} />
          )}
          <div className={styles.tabs}>
            <Tabs
              label={t('editDataset.tabs')}
              panelId={panelId}
              value={tab}
              onChange={setTab}
              items={tabs.map((item) => ({ key: item.key, label: item.label, badge: badgeOf(item) }))}
            />
          </div>
          <div id={panelId} role="tabpanel" aria-label={tabs.find(({ key }) => key === tab)?.label} className={styles.panel}>
            {tab === 'source' && (
              <SourceTab
                editor={editor}
                stored={before}
                backend={stored.database.backend ?? ''}
                isUnlocked={isUnlocked}
                onLock={setIsUnlocked}
                onTable={sync.runFor}
              />
            )}
            {tab === 'usage' && <UsageTab id={stored.id} />}
            <fieldset disabled={isReadOnly} className={styles.fieldset}>
              {tab === 'metrics' && <MetricsTab editor={editor} />}
              {tab === 'columns' && <ColumnsTab editor={editor} sync={sync} isUnlocked={isUnlocked} />}
              {tab === 'calculated' && <CalculatedTab editor={editor} />}
              {tab === 'settings' && <SettingsTab editor={editor} grains={stored.time_grain_sqla ?? []} />}
            </fieldset>
          </div>
        </div>
      </Dialog>
      {guard.question}
      {isOpening && closed !== undefined && (
        <OpenDialog id={stored.id} name={stored.table_name} why={closed} onOpened={() => setClosed(undefined)} onClose={() => setIsOpening(false)} />
      )}
      {isAsking && (
        <ConfirmSave
          id={stored.id}
          draft={draft}
          stored={before}
          isSaving={save.isPending}
          onConfirm={(wanted) => save.mutate(wanted)}
          onClose={() => setIsAsking(false)}
        />
      )}
      {failure !== undefined && (
        <Dialog
          isOpen
          width={520}
          title={t('editDataset.failedTitle')}
          onClose={() => setFailure(undefined)}
          footer={
            <Button size="md" kind="primary" data-autofocus onClick={() => setFailure(undefined)}>
              {t('editDataset.ok')}
            </Button>
          }
        >
          <ErrorBox title={failure.error === '' ? t('editDataset.failed') : failure.error} details={describeDetails(failure)} />
        </Dialog>
      )}
    </>
  )
}
