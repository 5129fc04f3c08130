import type { AffectedChart, LostName } from '@sightline/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { normaliseError } from '../../../api/normalise-error.ts'
import { links } from '../../../links.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorBox } from '../../../ui/ErrorBox.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { t, tCount } from '../../../words/words.ts'
import { newKey } from './change-draft.ts'
import type { DatasetDraft } from './draft.ts'
import styles from './Edit.module.css'
import { findAffected } from './queries.ts'
import { isSourceChanged, readSourceColumns } from './read-source.ts'
import { syncColumns, type SyncSummary } from './sync-columns.ts'
import { describeSync } from './SyncReport.tsx'

export interface ConfirmSaveProps {
  readonly id: number
  readonly draft: DatasetDraft
  readonly stored: DatasetDraft
  readonly isSaving: boolean
  /** What to save: the draft, with the columns of its new SQL where they were asked for. */
  readonly onConfirm: (draft: DatasetDraft) => void
  readonly onClose: () => void
}

interface Checked {
  readonly draft: DatasetDraft
  readonly summary: SyncSummary | undefined
  readonly count: number
  readonly hidden: number
  readonly charts: readonly AffectedChart[]
}

/** The last question before a dataset is saved, with the charts that would break. */
export const ConfirmSave = ({ id, draft, stored, isSaving, onConfirm, onClose }: ConfirmSaveProps) => {
  const hasNewSql = draft.isVirtual && isSourceChanged(draft, stored)
  const [syncs, setSyncs] = useState(hasNewSql)
  const check = useQuery({
    queryKey: ['dataset', 'affected', id, draft, syncs],
    queryFn: async ({ signal }): Promise<Checked> => {
      const synced = syncs ? syncColumns(draft, await readSourceColumns(id, draft, stored, signal), newKey) : { draft, summary: undefined }
      const affected = await findAffected(id, synced.draft, signal)
      return { draft: synced.draft, summary: synced.summary, count: affected.count, hidden: affected.hidden, charts: affected.result }
    },
    gcTime: 0,
    retry: false,
  })
  const isReady = !check.isFetching && (!syncs || check.data !== undefined)
  return (
    <Dialog
      isOpen
      width={560}
      title={t('editDataset.confirmTitle')}
      onClose={() => {
        if (!isSaving) onClose()
      }}
      onSubmit={() => {
        if (isReady && !isSaving) onConfirm(check.data?.draft ?? draft)
      }}
      footer={
        <>
          <Button size="md" data-autofocus isDisabled={isSaving} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button size="md" kind="primary" type="submit" isBusy={isSaving} isDisabled={!isReady}>
            {t('editDataset.ok')}
          </Button>
        </>
      }
    >
      <p>{t('editDataset.confirmWarning')}</p>
      {hasNewSql && (
        <div className={styles.setting}>
          <Checkbox label={t('editDataset.syncOnSave')} isChecked={syncs} isDisabled={isSaving} onChange={setSyncs} />
          <p className={styles.settingHint}>{t('editDataset.syncOnSaveHint')}</p>
        </div>
      )}
      {check.data?.summary !== undefined && (
        <div className={styles.sentences}>
          {describeSync(check.data.summary).map((sentence) => (
            <p key={sentence} className={styles.affectedNote}>
              {sentence}
            </p>
          ))}
        </div>
      )}
      {check.isFetching ? (
        <p className={styles.busy} role="status">
          <Spinner size={14} />
          {t('editDataset.checking')}
        </p>
      ) : check.error !== null ? (
        <ErrorBox level="warning" title={t('editDataset.checkFailed')} text={normaliseError(check.error).error} onRetry={() => void check.refetch()} />
      ) : (
        check.data && <AffectedList checked={check.data} />
      )}
      <p>{t('editDataset.confirmQuestion')}</p>
    </Dialog>
  )
}

const AffectedList = ({ checked: { count, hidden, charts } }: { readonly checked: Checked }) => {
  if (count === 0) return <p className={styles.affectedNote}>{t('editDataset.breaksNone')}</p>
  const rest = count - hidden - charts.length
  return (
    <ErrorBox isBrief level="warning" title={tCount('editDataset.breaks', count)}>
      <ul className={styles.affected}>
        {charts.map((chart) => (
          <li key={chart.id}>
            <a href={links.explore({ slice_id: chart.id })} target="_blank" rel="noreferrer">
              {chart.slice_name}
            </a>
            <p className={styles.affectedNote}>
              {t('editDataset.loses', { names: chart.lost.map(describeLost).join(', ') })}
              {describeDashboards(chart)}
            </p>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className={styles.affectedNote}>{tCount('editDataset.breaksMore', rest)}</p>}
      {hidden > 0 && <p className={styles.affectedNote}>{tCount('editDataset.breaksHidden', hidden)}</p>}
    </ErrorBox>
  )
}

/** A name that a chart misses, and why. */
export const describeLost = ({ kind, name, new_name: newName, through }: LostName): string => {
  const plain = kind === 'metric' ? t('editDataset.lostMetric', { name }) : t('editDataset.lostColumn', { name })
  const what = newName === null ? plain : t('editDataset.lostRenamed', { what: plain, newName })
  return through === null ? what : t('editDataset.lostThrough', { what, through })
}

const describeDashboards = ({ dashboards, hidden_dashboards: hidden }: AffectedChart): string => {
  if (dashboards.length + hidden === 0) return ''
  const names = [...dashboards.map(({ dashboard_title }) => dashboard_title), ...(hidden > 0 ? [t('editDataset.onMore', { count: hidden })] : [])]
  return ` · ${t('editDataset.on', { names: names.join(', ') })}`
}
