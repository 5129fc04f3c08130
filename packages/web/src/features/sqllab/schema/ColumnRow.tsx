import { ChartColumn, Key, Link2, Zap } from 'lucide-react'
import { IconButton } from '../../../ui/Button.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { KindGlyph } from '../../../viz/KindGlyph.tsx'
import { t } from '../../../words/words.ts'
import { kindOfType, shortType } from './describe-type.ts'
import type { TableColumn } from './queries.ts'
import styles from './SchemaBar.module.css'

const marks = { pk: Key, fk: Link2, index: Zap } as const

/** A column: what kind it is, its name and keys, its type. A click puts its name into the editor. */
export const ColumnRow = ({
  column,
  isActive,
  onProfile,
}: {
  readonly column: TableColumn
  readonly isActive: boolean
  readonly onProfile: (anchor: HTMLElement) => void
}) => {
  const type = column.longType ?? column.type
  return (
    <>
      <KindGlyph kind={kindOfType(type)} size={12} />
      <span className={column.keys?.length ? styles.keyName : styles.name} title={[column.name, column.comment].filter(Boolean).join('\n')}>
        {column.name}
      </span>
      {column.keys?.map((key, index) => {
        const Mark = marks[key.type]
        const text = `${t(`sqlside.key.${key.type}`)}\n${JSON.stringify(key, null, 1)}`
        return (
          <Tooltip key={index} text={text} side="right">
            <Mark size={12} className={styles[key.type]} role="img" aria-label={t(`sqlside.key.${key.type}`)} />
          </Tooltip>
        )
      })}
      {/* The space is for readers: without it name and type are one word. */}{' '}
      <span className={styles.type} title={type.toLowerCase()}>
        {shortType(type)}
      </span>
      <span className={styles.columnTools}>
        <IconButton
          size="xs"
          tabIndex={isActive ? 0 : -1}
          label={t('sqlside.profile', { name: column.name })}
          icon={<ChartColumn size={12} />}
          onClick={(event) => onProfile(event.currentTarget.closest<HTMLElement>('[role="treeitem"]') ?? event.currentTarget)}
        />
      </span>
    </>
  )
}
