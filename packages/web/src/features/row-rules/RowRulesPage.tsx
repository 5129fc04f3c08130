import { Plus, Rows3 } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { byLastChange, lastModifiedColumn, modifiedByFilter } from '../../ui/list/cells.tsx'
import type { Changed } from '../../ui/list/cells.tsx'
import type { ListDescription } from '../../ui/list/list-description.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { Thumbnail } from '../../ui/list/Thumbnail.tsx'
import { t } from '../../words/words.ts'
import { RowRuleDialog } from './RowRuleDialog.tsx'
import type { FilterType } from './rule-form.ts'
import styles from './RowRules.module.css'

interface RuleRow extends Changed {
  readonly id: number
  readonly name: string
  readonly filter_type: FilterType
  readonly tables: readonly { readonly id: number; readonly table_name: string }[]
  readonly roles: readonly { readonly id: number; readonly name: string }[]
  readonly group_key: string | null
  readonly clause: string
}

/** The first of several names. */
const shorten = (names: readonly string[]): string => {
  const [first = t('list.none')] = names
  return names.length < 2 ? first : t('list.plusMore', { first, count: names.length - 1 })
}

const Datasets = ({ rule }: { readonly rule: RuleRow }) => {
  const names = rule.tables.map((one) => one.table_name)
  return <span title={names.join(', ')}>{shorten(names)}</span>
}

/** For whom a rule holds: the roles of a regular one have it, those of a base rule are spared it. */
const ForWhom = ({ rule }: { readonly rule: RuleRow }) => {
  const names = rule.roles.map((one) => one.name)
  const isBase = rule.filter_type === 'Base'
  if (names.length === 0) return isBase ? t('rules.forEverybody') : t('rules.forNobody')
  return <span title={names.join(', ')}>{isBase ? t('rules.allBut', { names: shorten(names) }) : shorten(names)}</span>
}

const describeList = (onNew: () => void): ListDescription<RuleRow> => ({
  resource: 'rowlevelsecurity',
  title: t('rules.title'),
  defaults: { ...byLastChange, viewMode: 'table' },
  name: (row) => row.name,
  leading: () => <Thumbnail size="small" src={undefined} glyph={<Rows3 size={14} />} />,
  columns: [
    { key: 'name', label: t('list.name'), sortBy: 'name', width: '24%', render: (row) => row.name },
    {
      key: 'type',
      label: t('rules.type'),
      sortBy: 'filter_type',
      width: '104px',
      render: (row) => (
        <Badge tone={row.filter_type === 'Base' ? 'info' : 'neutral'}>{row.filter_type === 'Base' ? t('rules.base') : t('rules.regular')}</Badge>
      ),
    },
    {
      key: 'datasets',
      label: t('rules.datasets'),
      width: '130px',
      isSecondary: true,
      render: (row) => <Datasets rule={row} />,
    },
    { key: 'roles', label: t('rules.forWhom'), width: '140px', isSecondary: true, render: (row) => <ForWhom rule={row} /> },
    { key: 'group', label: t('rules.groupKey'), sortBy: 'group_key', width: '110px', isSecondary: true, render: (row) => row.group_key || t('list.none') },
    {
      key: 'clause',
      label: t('rules.clause'),
      sortBy: 'clause',
      width: 'auto',
      render: (row) => (
        <span className={styles.clauseCell} title={row.clause}>
          {row.clause}
        </span>
      ),
    },
    lastModifiedColumn(),
  ],
  filters: [
    { kind: 'search', id: 'name', col: 'name', opr: 'sw', label: t('list.searchName') },
    {
      kind: 'options',
      id: 'filter_type',
      col: 'filter_type',
      opr: 'eq',
      label: t('rules.type'),
      options: [
        { value: 'Regular', label: t('rules.regular') },
        { value: 'Base', label: t('rules.base') },
      ],
    },
    { kind: 'search', id: 'group_key', col: 'group_key', opr: 'sw', label: t('rules.searchKey') },
    modifiedByFilter,
  ],
  empty: {
    title: t('rules.emptyTitle'),
    text: t('rules.emptyText'),
    action: (
      <Button kind="primary" size="md" icon={<Plus size={14} />} onClick={onNew}>
        {t('rules.new')}
      </Button>
    ),
  },
  deletion: {
    asksForWord: true,
    one: t('rules.deleteOne'),
    many: t('rules.deleteMany'),
    text: (names, count) => (count === 1 ? t('rules.deleteText', { names }) : t('rules.deleteManyText', { names })),
    failedMany: (error) => t('rules.deletingMany', { error }),
  },
})

/** Which rows of which datasets people see. */
export const RowRulesPage = () => {
  const [edited, setEdited] = useState<{ readonly rule?: RuleRow }>()
  const open = (): void => setEdited({})
  return (
    <>
      <ListPage
        description={describeList(open)}
        headActions={
          <Button kind="primary" size="md" icon={<Plus size={14} />} onClick={open}>
            {t('rules.new')}
          </Button>
        }
        actions={{ edit: { label: t('rules.edit'), onSelect: (rule) => setEdited({ rule }) } }}
      />
      {edited !== undefined && <RowRuleDialog {...edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}
