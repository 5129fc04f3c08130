import { logEndpoints } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import { Refusal } from '../../http/problem.ts'
import { route, type Route } from '../../http/route.ts'

const mostEvents = 2_000
const isOpenTo = ({ guest }: Caller, dashboardId: number | null): boolean => !guest || (dashboardId !== null && guest.dashboardIds.includes(dashboardId))
const numberOf = (text: string | undefined): number | null => (text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null)

/** `explode=events` makes one row of every element; all of them are called `log`. */
export const routes: readonly Route[] = [
  route(logEndpoints.events, async ({ events }, { query, body, caller, request, reply }) => {
    const common = {
      action: 'log',
      userId: caller.id,
      // A guest tells about the dashboards of its token, not about others.
      dashboardId: isOpenTo(caller, numberOf(query.dashboard_id)) ? numberOf(query.dashboard_id) : null,
      chartId: numberOf(query.slice_id),
      durationMs: 0,
      referrer: request.headers.referer,
    }
    const batch = query.explode === 'events' ? readEvents(body?.events) : [{ ...body }]
    for (const event of batch) {
      const { guest_token: _, csrf_token: __, ...json } = event
      events.add({ ...common, chartId: common.chartId ?? whole(event['slice_id']), json: { path: '/superset/log/', ...json } })
    }
    return reply.type('text/html; charset=utf-8').send('')
  }),
]

const whole = (value: unknown): number | null => (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 31 ? value : null)

function readEvents(text: string | undefined): Record<string, unknown>[] {
  let list: unknown
  try {
    list = JSON.parse(text ?? '[]')
  } catch {
    throw new Refusal(400, 'events is not JSON')
  }
  const isBatch =
    Array.isArray(list) && list.length <= mostEvents && list.every((event) => typeof event === 'object' && event !== null && !Array.isArray(event))
  if (!isBatch) throw new Refusal(400, 'events is not a list of events')
  return list as Record<string, unknown>[]
}
