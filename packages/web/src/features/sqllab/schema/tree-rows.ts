import type { OpenTable } from '../state/model.ts'
import type { TableColumn, TableExtra, TableFacts, TableRow } from './queries.ts'

/** What is known about a table that is unfolded. */
export interface Unfolded {
  readonly facts: TableFacts | undefined
  readonly extra: TableExtra | undefined
  readonly hasFailed: boolean
}

interface RowBase {
  readonly key: string
  /** 1 for tables, 2 for what stands below them. */
  readonly level: 1 | 2
  /** Counted from 1 among the rows of its level and parent. */
  readonly position: number
  readonly size: number
}

export interface TableTreeRow extends RowBase {
  readonly kind: 'table'
  readonly name: string
  readonly schema: string | null
  readonly dbId: number
  /** With the schema where it is another than the one that is shown. */
  readonly label: string
  readonly isView: boolean
  readonly mark: TableRow['extra']
  /** Beside the tab, unfolded or not. */
  readonly opened: OpenTable | undefined
}

export interface ChildRow extends RowBase {
  readonly kind: 'column' | 'partition' | 'foot' | 'loading' | 'failed'
  readonly table: TableTreeRow
  readonly column?: TableColumn
}

export type TreeRow = TableTreeRow | ChildRow

export const rowHeight = (row: TreeRow): number => (row.kind === 'table' ? 28 : row.kind === 'foot' ? 30 : row.kind === 'failed' ? 52 : 24)

export interface TreeInput {
  readonly dbId: number
  readonly schema: string
  readonly tables: readonly TableRow[]
  /** The tables beside the tab. */
  readonly opened: readonly OpenTable[]
  /** By the id of the opened table. */
  readonly unfolded: ReadonlyMap<string, Unfolded>
  /** Ids of opened tables whose columns stand in the order of the alphabet. */
  readonly sorted: ReadonlySet<string>
  readonly text: string
}

/** The tables of a schema with what is unfolded below them, as one list. Tables that are open from elsewhere come first. */
export function buildRows(input: TreeInput): readonly TreeRow[] {
  const needle = input.text.trim().toLowerCase()
  const here = new Map<string, OpenTable>()
  const elsewhere: OpenTable[] = []
  for (const table of input.opened) {
    if (table.dbId === input.dbId && table.schema === input.schema) here.set(table.name, table)
    else elsewhere.push(table)
  }
  const tops: Omit<TableTreeRow, 'position' | 'size'>[] = []
  for (const table of elsewhere) {
    const label = table.schema === null ? table.name : `${table.schema}.${table.name}`
    tops.push({ ...base, key: `open:${table.id}`, name: table.name, schema: table.schema, dbId: table.dbId, label, isView: false, mark: null, opened: table })
  }
  for (const { value, type, extra } of input.tables) {
    const opened = here.get(value)
    here.delete(value)
    tops.push({
      ...base,
      key: `table:${value}`,
      name: value,
      schema: input.schema,
      dbId: input.dbId,
      label: value,
      isView: type !== 'table',
      mark: extra ?? null,
      opened,
    })
  }
  // A table that is gone from the database can still be put away.
  for (const table of here.values())
    tops.push({
      ...base,
      key: `open:${table.id}`,
      name: table.name,
      schema: table.schema,
      dbId: table.dbId,
      label: table.name,
      isView: false,
      mark: null,
      opened: table,
    })

  const shown = needle === '' ? tops : tops.filter((top) => top.label.toLowerCase().includes(needle) || hasColumn(input, top, needle))
  const rows: TreeRow[] = []
  shown.forEach((top, index) => {
    const table: TableTreeRow = { ...top, position: index + 1, size: shown.length }
    rows.push(table)
    if (table.opened?.expanded) rows.push(...childrenOf(input, table, needle))
  })
  return rows
}

const base = { kind: 'table', level: 1 } as const

const columnsOf = ({ unfolded }: TreeInput, opened: OpenTable | undefined): readonly TableColumn[] => (opened && unfolded.get(opened.id)?.facts?.columns) ?? []

const hasColumn = (input: TreeInput, { opened }: { readonly opened: OpenTable | undefined }, needle: string): boolean =>
  columnsOf(input, opened).some(({ name }) => name.toLowerCase().includes(needle))

function childrenOf(input: TreeInput, table: TableTreeRow, needle: string): ChildRow[] {
  const opened = table.opened!
  const known = input.unfolded.get(opened.id)
  const child = (kind: ChildRow['kind'], more: { readonly key?: string; readonly column?: TableColumn } = {}) => ({
    kind,
    table,
    level: 2 as const,
    ...more,
    key: `${table.key}/${kind}${more.key ?? ''}`,
  })
  const children: Omit<ChildRow, 'position' | 'size'>[] = []
  if (known?.hasFailed && !known.facts) children.push(child('failed'))
  else if (!known?.facts) children.push(child('loading'))
  else {
    if ((known.extra?.partitions?.cols.length ?? 0) > 0) children.push(child('partition'))
    const isNamed = needle === '' || table.label.toLowerCase().includes(needle)
    const columns = isNamed ? known.facts.columns : known.facts.columns.filter(({ name }) => name.toLowerCase().includes(needle))
    const ordered = input.sorted.has(opened.id) ? columns.toSorted((a, b) => a.name.localeCompare(b.name)) : columns
    for (const column of ordered) children.push(child('column', { key: `:${column.name}`, column }))
    children.push(child('foot'))
  }
  return children.map((row, index) => ({ ...row, position: index + 1, size: children.length }))
}

const nameOf = (row: TreeRow): string => (row.kind === 'table' ? row.label : (row.column?.name ?? ''))

/** Where a key moves to; undefined where it moves nothing. */
export function moveIn(rows: readonly TreeRow[], at: number, key: string): number | undefined {
  const last = rows.length - 1
  const row = rows[at]
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, at + 1)
    case 'ArrowUp':
      return Math.max(0, at - 1)
    case 'Home':
      return 0
    case 'End':
      return last
    case 'PageDown':
      return Math.min(last, at + 15)
    case 'PageUp':
      return Math.max(0, at - 15)
    case 'ArrowLeft':
      return row && row.kind !== 'table' ? rows.findIndex((one) => one.key === row.table.key) : undefined
    case 'ArrowRight':
      return row?.kind === 'table' && row.opened?.expanded && rows[at + 1]?.level === 2 ? at + 1 : undefined
    default:
      return undefined
  }
}

/** The next row whose name begins with what was typed; a letter pressed again goes on to the one after. */
export function findTyped(rows: readonly TreeRow[], at: number, typed: string): number | undefined {
  const text = [...typed].every((letter) => letter === typed[0]) ? typed[0]! : typed
  const isNext = text.length === 1
  for (let step = isNext ? 1 : 0; step < rows.length + (isNext ? 1 : 0); step++) {
    const place = (at + step) % rows.length
    if (nameOf(rows[place]!).toLowerCase().startsWith(text.toLowerCase())) return place
  }
  return undefined
}
