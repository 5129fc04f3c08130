import { Ellipsis } from 'lucide-react'
import { t } from '../../words/words.ts'
import { Avatars } from '../Avatar.tsx'
import { IconButton } from '../Button.tsx'
import { Checkbox } from '../Checkbox.tsx'
import { joinClasses } from '../join-classes.ts'
import { Menu } from '../Menu.tsx'
import { Skeleton } from '../Skeleton.tsx'
import { ItemCard } from './ItemCard.tsx'
import type { ListCard, ListDescription } from './list-description.ts'
import type { RowTools } from './ListTable.tsx'
import styles from './List.module.css'
import { StarButton } from './StarButton.tsx'

export interface ListCardsProps<Row extends { readonly id: number }> {
  readonly description: ListDescription<Row>
  readonly card: ListCard<Row>
  readonly rows: readonly Row[] | undefined
  readonly tools: RowTools<Row>
  readonly isStale: boolean
}

/** The same rows with their pictures. */
export const ListCards = <Row extends { readonly id: number }>({ description, card, rows, tools, isStale }: ListCardsProps<Row>) => (
  <div className={joinClasses(styles.cards, isStale && styles.stale)} aria-busy={rows === undefined || undefined}>
    {rows === undefined
      ? Array.from({ length: 12 }, (_, index) => <Skeleton key={index} height={220} radius={6} />)
      : rows.map((row) => {
          const menu = tools.menuOf(row)
          const name = description.name(row)
          return (
            <ItemCard
              key={row.id}
              name={name}
              to={description.to?.(row) ?? ''}
              thumbnail={card.thumbnail(row)}
              subtitle={card.subtitle(row)}
              badges={description.badges?.(row)}
              people={<Avatars people={description.owners?.(row) ?? []} />}
              isSelected={tools.selected.has(row.id)}
              check={
                tools.onSelect === undefined ? undefined : (
                  <Checkbox
                    isLabelHidden
                    label={t('list.selectRow', { name })}
                    isChecked={tools.selected.has(row.id)}
                    onChange={(isChecked, event) => tools.onSelect?.(row.id, isChecked, event.isShiftHeld)}
                  />
                )
              }
              tools={
                <>
                  {tools.onStar !== undefined && <StarButton isStarred={tools.starred.has(row.id)} onChange={(next) => tools.onStar?.(row.id, next)} />}
                  {menu.length > 0 && (
                    <Menu
                      label={t('list.actions')}
                      align="end"
                      items={menu}
                      trigger={(props) => <IconButton {...props} size="xs" label={t('ui.more')} icon={<Ellipsis size={14} />} />}
                    />
                  )}
                </>
              }
            />
          )
        })}
  </div>
)
