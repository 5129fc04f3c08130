import { Badge } from '../../ui/Badge.tsx'
import { t } from '../../words/words.ts'
import styles from './Queries.module.css'

export interface Tag {
  readonly id: number
  readonly name: string
  /** 1 for those that people give; the others are kept by the server and say what is known anyway. */
  readonly type: number
}

const given = 1
/** As many as a column has room for; the rest is read by resting on them. */
const mostShown = 2

const givenTags = (tags: readonly Tag[] | undefined): readonly Tag[] => (tags ?? []).filter(({ type }) => type === given)

export const TagsCell = ({ tags }: { readonly tags: readonly Tag[] | undefined }) => {
  const shown = givenTags(tags)
  if (shown.length === 0) return <>{t('list.none')}</>
  return (
    <span className={styles.tags} title={shown.map(({ name }) => name).join(', ')}>
      {shown.slice(0, mostShown).map(({ id, name }) => (
        <Badge key={id} tone="outline">
          {name}
        </Badge>
      ))}
      {shown.length > mostShown && <Badge tone="outline">+{shown.length - mostShown}</Badge>}
    </span>
  )
}
