import { ArrowDown, ArrowUp, Ellipsis, Pencil, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { t } from '../../words/words.ts'
import { IconButton } from '../Button.tsx'
import { Checkbox } from '../Checkbox.tsx'
import { joinClasses } from '../join-classes.ts'
import { Menu } from '../Menu.tsx'
import type { MenuEntry } from '../Menu.tsx'
import { Skeleton } from '../Skeleton.tsx'
import { Tooltip } from '../Tooltip.tsx'
import type { ListDescription } from './list-description.ts'
import type { ListState } from './list-state.ts'
import styles from './List.module.css'
import { StarButton } from './StarButton.tsx'

export interface RowTools<Row> {
  readonly selected: ReadonlySet<number>
  /** Undefined: rows cannot be selected. */
  readonly onSelect?: ((id: number, isSelected: boolean, isRange: boolean) => void) | undefined
  readonly onSelectAll?: ((isSelected: boolean) => void) | undefined
  readonly starred: ReadonlySet<number>
  readonly onStar?: ((id: number, isStarred: boolean) => void) | undefined
  readonly edit?: { readonly label: string; readonly denied: string | undefined; readonly run: (row: Row) => void } | undefined
  readonly mayEdit: (row: Row) => boolean
  readonly quick?: ((row: Row) => ReactNode) | undefined
  readonly menuOf: (row: Row) => readonly MenuEntry[]
}

export interface ListTableProps<Row extends { readonly id: number }> {
  readonly description: ListDescription<Row>
  readonly rows: readonly Row[] | undefined
  readonly state: ListState
  readonly onSort: (column: string) => void
  readonly tools: RowTools<Row>
  readonly isStale: boolean
}

const skeletonRows = 12

interface HideRule {
  readonly isSecondary?: boolean
  readonly staysLong?: boolean
  readonly stays?: boolean
}

/** What a column shows on smaller screens: secondary ones go first, on a phone only the name stays. */
const hiddenClass = (column: HideRule, index: number): string =>
  joinClasses(column.isSecondary && styles.secondary, index > 0 && !column.stays && (column.staysLong ? styles.phoneHidden : styles.narrowHidden))

export const ListTable = <Row extends { readonly id: number }>({ description, rows, state, onSort, tools, isStale }: ListTableProps<Row>) => {
  const { columns } = description
  const canSelect = tools.onSelect !== undefined
  const selectedHere = rows?.filter((row) => tools.selected.has(row.id)).length ?? 0
  return (
    <table className={joinClasses(styles.table, isStale && styles.stale)} aria-busy={rows === undefined || undefined}>
      <colgroup>
        {canSelect && <col style={{ width: 64 }} />}
        {columns.map((column, index) => (
          <col key={column.key} className={hiddenClass(column, index)} style={column.width === 'auto' ? undefined : { width: column.width }} />
        ))}
        <col style={{ width: 120 }} />
      </colgroup>
      <thead>
        <tr>
          {canSelect && (
            <th scope="col">
              <Checkbox
                isLabelHidden
                label={t('list.selectAll')}
                isChecked={rows !== undefined && rows.length > 0 && selectedHere === rows.length}
                isMixed={selectedHere > 0 && selectedHere < (rows?.length ?? 0)}
                onChange={(isChecked) => tools.onSelectAll?.(isChecked)}
              />
            </th>
          )}
          {columns.map((column, index) => {
            const isSorted = column.sortBy !== undefined && column.sortBy === state.sortColumn
            const head =
              column.sortBy === undefined ? (
                <span>{column.label}</span>
              ) : (
                <button type="button" className={joinClasses(styles.sort, isSorted && styles.sorted)} onClick={() => onSort(column.sortBy as string)}>
                  {column.label}
                  {isSorted && state.sortOrder === 'asc' ? <ArrowUp size={12} aria-hidden /> : <ArrowDown size={12} aria-hidden />}
                </button>
              )
            return (
              <th
                key={column.key}
                scope="col"
                className={joinClasses(column.align === 'end' && styles.end, hiddenClass(column, index))}
                aria-sort={isSorted ? (state.sortOrder === 'asc' ? 'ascending' : 'descending') : undefined}
              >
                {column.help === undefined ? head : <Tooltip text={column.help}>{head}</Tooltip>}
              </th>
            )
          })}
          <th scope="col">
            <span className="visually-hidden">{t('list.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows === undefined
          ? Array.from({ length: skeletonRows }, (_, index) => <SkeletonRow key={index} columns={columns} canSelect={canSelect} />)
          : rows.map((row) => <TableRow key={row.id} row={row} description={description} tools={tools} />)}
      </tbody>
    </table>
  )
}

interface SkeletonRowProps {
  readonly columns: readonly (HideRule & { readonly key: string })[]
  readonly canSelect: boolean
}

const SkeletonRow = ({ columns, canSelect }: SkeletonRowProps) => (
  <tr>
    {canSelect && (
      <td>
        <Skeleton width={16} height={16} />
      </td>
    )}
    {columns.map((column, index) => (
      <td key={column.key} className={hiddenClass(column, index)}>
        <Skeleton width={index === 0 ? '46%' : '62%'} />
      </td>
    ))}
    <td />
  </tr>
)

const TableRow = <Row extends { readonly id: number }>({
  row,
  description,
  tools,
}: {
  readonly row: Row
  readonly description: ListDescription<Row>
  readonly tools: RowTools<Row>
}) => {
  const isSelected = tools.selected.has(row.id)
  const isStarred = tools.starred.has(row.id)
  const name = description.name(row)
  const to = description.to?.(row)
  const menu = tools.menuOf(row)
  return (
    <tr className={styles.row} aria-selected={tools.onSelect === undefined ? undefined : isSelected}>
      {tools.onSelect !== undefined && (
        <td>
          <Checkbox
            isLabelHidden
            label={t('list.selectRow', { name })}
            isChecked={isSelected}
            onChange={(isChecked, event) => tools.onSelect?.(row.id, isChecked, event.isShiftHeld)}
          />
        </td>
      )}
      {description.columns.map((column, index) => (
        <td key={column.key} className={joinClasses(column.align === 'end' && styles.end, hiddenClass(column, index))}>
          {index === 0 ? (
            <span className={styles.nameCell}>
              {description.leading?.(row)}
              {description.first !== undefined ? (
                description.first(row)
              ) : to === undefined ? (
                <span className={styles.name} title={name}>
                  {name}
                </span>
              ) : (
                <Link to={to} className={styles.name} title={name}>
                  {name}
                </Link>
              )}
              {description.badges?.(row)}
              {isStarred && (
                <span className={styles.starred} role="img" aria-label={t('list.favourites')}>
                  <Star size={14} aria-hidden />
                </span>
              )}
            </span>
          ) : (
            column.render(row)
          )}
        </td>
      ))}
      <td>
        <div className={styles.actions}>
          {tools.onStar !== undefined && <StarButton isStarred={isStarred} onChange={(next) => tools.onStar?.(row.id, next)} />}
          {tools.quick?.(row)}
          {tools.edit !== undefined && (tools.mayEdit(row) || tools.edit.denied !== undefined) && (
            <IconButton
              size="xs"
              label={tools.edit.label}
              icon={<Pencil size={14} />}
              isDisabled={!tools.mayEdit(row)}
              disabledReason={tools.edit.denied}
              onClick={() => tools.edit?.run(row)}
            />
          )}
          {menu.length > 0 && (
            <Menu
              label={t('list.actions')}
              align="end"
              items={menu}
              trigger={(props) => <IconButton {...props} size="xs" label={t('ui.more')} icon={<Ellipsis size={14} />} />}
            />
          )}
        </div>
      </td>
    </tr>
  )
}
