import { isAdmin, type Caller } from '@sightline/core'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { changedNow } from '../../rest/audit.ts'
import { findReadable } from './find-dataset.ts'

/** Opens a closed dataset. Whether its rules are in place again only an administrator can judge; opening an open one changes nothing. */
export async function openClosedDataset(deps: Deps, caller: Caller, id: string | number): Promise<{ message: string; id: number }> {
  const { row } = await findReadable(deps, caller, id)
  if (!isAdmin(caller)) throw new Refusal(403, 'Only an administrator can open a closed dataset.')
  await deps.db
    .updateTable('datasets')
    .set({ closed_because: null, ...changedNow(deps, caller) })
    .where('id', '=', row.id)
    .where('closed_because', 'is not', null)
    .execute()
  return { message: 'OK', id: row.id }
}
