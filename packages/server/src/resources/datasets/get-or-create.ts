import { type BodyOf, type datasetEndpoints } from '@sightline/contract'
import { mayReadDataset, type Caller } from '@sightline/core'
import { createDataset } from '../../datasets/create-dataset.ts'
import { fullNameOf, loadDataset } from '../../datasets/load-dataset.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { ownersForCreate } from '../../rest/owners.ts'

type Body = BodyOf<(typeof datasetEndpoints)['getOrCreate']>

/** The id of the dataset of a table, made if there is none. */
export async function getOrCreateDataset(deps: Deps, caller: Caller, body: Body, signal: AbortSignal): Promise<number> {
  const schema = body.schema || null
  const known = await deps.db
    .selectFrom('datasets')
    .select('id')
    .where('database_id', '=', body.database_id)
    .where('schema', schema === null ? 'is' : '=', schema)
    .where('table_name', '=', body.table_name)
    .executeTakeFirst()
  const dataset = known && (await loadDataset(deps, known.id))
  if (dataset) {
    const { row, database, ownerIds } = dataset
    if (!mayReadDataset(caller, { name: fullNameOf(row), perm: row.perm, schemaPerm: row.schema_perm, database, ownerIds })) throw new Refusal(404, 'Not found')
    return row.id
  }
  const { database_id, ...rest } = body
  return createDataset(deps, caller, { ...rest, database: database_id }, await ownersForCreate(deps, caller, undefined), signal)
}
