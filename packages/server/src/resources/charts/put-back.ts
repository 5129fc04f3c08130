import type { ChartPut } from '@sightline/contract'
import { only } from '../../rest/audit.ts'
import type { PutBack } from '../../rest/version-routes.ts'
import { updateChart } from './write.ts'

const kept = [
  'slice_name',
  'description',
  'viz_type',
  'params',
  'query_context',
  'cache_timeout',
  'certified_by',
  'certification_details',
  'is_managed_externally',
  'external_url',
] as const

/** Its data is asked for again only where the old version had other data. */
export const putBackChart: PutBack = async (deps, caller, id, content, { saving }) => {
  const now = await deps.db.selectFrom('charts').select(['datasource_id', 'datasource_type']).where('id', '=', id).executeTakeFirstOrThrow()
  const old = content as ChartPut
  const isOther = old.datasource_id !== now.datasource_id || old.datasource_type !== now.datasource_type
  return updateChart(deps, caller, id, { ...only(old, kept), ...(isOther ? only(old, ['datasource_id', 'datasource_type']) : {}) }, saving)
}
