import { healthEndpoints, pageEndpoints, shellEndpoints } from '@sightline/contract'
import { nothingThere } from '../../http/problem.ts'
import { route, type Route } from '../../http/route.ts'
import { sendFile, sendShell } from '../../http/shell.ts'
import { idIn } from '../../rest/ids.ts'
import { createUntitledDashboard } from './create-untitled-dashboard.ts'
import { signInRoutes } from './sign-in-routes.ts'

type Query = Readonly<Record<string, unknown>>

/** Keeps what the address carried; only texts come from an address. */
const withQuery = (path: string, query: Query, more: Readonly<Record<string, string>> = {}): string => {
  const texts = Object.entries(query).flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((item): [string, string] => [name, String(item)]))
  const search = new URLSearchParams([...Object.entries(more), ...texts.filter(([name]) => !(name in more))]).toString()
  return search ? `${path}?${search}` : path
}

export const routes: readonly Route[] = [
  ...signInRoutes,
  ...shellEndpoints.map((endpoint) => route(endpoint, (deps, { request, reply, caller }) => sendShell(deps, request, reply, caller))),
  route(pageEndpoints.root, async (_deps, { reply }) => reply.redirect('/superset/welcome/')),
  route(pageEndpoints.welcome, async (deps, { request, reply, caller }) =>
    caller.kind === 'anonymous' && caller.pairs.size === 0 ? reply.redirect('/login/') : sendShell(deps, request, reply, caller),
  ),
  route(pageEndpoints.newDashboard, async (deps, { reply, caller }) =>
    reply.redirect(`/superset/dashboard/${await createUntitledDashboard(deps, caller)}/?edit=true`),
  ),
  route(pageEndpoints.slice, async (deps, { params, query, reply }) => {
    const id = idIn(params.id)
    const chart = id === null ? undefined : await deps.db.selectFrom('charts').select('id').where('id', '=', id).executeTakeFirst()
    if (!chart) throw nothingThere()
    return reply.redirect(withQuery('/explore/', query, { form_data: `{"slice_id": ${id}}` }).replaceAll('+', '%20'))
  }),
  route(pageEndpoints.oldExplore, async (_deps, { query, reply }) => reply.redirect(withQuery('/explore/', query))),
  route(pageEndpoints.oldExploreOf, async (_deps, { params, query, reply }) =>
    reply.redirect(withQuery('/explore/', query, { datasource_type: params.type, datasource_id: params.id })),
  ),
  route(pageEndpoints.oldSqllab, async (_deps, { query, reply }) => reply.redirect(withQuery('/sqllab', query))),
  ...[pageEndpoints.openSqllab, pageEndpoints.openOldSqllab].map((endpoint) =>
    route(endpoint, async (deps, { body, request, reply, caller }) => {
      const { csrf_token: _, ...asked } = body ?? {}
      return sendShell(deps, request, reply, caller, { requested_query: asked })
    }),
  ),
  route(pageEndpoints.oldSqllabHistory, async (_deps, { reply }) => reply.redirect('/sqllab/history')),
  route(pageEndpoints.file, async (_deps, { params, reply }) => sendFile(reply, params['*'])),
  ...Object.values(healthEndpoints).map((endpoint) =>
    route(endpoint, async ({ readiness }, { reply }) =>
      reply
        .code(readiness.isReady ? 200 : 503)
        .type('text/plain; charset=utf-8')
        .send(readiness.isReady ? 'OK' : 'Not ready'),
    ),
  ),
]
