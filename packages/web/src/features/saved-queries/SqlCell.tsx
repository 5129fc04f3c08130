import { t } from '../../words/words.ts'
import { LazySql } from './LazySql.tsx'
import styles from './Queries.module.css'

const shownLines = 4
/** Wide enough for four lines of any screen; the rest of a long line would be cut off anyway. */
const shownLetters = 1200

export const headOf = (sql: string): string => sql.trim().split('\n', shownLines).join('\n').slice(0, shownLetters)

/** The beginning of a query; a click shows all of it. */
export const SqlCell = ({ sql, name, onOpen }: { readonly sql: string; readonly name: string; readonly onOpen: () => void }) => (
  <button type="button" className={styles.sqlCell} onClick={onOpen}>
    {/* What it does is read first; the query itself stays part of the name, for those who speak what they see. */}
    <span className="visually-hidden">{t('preview.open', { name })}</span>
    <LazySql sql={headOf(sql)} />
  </button>
)
