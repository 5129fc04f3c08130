import { useRef, useState } from 'react'
import { Popover } from '../../ui/Popover.tsx'
import { t } from '../../words/words.ts'
import styles from './Queries.module.css'
import { fullName } from './table-names.ts'
import type { SqlTable } from './table-names.ts'

/** The first table a query reads; the others behind a count. */
export const TablesCell = ({ tables }: { readonly tables: readonly SqlTable[] | undefined }) => {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const [first, ...rest] = tables ?? []
  if (first === undefined) return <>{t('list.none')}</>
  return (
    <span className={styles.tables}>
      <span className={styles.firstTable} title={fullName(first)}>
        {first.table}
      </span>
      {rest.length > 0 && (
        <button
          ref={button}
          type="button"
          className={styles.moreTables}
          aria-expanded={isOpen}
          aria-haspopup="dialog"
          aria-label={`${t('list.moreTables', { count: rest.length })} ${t('list.allTables')}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('list.moreTables', { count: rest.length })}
        </button>
      )}
      <Popover isOpen={isOpen} onClose={() => setIsOpen(false)} anchor={button} label={t('list.tables')} className={styles.tableList}>
        <p className={styles.tableListTitle}>{t('list.tables')}</p>
        <ul>
          {[first, ...rest].map((table) => (
            <li key={fullName(table)}>{fullName(table)}</li>
          ))}
        </ul>
      </Popover>
    </span>
  )
}
