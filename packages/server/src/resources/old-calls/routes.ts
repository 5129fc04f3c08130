import { oldCallEndpoints } from '@sightline/contract'
import { printAnswers } from '../../chart-data/print-answers.ts'
import { readJson, readQueryContext } from '../../chart-data/read-query-context.ts'
import { runChartData } from '../../chart-data/run-chart-data.ts'
import { Refusal } from '../../http/problem.ts'
import { route, type Route } from '../../http/route.ts'
import { safeNext } from '../../people/safe-next.ts'
import { sendPieces } from '../../wire/send-pieces.ts'
import { describeInterface } from './describe-interface.ts'

const e = oldCallEndpoints

export const routes: readonly Route[] = [
  route(e.query, async (deps, { body, caller, reply, signal }) => {
    const text = body?.query_context
    if (typeof text !== 'string') throw new Refusal(400, 'Request is incorrect: query_context is missing')
    // Files have calls of their own; this one has always answered JSON.
    const context = { ...readQueryContext(readJson(text)), result_format: 'json' as const }
    const answers = await runChartData(deps, { caller, context, signal })
    return sendPieces(reply, 'application/json; charset=utf-8', await printAnswers(deps, answers, () => signal, ['[', ']']))
  }),
  route(e.openApi, async (_deps, { reply }) => reply.type('application/json; charset=utf-8').send(await describeInterface())),
  route(e.swagger, async (_deps, { reply }) => reply.redirect('/api/v1/_openapi')),
  route(e.shortLink, async (_deps, { reply }) => reply.redirect('/')),
  route(e.language, async (_deps, { reply, request }) => reply.redirect(backFrom(request.headers.referer, request.host))),
  route(e.userInfo, async (_deps, { reply }) => reply.redirect('/profile/')),
  route(e.ownPassword, async (_deps, { reply }) => reply.redirect('/password/')),
  route(e.otherPassword, async (_deps, { reply }) => reply.redirect('/users/list/')),
]

/** The page of this server that a link was followed on; a page of somebody else's is none. */
function backFrom(referer: string | undefined, host: string): string {
  if (!referer || !URL.canParse(referer)) return safeNext(undefined)
  const from = new URL(referer)
  return safeNext(from.host === host ? from.pathname + from.search : undefined)
}
