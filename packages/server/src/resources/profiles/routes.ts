import { profileEndpoints } from '@sightline/contract'
import { unwrap } from '../../http/problem.ts'
import { route, type Route } from '../../http/route.ts'
import { firstRows } from '../../profiles/first-rows.ts'
import { profileTable } from '../../profiles/profile-table.ts'
import { idOf } from '../../rest/ids.ts'

export const routes: readonly Route[] = [
  route(profileEndpoints.table, async (deps, { body, params, caller, signal }) => ({
    result: unwrap(await profileTable(deps, caller, idOf(params.id), body, signal)),
  })),
  route(profileEndpoints.rows, async (deps, { body, params, caller, signal }) => ({
    result: unwrap(await firstRows(deps, caller, idOf(params.id), body, signal)),
  })),
]
