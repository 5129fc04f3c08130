import { readDatasourceKey, type ExplorePermalinkState } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/problem.ts'
import { keepValue, keyFor, readValue } from '../key-values/key-values.ts'
import { idIn } from '../rest/ids.ts'
import { mustReach } from './reach-source.ts'

const resource = 'explore_permalink'

export interface ExplorePermalink {
  readonly chartId: number | null
  readonly datasourceId: number
  readonly datasourceType: string
  readonly datasource: string
  readonly state: ExplorePermalinkState
}

/** The same form shared again by the same person is the same link. */
export async function createPermalink(deps: Deps, caller: Caller, state: ExplorePermalinkState): Promise<string> {
  const { datasource, slice_id: chart } = state.formData
  const source = readDatasourceKey(datasource)
  if (!source) throw new Refusal(400, { formData: { datasource: [datasource === undefined ? 'Missing data for required field.' : 'Not a valid datasource.'] } })
  const chartId = idIn(chart)
  await mustReach(deps, caller, source.id, source.type, chartId)
  const kept: ExplorePermalink = { chartId, datasourceId: source.id, datasourceType: source.type, datasource: `${source.id}__${source.type}`, state }
  const value = JSON.stringify(kept)
  const key = keyFor(deps, [resource, caller.id, value])
  await keepValue(deps, { resource, key, value, userId: caller.id })
  return key
}

/** What a link holds, for those whom its data are open to. Undefined if there is no such link. */
export async function readPermalink(deps: Deps, caller: Caller, key: string): Promise<ExplorePermalink | undefined> {
  const value = await readValue(deps, resource, key)
  if (value === undefined) return undefined
  const kept = JSON.parse(value) as ExplorePermalink
  await mustReach(deps, caller, kept.datasourceId, kept.datasourceType, kept.chartId)
  return kept
}
