import { dashboardPermalinkState, fieldMapOf, type DashboardPermalinkState, type FieldMap } from '@sightline/contract'
import { Refusal } from '../../http/problem.ts'
import { keepValue, keyFor, readValue } from '../../key-values/key-values.ts'
import type { Asked } from '../../rest/resource.ts'
import { findDashboardId } from './find-dashboard.ts'

const resource = 'dashboard_permalink'

interface DashboardPermalink {
  /** The uuid: it stays when the dashboard moves to another server. */
  readonly dashboardId: string
  readonly state: DashboardPermalinkState
}

/** The same state shared again by the same person is the same link. */
export async function createDashboardPermalink(asked: Asked, idOrSlug: string | number, body: unknown): Promise<string> {
  const read = dashboardPermalinkState.safeParse(body ?? {})
  if (!read.success) throw new Refusal(400, printMap(fieldMapOf(read.error.issues, body)))
  const { deps, caller } = asked
  const id = await findDashboardId(asked, idOrSlug)
  const { uuid } = await deps.db.selectFrom('dashboards').select('uuid').where('id', '=', id).executeTakeFirstOrThrow()
  const value = JSON.stringify({ dashboardId: uuid, state: read.data } satisfies DashboardPermalink)
  // Guests have no id: those of one dashboard share their links.
  const key = keyFor(deps, [resource, caller.id, value])
  await keepValue(deps, { resource, key, value, userId: caller.id })
  return key
}

/** Undefined if there is no such link; refused where its dashboard is closed to the caller. */
export async function readDashboardPermalink(asked: Asked, key: string): Promise<DashboardPermalink | undefined> {
  const value = await readValue(asked.deps, resource, key)
  if (value === undefined) return undefined
  const kept = JSON.parse(value) as DashboardPermalink
  await findDashboardId(asked, kept.dashboardId)
  return kept
}

/** Where a link leads. */
export function addressOf(key: string, { dashboardId, state }: DashboardPermalink): string {
  const params = new URLSearchParams([['permalink_key', key], ...(state.urlParams ?? []).map(([name, value]): [string, string] => [name, value ?? ''])])
  return `/superset/dashboard/${dashboardId}?${params}${state.anchor ? `#${encodeURIComponent(state.anchor)}` : ''}`
}

/** This one call answers its refusals as a text: `{'activeTabs': ['Not a valid list.']}`. */
function printMap(map: FieldMap | readonly (string | FieldMap)[] | string): string {
  if (typeof map === 'string') return `'${map}'`
  if (Array.isArray(map)) return `[${map.map(printMap).join(', ')}]`
  return `{${Object.entries(map as FieldMap)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `'${key}': ${printMap(value)}`)
    .join(', ')}}`
}
