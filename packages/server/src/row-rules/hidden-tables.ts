import type { TableName } from '@sightline/connectors'
import { foldName, ok, readTables, sqlDialectOf, type Caller, type Dialect, type Result, type SqlStatement } from '@sightline/core'
import { openedTables } from '../data-permissions/opened-tables.ts'
import type { DatabaseRow } from '../datasets/load-dataset.ts'
import type { Deps } from '../deps.ts'

export type ListTables = (schema: string | null) => Promise<Result<readonly TableName[]>>

interface HiddenTable {
  readonly table: string
  readonly schema: string | null
  /** In another database of the same server, about which nothing is known here. */
  readonly isElsewhere: boolean
}

/**
 * A view reads tables that its name does not tell, and a rule on one of them would be passed by. So whoever is bound by a rule of a database reads
 * plain tables in it, and those views that were opened as a dataset: their rows are seen in charts anyway, with the dataset's own rules. Everything
 * else a statement reads is answered by its name. A table that is a part of a ruled one, or has a ruled part, shows rows that
 * stand under another name too, and counts as a view. Where a table is closed, no view is let through (`mayUseOpened`).
 */
export async function findHiddenTables(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  { database, dialect, schema }: { readonly database: DatabaseRow; readonly dialect: Dialect; readonly schema: string | null },
  tablesIn: ListTables,
  statements: readonly SqlStatement[],
  ruled: readonly { readonly table: string; readonly schema: string | null }[],
  { mayUseOpened = true }: { readonly mayUseOpened?: boolean } = {},
): Promise<Result<readonly string[]>> {
  const fold = (name: string): string => foldName(name, sqlDialectOf(dialect.id))
  const hidden = new Map<string, HiddenTable>()
  const lists = new Map<string | null, readonly TableName[]>()
  const find = async (place: string | null, table: string): Promise<Result<TableName | undefined>> => {
    let list = lists.get(place)
    if (!list) {
      const listed = await tablesIn(place)
      if (!listed.ok) return listed
      list = listed.value
      lists.set(place, list)
    }
    return ok(list.find(({ name }) => fold(name) === fold(table)))
  }
  const keyOf = (place: string | null, name: string): string => JSON.stringify([place, name])
  const [withRule, aboveRule] = [new Set<string>(), new Set<string>()]
  for (const { table, schema: own } of ruled) {
    const found = await find(own ?? schema, table)
    if (!found.ok) return found
    withRule.add(keyOf(own ?? schema, found.value?.name ?? table))
    for (const above of found.value?.partOf ?? []) aboveRule.add(keyOf(above.schema, above.name))
  }
  const sharesRows = (place: string | null, { name, partOf = [], showsOthers }: TableName): boolean =>
    showsOthers === true || aboveRule.has(keyOf(place, name)) || partOf.some((above) => withRule.has(keyOf(above.schema, above.name)))
  for (const reference of statements.flatMap((statement) => readTables(statement).tables)) {
    const place = reference.schema ?? schema
    const name = [reference.catalog, place, reference.table].filter((part) => part !== null).join('.')
    const listed = await find(place, reference.table)
    if (!listed.ok) return listed
    const found = listed.value
    if (reference.catalog !== null || found?.kind !== 'table' || sharesRows(place, found))
      hidden.set(name, { table: reference.table, schema: place, isElsewhere: reference.catalog !== null })
  }
  if (hidden.size === 0 || !mayUseOpened) return ok([...hidden.keys()])
  const isOpened = await openedTables({ db }, caller, database, dialect.id, schema)
  return ok([...hidden].filter(([, view]) => view.isElsewhere || !isOpened(view)).map(([name]) => name))
}
