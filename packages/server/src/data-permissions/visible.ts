import { databaseIdOf, visibleData, type Caller } from '@sightline/core'
import { sql } from 'kysely'
import type { Fragment } from '../rest/resource.ts'
import { anyOf } from '../rest/rows.ts'

const among = (column: Fragment, values: readonly (string | number)[]): Fragment | undefined =>
  values.length === 0 ? undefined : sql`${column} in (${sql.join(values)})`

/** Which rows of `datasets` the caller may see; undefined means all of them. */
export function visibleDatasets(caller: Caller): Fragment | undefined {
  const seen = visibleData(caller)
  if (seen.everything) return undefined
  return anyOf([
    among(sql`datasets.database_id`, idsOf(seen.databasePerms)),
    among(sql`datasets.schema_perm`, seen.schemaPerms),
    among(sql`datasets.perm`, seen.datasetPerms),
    seen.ownerId === null
      ? undefined
      : sql`exists (select 1 from dataset_owners where dataset_owners.dataset_id = datasets.id and dataset_owners.user_id = ${seen.ownerId})`,
  ])
}

/** Which rows of `databases` the caller may see: those it was given, and those in which it was given something. */
export function visibleDatabases(caller: Caller): Fragment | undefined {
  const seen = visibleData(caller)
  if (seen.everything) return undefined
  return anyOf([
    among(sql`databases.id`, idsOf(seen.databasePerms)),
    among(sql`databases.database_name`, [...seen.schemaPerms, ...seen.datasetPerms].flatMap(namesIn)),
  ])
}

const idsOf = (perms: readonly string[]): number[] => perms.map(databaseIdOf).filter((id) => id !== null)

/** `[sales].[public]` names the database `sales`. A name may hold `].` itself, so every reading counts. */
function namesIn(perm: string): string[] {
  const names: string[] = []
  for (let at = perm.indexOf('].'); at > 0; at = perm.indexOf('].', at + 1)) names.push(perm.slice(1, at))
  return names
}
