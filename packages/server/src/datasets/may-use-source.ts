import { fail, mayReadDatabase, mayReadDataset, mayReadSchema, ok, schemaPerm, splitStatements, tablesRefusal, type Caller, type Result } from '@sightline/core'
import { backendOf } from '../databases/database-facts.ts'
import type { Deps } from '../deps.ts'
import { mayRun } from '../sqllab/may-run.ts'
import type { DatabaseRow } from './load-dataset.ts'

export interface Source {
  readonly table_name: string
  readonly schema: string | null
  readonly sql: string | null
}

/**
 * Whether the caller may make a dataset over this table or SQL: a dataset opens its source to everybody who is given the dataset,
 * so nobody may make one over what they cannot read.
 */
export async function mayUseSource(deps: Pick<Deps, 'db'>, caller: Caller, database: DatabaseRow, source: Source): Promise<Result<void>> {
  if (mayReadDatabase(caller, database)) return ok(undefined)
  return source.sql ? mayUseSql(deps, caller, database, { ...source, sql: source.sql }) : mayUseTable(deps, caller, database, source)
}

/** A template reads one thing for its author and another for the next reader: with one, only access to the whole database is enough. */
async function mayUseSql(deps: Pick<Deps, 'db'>, caller: Caller, database: DatabaseRow, { sql, schema, table_name }: Source & { readonly sql: string }) {
  const dialectId = backendOf(database)
  const statements = /\{[{%#]/.test(sql) ? null : splitStatements(sql, dialectId)
  return statements ? mayRun(deps, caller, database, dialectId, schema, statements) : fail(tablesRefusal([nameOf(schema, table_name)]))
}

async function mayUseTable({ db }: Pick<Deps, 'db'>, caller: Caller, database: DatabaseRow, { schema, table_name }: Source): Promise<Result<void>> {
  if (mayReadSchema(caller, database, schema ? schemaPerm({ database_name: database.database_name, schema }) : null)) return ok(undefined)
  const name = nameOf(schema, table_name)
  const others = await db
    .selectFrom('datasets')
    .select(['perm', 'schema_perm'])
    .where('database_id', '=', database.id)
    .where('table_name', '=', table_name)
    .where('schema', schema === null ? 'is' : '=', schema)
    .where('sql', 'is', null)
    .execute()
  const isReadable = others.some((other) => mayReadDataset(caller, { name, perm: other.perm, schemaPerm: other.schema_perm, database, ownerIds: [] }))
  return isReadable ? ok(undefined) : fail(tablesRefusal([name]))
}

const nameOf = (schema: string | null, table: string): string => (schema ? `${schema}.${table}` : table)
