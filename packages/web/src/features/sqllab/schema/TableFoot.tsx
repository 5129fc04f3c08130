import { X } from 'lucide-react'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { t } from '../../../words/words.ts'
import { sizeParts } from './describe-table.ts'
import { tableQuery } from './queries.ts'
import { useQueryClient } from '@tanstack/react-query'
import styles from './SchemaBar.module.css'
import type { ChildRow } from './tree-rows.ts'
import type { CountState } from './use-tree-rows.ts'

/** The line below a table's columns: keys, indexes and rows; the rows are counted when somebody asks. */
export const TableFoot = ({
  row,
  isActive,
  count,
  onCount,
  onStop,
}: {
  readonly row: ChildRow
  readonly isActive: boolean
  readonly count: CountState | undefined
  readonly onCount: () => void
  readonly onStop: () => void
}) => {
  const client = useQueryClient()
  const { dbId, schema, name } = row.table
  const facts = client.getQueryData(tableQuery(dbId, schema, name).queryKey)
  const parts = sizeParts(facts?.indexes ?? [], { counted: count?.counted, estimate: count?.estimate })
  const tabIndex = isActive ? 0 : -1
  const said = facts?.columns.length === 0 ? [t('sqlside.noColumns'), ...parts] : parts
  return (
    <>
      <span className={styles.footText} aria-live="polite">
        {[...said, ...(count?.isCounting ? [t('sqlside.counting')] : count?.hasFailed ? [t('sqlside.countFailed')] : [])].join(' · ')}
      </span>
      {count?.isCounting ? (
        <>
          <Spinner size={12} />
          <IconButton size="xs" tabIndex={tabIndex} label={t('sqlside.cancelCount')} icon={<X size={12} />} onClick={onStop} />
        </>
      ) : (
        <Button kind="link" tabIndex={tabIndex} className={said.length === 0 ? undefined : styles.quietAction} onClick={onCount}>
          {t('sqlside.count')}
        </Button>
      )}
    </>
  )
}
