import type { Problem } from '@sightline/contract'
import { isAdmin, type Caller } from '@sightline/core'
import type { Deps } from '../deps.ts'

// A dataset whose row rules are not known is closed: it gives rows to administrators alone, whichever way they are asked for, until one opens it.

/** The refusal for whoever asks for rows of a closed dataset; null where it is open to the caller. */
export const closedTo = (caller: Caller, { closed_because: why }: { readonly closed_because: string | null }): Problem | null =>
  why === null || isAdmin(caller) ? null : closedProblem(why)

export const closedProblem = (why: string): Problem => ({
  code: 'DATASOURCE_SECURITY_ACCESS_ERROR',
  level: 'warning',
  status: 403,
  message: `This dataset is closed until an administrator opens it: ${why}`,
  extra: { link: '', closed_because: why },
})

interface ClosedTable {
  readonly table: string
  readonly schema: string | null
  readonly why: string
}

/** The tables of a database that are closed to the caller, because a dataset over them is. One over SQL closes nothing but itself. */
export async function closedTablesFor({ db }: Pick<Deps, 'db'>, caller: Caller, databaseId: number): Promise<readonly ClosedTable[]> {
  if (isAdmin(caller)) return []
  const rows = await db
    .selectFrom('datasets')
    .select(['table_name', 'schema', 'closed_because'])
    .where('database_id', '=', databaseId)
    .where('sql', 'is', null)
    .where('closed_because', 'is not', null)
    .execute()
  return rows.map(({ table_name, schema, closed_because }) => ({ table: table_name, schema, why: closed_because! }))
}

/** The refusal for whoever reads a table itself, where it is closed. In doubt it is: names are compared without case, and one without a schema may lie in any. */
export async function closedTableProblem(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  databaseId: number,
  { table, schema }: { readonly table: string; readonly schema: string | null },
): Promise<Problem | null> {
  const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
  const closed = await closedTablesFor(deps, caller, databaseId)
  const found = closed.find((one) => isSame(one.table, table) && (one.schema === null || schema === null || isSame(one.schema, schema)))
  return found ? closedProblem(found.why) : null
}
