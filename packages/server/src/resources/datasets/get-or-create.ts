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
  const known = (await findNamed(deps, body, body.schema || null)) ?? (await findInDefaultSchema(deps, body, signal))
  const dataset = known && (await loadDataset(deps, known))
  if (dataset) {
    if (!isReadable(caller, dataset)) throw new Refusal(404, 'Not found')
    return dataset.row.id
  }
  const { database_id, ...rest } = body
  return createDataset(deps, caller, { ...rest, database: database_id }, await ownersForCreate(deps, caller, undefined), signal)
}

async function findNamed({ db }: Deps, { database_id, table_name }: Body, schema: string | null): Promise<number | undefined> {
  const found = await db
    .selectFrom('datasets')
    .select('id')
    .where('database_id', '=', database_id)
    .where('schema', schema === null ? 'is' : '=', schema)
    .where('table_name', '=', table_name)
    .orderBy('id')
    .executeTakeFirst()
  return found?.id
}

/** A table that is named without its schema is the one where the database looks first: its dataset may have been saved with the schema. */
async function findInDefaultSchema(deps: Deps, body: Body, signal: AbortSignal): Promise<number | undefined> {
  if (body.schema) return undefined
  const driver = await deps.queries.driverOf(body.database_id)
  const schema = driver.ok ? await driver.value.defaultSchema(signal) : driver
  return schema.ok && schema.value !== null ? findNamed(deps, body, schema.value) : undefined
}
