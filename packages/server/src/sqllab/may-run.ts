import type { Problem } from '@sightline/contract'
import {
  fail,
  foldName,
  mayReadDatabase,
  mayReadDataset,
  mayReadSchema,
  ok,
  schemaPerm,
  sqlDialectOf,
  tablesRefusal,
  type Caller,
  type Result,
  type SqlStatement,
  type TableReference,
  kindOfStatement,
  readTables,
} from '@sightline/core'
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
  const datasets = await db
    .selectFrom('datasets')
    .leftJoin('dataset_owners', (join) => join.onRef('dataset_owners.dataset_id', '=', 'datasets.id').on('dataset_owners.user_id', '=', caller.id ?? -1))
    .select(['datasets.table_name', 'datasets.schema', 'datasets.perm', 'datasets.schema_perm', 'dataset_owners.user_id'])
    .where('datasets.database_id', '=', database.id)
    .where('datasets.sql', 'is', null)
    .execute()
  const fold = (name: string): string => foldName(name, sqlDialectOf(dialectId))
  const isOpen = (table: TableReference): boolean => {
    if (table.catalog !== null) return false
    const place = table.schema ?? schema
    if (place !== null && mayReadSchema(caller, database, schemaPerm({ database_name: database.database_name, schema: place }))) return true
    return datasets.some(
      (dataset) =>
        fold(dataset.table_name) === fold(table.table) &&
        fold(dataset.schema ?? schema ?? '') === fold(place ?? '') &&
        mayReadDataset(caller, {
          name: dataset.table_name,
          perm: dataset.perm,
          schemaPerm: dataset.schema_perm,
          database,
          ownerIds: dataset.user_id === null ? [] : [dataset.user_id],
        }),
    )
  }
  const closed = tables.filter((table) => !isOpen(table))
  if (closed.length === 0) return ok(undefined)
  const names = closed.map(({ catalog, schema: own, table }) => [catalog, own ?? schema, table].filter((part) => part !== null).join('.'))
  return fail({ ...tablesRefusal([...new Set(names)]), level: 'warning' })
}
