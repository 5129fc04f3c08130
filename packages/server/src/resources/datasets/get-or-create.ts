import type { BodyOf, datasetEndpoints } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import { createDataset } from '../../datasets/create-dataset.ts'
import { loadDataset } from '../../datasets/load-dataset.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { ownersForCreate } from '../../rest/owners.ts'
import { isReadable } from './find-dataset.ts'

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
    if (!isReadable(caller, dataset)) throw new Refusal(404, 'Not found')
    return dataset.row.id
  }
  const { database_id, ...rest } = body
  return createDataset(deps, caller, { ...rest, database: database_id }, await ownersForCreate(deps, caller, undefined), signal)
}
