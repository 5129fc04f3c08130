import { fail, mayReadDatabase, mayReadDataset, mayReadSchema, ok, schemaPerm, tablesRefusal, type Caller, type Result } from '@sightline/core'
import type { Deps } from '../deps.ts'
import type { DatabaseRow } from './load-dataset.ts'

/**
 * Whether the caller may make a dataset over this table or SQL: a dataset opens its source to everybody who is given the dataset,
 * so nobody may make one over what they cannot read. Without access to the whole database, free SQL is refused: what it reads
 * could lie anywhere in it.
 */
export async function mayUseSource(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  database: DatabaseRow,
  source: { readonly table_name: string; readonly schema: string | null; readonly sql: string | null },
): Promise<Result<void>> {
  if (mayReadDatabase(caller, database)) return ok(undefined)
  const name = source.schema ? `${source.schema}.${source.table_name}` : source.table_name
  if (source.sql) return fail(tablesRefusal([name]))
  const perm = source.schema ? schemaPerm({ database_name: database.database_name, schema: source.schema }) : null
  if (mayReadSchema(caller, database, perm)) return ok(undefined)
  const others = await db
    .selectFrom('datasets')
    .select(['id', 'perm', 'schema_perm'])
    .where('database_id', '=', database.id)
    .where('table_name', '=', source.table_name)
    .where('schema', source.schema === null ? 'is' : '=', source.schema)
    .where('sql', 'is', null)
    .execute()
  const isReadable = others.some((other) => mayReadDataset(caller, { name, perm: other.perm, schemaPerm: other.schema_perm, database, ownerIds: [] }))
  return isReadable ? ok(undefined) : fail(tablesRefusal([name]))
}
