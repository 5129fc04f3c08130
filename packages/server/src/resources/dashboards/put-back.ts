import type { DashboardPut } from '@sightline/contract'
import { only } from '../../rest/audit.ts'
import type { PutBack } from '../../rest/version-routes.ts'
import { parseLayout } from './metadata.ts'
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
  const { position_json, json_metadata } = content as { readonly position_json: string | null; readonly json_metadata: string | null }
  const positions = parseLayout(position_json)
  const body = only(content as DashboardPut, kept)
  const metadata = positions ? { json_metadata: JSON.stringify({ ...(JSON.parse(json_metadata ?? '{}') as object), positions }) } : {}
  return updateDashboard(deps, caller, id, { ...body, ...metadata }, saving)
}
