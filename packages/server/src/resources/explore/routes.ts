import { exploreEndpoints } from '@sightline/contract'
import { formDataOf } from '../../charts/form-data.ts'
import { createPermalink, readPermalink } from '../../explorer/permalinks.ts'
import { findChart, mayReadChartRow } from '../../explorer/reach-source.ts'
import { Refusal } from '../../http/problem.ts'
import { route, type Route } from '../../http/route.ts'
import { idIn } from '../../rest/ids.ts'
import { openExplorer } from './open-explorer.ts'

export const routes: readonly Route[] = [
  route(exploreEndpoints.page, async (deps, { caller, query, reply, signal }) => {
    const result = await openExplorer(deps, caller, query, signal)
    // A dataset may have a page of its own; the client goes there.
    return 'redirect' in result ? reply.code(302).type('application/json; charset=utf-8').send(JSON.stringify(result)) : { result }
  }),
  route(exploreEndpoints.createPermalink, async (deps, { body, caller, request }) => {
    const key = await createPermalink(deps, caller, body)
    return { key, url: `${request.protocol}://${request.host}/superset/explore/p/${key}/` }
  }),
  route(exploreEndpoints.readPermalink, async (deps, { caller, params }) => {
    const permalink = await readPermalink(deps, caller, params.key)
    if (!permalink) throw new Refusal(404, 'Not found')
    return permalink
  }),
  route(exploreEndpoints.openPermalink, async (_deps, { params, reply }) => reply.redirect(`/superset/explore/p/${encodeURIComponent(params.key)}/`)),
  route(exploreEndpoints.formOfChart, async (deps, { caller, query }) => {
    const chart = await findChart(deps, idIn(query.slice_id) ?? 0)
    if (!chart) return {}
    if (!(await mayReadChartRow(deps, caller, chart))) throw new Refusal(403, 'Forbidden')
    return formDataOf(chart)
  }),
  route(exploreEndpoints.availableDomains, async ({ config }) => ({
    result: { domains: config.webserverDomains.length > 0 ? config.webserverDomains : null },
  })),
]
