import { mayReadDataset, type Caller } from '@sightline/core'
import { fullNameOf, loadDataset, type LoadedDataset } from '../../datasets/load-dataset.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { idOf } from '../../rest/ids.ts'
import { mustOwn } from '../../rest/owners.ts'
import { datasets } from './datasets.ts'

/** A dataset the caller may see, or 404. */
export async function findReadable(deps: Deps, caller: Caller, id: string | number): Promise<LoadedDataset> {
  const dataset = await loadDataset(deps, idOf(id))
  if (!dataset || !isReadable(caller, dataset)) throw new Refusal(404, 'Not found')
  return dataset
}

export const isReadable = (caller: Caller, { row, database, ownerIds }: LoadedDataset): boolean =>
  mayReadDataset(caller, { name: fullNameOf(row), perm: row.perm, schemaPerm: row.schema_perm, database, ownerIds })

/** A dataset the caller may change. */
export async function findOwn(deps: Deps, caller: Caller, id: string | number): Promise<LoadedDataset> {
  const dataset = await findReadable(deps, caller, id)
  await mustOwn(deps, datasets, caller, [dataset.row.id])
  return dataset
}
