import { t } from '../words/words.ts'
import { groundOf, initialsOf, nameOf } from './avatar.ts'
import type { Person } from './avatar.ts'
import styles from './Avatar.module.css'
import { joinClasses } from './join-classes.ts'
import { Tooltip } from './Tooltip.tsx'

export const Avatar = ({ person }: { readonly person: Person }) => (
  <span className={styles.avatar} style={{ background: groundOf(person) }} aria-hidden>
    {initialsOf(person)}
  </span>
)

/** At most four people, then how many more; the names are in the tooltip. */
export const Avatars = ({ people, most = 4 }: { readonly people: readonly Person[]; readonly most?: number }) => {
  if (people.length === 0) return null
  const shown = people.slice(0, most)
  const names = people.map(nameOf).join(', ')
  return (
    <Tooltip text={names}>
      <span className={styles.row} role="img" aria-label={t('ui.owners', { names })}>
        {shown.map((person, index) => (
          <Avatar key={person.id ?? index} person={person} />
        ))}
        {people.length > most && <span className={joinClasses(styles.avatar, styles.rest)}>+{people.length - most}</span>}
      </span>
    </Tooltip>
  )
}
