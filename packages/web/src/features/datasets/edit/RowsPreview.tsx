import { kindNumbers, type Cell, type Kind } from '@sightline/core'
import { useMutation } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { describeDetails, normaliseError } from '../../../api/normalise-error.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorBox } from '../../../ui/ErrorBox.tsx'
import { FrameGrid } from '../../../viz/FrameGrid.tsx'
import { t } from '../../../words/words.ts'
import type { DatasetDraft } from './draft.ts'
import styles from './Edit.module.css'
import type { Rows } from './queries.ts'
import { readSourceRows, sourceOf } from './read-source.ts'

const kinds = Object.fromEntries(Object.entries(kindNumbers).map(([kind, number]) => [number, kind])) as Readonly<Record<number, Kind>>

const frameOfRows = ({ columns, data }: Rows) => ({
  columns: columns.map(({ column_name: name, type, type_generic: kind }) => ({ name, kind: kinds[kind] ?? ('string' as const), type })),
  values: columns.map(({ column_name: name }) => data.map((row) => (row[name] ?? null) as Cell)),
  length: data.length,
})

/** A look at the first rows of the source, saved or not. */
export const RowsPreview = ({ id, draft, stored }: { readonly id: number; readonly draft: DatasetDraft; readonly stored: DatasetDraft }) => {
  const look = useMutation({
    mutationFn: async (wanted: DatasetDraft) => ({ rows: await readSourceRows(id, wanted, stored), source: sourceOf(wanted) }),
  })
  const rows = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (look.data !== undefined) rows.current?.scrollIntoView({ block: 'nearest' })
  }, [look.data])
  const frame = useMemo(() => look.data && frameOfRows(look.data.rows), [look.data])
  const said = look.error === null ? undefined : normaliseError(look.error)
  return (
    <>
      <div className={styles.previewHead}>
        <Button icon={<Eye size={14} />} isBusy={look.isPending} onClick={() => look.mutate(draft)}>
          {t('editDataset.preview')}
        </Button>
        {look.data !== undefined && (
          <Button kind="quiet" icon={<EyeOff size={14} />} onClick={look.reset}>
            {t('editDataset.previewHide')}
          </Button>
        )}
        {look.data !== undefined && look.data.source !== sourceOf(draft) && <span className={styles.previewStale}>{t('editDataset.previewStale')}</span>}
      </div>
      {said !== undefined && <ErrorBox title={t('editDataset.previewFailed')} text={said.error} details={describeDetails(said)} />}
      {frame !== undefined && (
        <div ref={rows} className={styles.rows}>
          {frame.length === 0 && frame.columns.length === 0 ? (
            <p className={styles.nothing}>{t('editDataset.previewNone')}</p>
          ) : (
            <FrameGrid label={t('editDataset.previewOf')} frame={frame} />
          )}
        </div>
      )}
    </>
  )
}
