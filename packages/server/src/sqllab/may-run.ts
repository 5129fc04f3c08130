import type { Problem } from '@sightline/contract'
import {
  fail,
  mayReadDatabase,
  mayReadSchema,
  ok,
  schemaPerm,
  tablesRefusal,
  type Caller,
  type Result,
  type SqlStatement,
  type TableReference,
  kindOfStatement,
  readTables,
} from '@sightline/core'
import { openedTables } from '../data-permissions/opened-tables.ts'
import type { DatabaseRow } from '../datasets/load-dataset.ts'
import type { Deps } from '../deps.ts'

const unproven: Problem = {
  code: 'TABLE_SECURITY_ACCESS_ERROR',
  level: 'warning',
  message: 'Which tables this statement reads cannot be told. It needs access to the whole database.',
  extra: { link: '', tables: [] },
}

/**
 * Whether the caller may run these statements: with access to the database anything; without it only statements that read, and only tables of
 * schemas or datasets that were opened to the caller. What cannot be proven is refused.
 */
export async function mayRun(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  database: DatabaseRow,
  dialectId: string,
  schema: string | null,
  statements: readonly SqlStatement[],
): Promise<Result<void>> {
  if (mayReadDatabase(caller, database)) return ok(undefined)
  const tables: TableReference[] = []
  for (const statement of statements) {
    const read = readTables(statement)
    if (!read.isProven || !kindOfStatement(statement).reads) return fail(unproven)
    tables.push(...read.tables)
  }
  const isDataset = await openedTables({ db }, caller, database, dialectId, schema)
  const isOpen = (table: TableReference): boolean => {
    if (table.catalog !== null) return false
    const place = table.schema ?? schema
    if (place !== null && mayReadSchema(caller, database, schemaPerm({ database_name: database.database_name, schema: place }))) return true
    return isDataset({ table: table.table, schema: place })
  }
  const closed = tables.filter((table) => !isOpen(table))
  if (closed.length === 0) return ok(undefined)
  const names = closed.map(({ catalog, schema: own, table }) => [catalog, own ?? schema, table].filter((part) => part !== null).join('.'))
  return fail({ ...tablesRefusal([...new Set(names)]), level: 'warning' })
}
