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
 * else a statement reads is answered by its name.
 */
export async function findHiddenTables(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  { database, dialect, schema }: { readonly database: DatabaseRow; readonly dialect: Dialect; readonly schema: string | null },
  tablesIn: ListTables,
  statements: readonly SqlStatement[],
): Promise<Result<readonly string[]>> {
  const fold = (name: string): string => foldName(name, sqlDialectOf(dialect.id))
  const hidden = new Map<string, HiddenTable>()
  const lists = new Map<string | null, readonly TableName[]>()
  for (const reference of statements.flatMap((statement) => readTables(statement).tables)) {
    const place = reference.schema ?? schema
    const name = [reference.catalog, place, reference.table].filter((part) => part !== null).join('.')
    let list = lists.get(place)
    if (!list) {
      const listed = await tablesIn(place)
      if (!listed.ok) return listed
      list = listed.value
      lists.set(place, list)
    }
    const found = list.find((table) => fold(table.name) === fold(reference.table))
    if (reference.catalog !== null || found?.kind !== 'table')
      hidden.set(name, { table: reference.table, schema: place, isElsewhere: reference.catalog !== null })
  }
  if (hidden.size === 0) return ok([])
  const isOpened = await openedTables({ db }, caller, database, dialect.id, schema)
  return ok([...hidden].filter(([, view]) => view.isElsewhere || !isOpened(view)).map(([name]) => name))
}
