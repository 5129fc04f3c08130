import { Link } from 'react-router'
import { formatCount, t } from '../../words/words.ts'
import styles from './Dependents.module.css'

export interface DependentGroup {
  /** Their number and kind, as in "3 charts". */
  readonly title: string
  readonly count: number
  readonly items: readonly { readonly id: number; readonly name: string; readonly to?: string }[]
}

const shown = 5

/** What depends on a thing, by kind: the number, and the first of them by name. */
export const Dependents = ({ label, groups }: { readonly label: string; readonly groups: readonly DependentGroup[] }) => (
  <section aria-label={label} className={styles.box}>
    <ul className={styles.groups}>
      {groups
        .filter(({ count }) => count > 0)
        .map(({ title, count, items }) => (
          <li key={title}>
            <span className={styles.title}>{title}</span>
            <ul className={styles.names}>
              {items.slice(0, shown).map((item) => (
                <li key={item.id}>{item.to === undefined ? item.name : <Link to={item.to}>{item.name}</Link>}</li>
              ))}
              {count > shown && <li>{t('ui.andMore', { count: formatCount(count - shown) })}</li>}
            </ul>
          </li>
        ))}
    </ul>
  </section>
)
