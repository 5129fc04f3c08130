import { dashboardPermalinkEndpoints, embeddedEndpoints, filterSetEndpoints, filterStateEndpoints } from '@sightline/contract'
import { sessionKeyOf } from '../../http/cookies.ts'
import { Refusal } from '../../http/problem.ts'
import { route, type Route } from '../../http/route.ts'
import { askedBy } from '../../rest/routes.ts'
import { sendEmbeddedPage } from './embedded-page.ts'
import { findEmbedded, readEmbedded, removeEmbedded, setEmbedded } from './embedded.ts'
import { createFilterSet, listFilterSets, removeFilterSet, updateFilterSet } from './filter-sets.ts'
import { changeFilterState, createFilterState, readFilterState, removeFilterState } from './filter-state.ts'
import { addressOf, createDashboardPermalink, readDashboardPermalink } from './permalinks.ts'

/** What is kept beside dashboards: links, chosen filter values, named sets of them, and where they are embedded. */
export const stateRoutes: readonly Route[] = [
  route(dashboardPermalinkEndpoints.create, async (deps, call) => {
    const key = await createDashboardPermalink(askedBy(deps, call), call.params.id, call.body)
    return { key, url: `${call.request.protocol}://${call.request.host}/superset/dashboard/p/${key}/` }
  }),
  route(dashboardPermalinkEndpoints.read, async (deps, call) => {
    const link = await readDashboardPermalink(askedBy(deps, call), call.params.key)
    if (!link) throw new Refusal(404, 'Not found')
    return link
  }),
  route(dashboardPermalinkEndpoints.open, async (deps, call) => {
    const link = await readDashboardPermalink(askedBy(deps, call), call.params.key)
    if (!link) throw Refusal.raw(404, { error: 'permalink state not found' })
    return call.reply.redirect(addressOf(call.params.key, link))
  }),
  route(filterStateEndpoints.create, async (deps, call) => ({ key: await createFilterState(placeOf(askedBy(deps, call), call), call.body.value) })),
  route(filterStateEndpoints.change, async (deps, call) => ({
    key: await changeFilterState(placeOf(askedBy(deps, call), call), call.params.key, call.body.value),
  })),
  route(filterStateEndpoints.read, async (deps, call) => ({ value: await readFilterState(askedBy(deps, call), call.params.id, call.params.key) })),
  route(filterStateEndpoints.remove, async (deps, call) => {
    await removeFilterState(askedBy(deps, call), call.params.id, call.params.key)
    return { message: 'Deleted successfully' }
  }),
  route(filterSetEndpoints.list, (deps, call) => listFilterSets(askedBy(deps, call), call.params.id, call.query.q)),
  route(filterSetEndpoints.create, (deps, call) => createFilterSet(askedBy(deps, call), call.params.id, call.body)),
  route(filterSetEndpoints.update, (deps, call) => updateFilterSet(askedBy(deps, call), call.params.id, call.params.setId, call.body)),
  route(filterSetEndpoints.remove, (deps, call) => removeFilterSet(askedBy(deps, call), call.params.id, call.params.setId)),
  route(embeddedEndpoints.read, (deps, call) => readEmbedded(askedBy(deps, call), call.params.id)),
  route(embeddedEndpoints.create, (deps, call) => setEmbedded(askedBy(deps, call), call.params.id, call.body.allowed_domains)),
  route(embeddedEndpoints.change, (deps, call) => setEmbedded(askedBy(deps, call), call.params.id, call.body.allowed_domains)),
  route(embeddedEndpoints.remove, (deps, call) => removeEmbedded(askedBy(deps, call), call.params.id)),
  route(embeddedEndpoints.find, (deps, call) => findEmbedded(askedBy(deps, call), call.params.uuid)),
  route(embeddedEndpoints.page, (deps, { params, request, reply }) => sendEmbeddedPage(deps, params.uuid, request, reply)),
]

const placeOf = (
  asked: ReturnType<typeof askedBy>,
  { params, query, request }: { params: { id: string | number }; query: { tab_id?: string | undefined }; request: Parameters<typeof sessionKeyOf>[0] },
) => ({ asked, idOrSlug: params.id, session: sessionKeyOf(request), tabId: query.tab_id })
