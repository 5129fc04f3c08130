import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, Copy, Layers } from 'lucide-react'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { Spinner } from '../../../ui/Spinner.tsx'
import { t } from '../../../words/words.ts'
import { partsOf } from './describe-table.ts'
import { extraQuery } from './queries.ts'
import styles from './SchemaBar.module.css'
import type { ChildRow } from './tree-rows.ts'

/** How a table is divided, and its newest part. */
export const PartitionRow = ({ row, isActive }: { readonly row: ChildRow; readonly isActive: boolean }) => {
  const client = useQueryClient()
  const partitions = client.getQueryData(extraQuery(row.table).queryKey)?.partitions
  if (!partitions) return null
  const { latest, cols, partitionQuery } = partitions
  const text =
    latest && Object.keys(latest).length > 0
      ? t('sqlside.latestPartition', { parts: partsOf(latest) })
      : t('sqlside.partitionedBy', { columns: cols.join(', ') })
  return (
    <>
      <Layers size={12} aria-hidden />
      <span className={styles.footText} title={text}>
        {text}
      </span>
      {partitionQuery && (
        <IconButton
          size="xs"
          tabIndex={isActive ? 0 : -1}
          label={t('sqlside.copyPartition')}
          icon={<Copy size={12} />}
          onClick={() => void copyText(partitionQuery)}
        />
      )}
    </>
  )
}

export const LoadingRow = () => (
  <>
    <Spinner size={12} />
    <span className={styles.footText}>{t('sqlside.loading')}</span>
  </>
)

export const FailedRow = ({ isActive, onRetry }: { readonly isActive: boolean; readonly onRetry: () => void }) => (
  <>
    <CircleAlert size={14} aria-hidden className={styles.failed} />
    <span className={styles.failedText}>{t('sqllab.loadFailed')}</span>
    <Button kind="link" tabIndex={isActive ? 0 : -1} onClick={onRetry}>
      {t('ui.retry')}
    </Button>
  </>
)
