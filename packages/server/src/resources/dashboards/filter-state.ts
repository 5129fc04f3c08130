import { Refusal } from '../../http/problem.ts'
import { forgetValue, keepValue, keyFor, newKey, readValue, sweepValues } from '../../key-values/key-values.ts'
import type { Asked } from '../../rest/resource.ts'
import { findDashboardId } from './find-dashboard.ts'

const resource = 'filter_state'
const lifeSeconds = 90 * 86_400

interface KeptState {
  readonly owner: number | null
  readonly dashboard: number
  readonly value: string
}

/** Who asks, in which tab of which browser, about which dashboard. */
export interface StatePlace {
  readonly asked: Asked
  readonly idOrSlug: string | number
  readonly session: string | undefined
  readonly tabId: string | undefined
}

/** One tab keeps one state per dashboard, so that its address stays; without a tab every state is a new one. */
export async function createFilterState(place: StatePlace, value: string): Promise<string> {
  const dashboard = await findDashboardId(place.asked, place.idOrSlug)
  await sweepValues(place.asked.deps)
  const key = keyOfPlace(place, dashboard) ?? newKey()
  await keep(place.asked, key, dashboard, value)
  return key
}

/** Answers the key to use from now on: another one if the state belongs to another tab by now. */
export async function changeFilterState(place: StatePlace, given: string, value: string): Promise<string> {
  const dashboard = await findDashboardId(place.asked, place.idOrSlug)
  const kept = await read(place.asked, dashboard, given)
  if (!kept) return given
  mustBeOwn(place.asked, kept)
  const key = keyOfPlace(place, dashboard) ?? newKey()
  await keep(place.asked, key, dashboard, value)
  return key
}

/** For everyone who sees the dashboard: that is what sharing the address is for. */
export async function readFilterState(asked: Asked, idOrSlug: string | number, key: string): Promise<string> {
  const kept = await read(asked, await findDashboardId(asked, idOrSlug), key)
  if (!kept) throw new Refusal(404, 'Not found')
  return kept.value
}

export async function removeFilterState(asked: Asked, idOrSlug: string | number, key: string): Promise<void> {
  const kept = await read(asked, await findDashboardId(asked, idOrSlug), key)
  if (!kept) throw new Refusal(404, 'Not found')
  mustBeOwn(asked, kept)
  await forgetValue(asked.deps, resource, key)
}

const keyOfPlace = ({ asked, session, tabId }: StatePlace, dashboard: number): string | null =>
  !tabId || tabId === '0' ? null : keyFor(asked.deps, [resource, asked.caller.id, session ?? '', tabId, dashboard])

function mustBeOwn({ caller }: Asked, { owner }: KeptState): void {
  if (owner !== caller.id) throw new Refusal(403, "You don't have permission to modify the value.")
}

async function keep({ deps, caller }: Asked, key: string, dashboard: number, value: string): Promise<void> {
  const kept: KeptState = { owner: caller.id, dashboard, value }
  await keepValue(deps, { resource, key, value: JSON.stringify(kept), userId: caller.id, seconds: lifeSeconds })
}

/** A key of another dashboard is not there: whoever sees one dashboard does not read what was chosen on others. */
async function read({ deps }: Asked, dashboard: number, key: string): Promise<KeptState | null> {
  const text = await readValue(deps, resource, key, lifeSeconds)
  const kept = text === undefined ? null : (JSON.parse(text) as KeptState)
  return kept?.dashboard === dashboard ? kept : null
}
