import type { DashboardPut } from '@sightline/contract'
import { only } from '../../rest/audit.ts'
import type { PutBack } from '../../rest/version-routes.ts'
import { updateDashboard } from './write.ts'

const kept = [
  'dashboard_title',
  'slug',
  'css',
  'published',
  'certified_by',
  'certification_details',
  'is_managed_externally',
  'external_url',
  'json_metadata',
] as const

/** Who may see and change it stays as it is now: sharing that was taken back does not come back with an old layout. */
export const putBackDashboard: PutBack = (deps, caller, id, content, { saving }) => {
  const { position_json } = content as { readonly position_json: string | null }
  const body = { ...only(content as DashboardPut, kept), ...(position_json === null ? {} : { position_json }) }
  return updateDashboard(deps, caller, id, body, saving)
}
