import { thumbnailEndpoints } from '@sightline/contract'
import { route, type Call, type Route } from '../../http/route.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/problem.ts'
import { idOf } from '../../rest/ids.ts'
import { readQ } from '../../rest/read-q.ts'
import { digestOfChart, digestOfDashboard } from '../../draw/digest.ts'
import { isBusy, studioOf } from '../../draw/studio.ts'
import { drawChartThumbnail, drawDashboardThumbnail } from './draw-thumbnail.ts'
import { findChart, findDashboard } from './find.ts'

interface Params {
  readonly id: string
  readonly digest: string
}
interface Query {
  readonly q?: string | undefined
  readonly theme?: 'light' | 'dark' | undefined
}

const shape = { type: 'object', properties: { force: { type: 'boolean' } } } as const

/** What both kinds share: the switch, the address that goes with the present state, and a promise of later when too much is asked at once. */
async function answer(
  deps: Deps,
  call: Call<Params, Query, unknown>,
  kind: 'chart' | 'dashboard',
  digest: string,
  draw: (force: boolean, theme: 'light' | 'dark') => Promise<Uint8Array>,
) {
  const { params, query, reply } = call
  const { force = false } = readQ<{ readonly force?: boolean }>(query.q, shape)
  if (params.digest !== digest) {
    const search = new URLSearchParams({ ...(query.q ? { q: query.q } : {}), ...(query.theme ? { theme: query.theme } : {}) }).toString()
    return reply.redirect(`/api/v1/${kind}/${idOf(params.id)}/thumbnail/${digest}/${search ? `?${search}` : ''}`, 302)
  }
  if (isBusy(studioOf(deps))) return reply.code(202).send({ message: 'OK Async' })
  const png = await draw(force, query.theme ?? 'light')
  return reply
    .header('content-type', 'image/png')
    .header('cache-control', 'private, max-age=300')
    .send(Buffer.from(png.buffer, png.byteOffset, png.byteLength))
}

function mustBeOn({ config }: Deps): void {
  if (!config.featureFlags.THUMBNAILS) throw new Refusal(404, 'Not found')
}

export const routes: readonly Route[] = [
  route(thumbnailEndpoints.chart, async (deps, call) => {
    mustBeOn(deps)
    const chart = await findChart(deps, call.caller, idOf(call.params.id))
    return answer(deps, call, 'chart', digestOfChart(chart), (force, theme) =>
      drawChartThumbnail(deps, call.caller, chart, { signal: call.signal, force, theme }),
    )
  }),
  route(thumbnailEndpoints.dashboard, async (deps, call) => {
    mustBeOn(deps)
    const dashboard = await findDashboard(deps, call.caller, idOf(call.params.id))
    return answer(deps, call, 'dashboard', digestOfDashboard(dashboard), (force, theme) =>
      drawDashboardThumbnail(deps, call.caller, dashboard, { signal: call.signal, force, theme }),
    )
  }),
]
