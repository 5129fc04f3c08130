import { sqllabEndpoints } from '@sightline/contract'
import { unwrap } from '../../http/problem.ts'
import { route, type Route } from '../../http/route.ts'
import { executeSql } from '../../sqllab/execute.ts'
import { printAnswer } from '../../sqllab/print-answer.ts'
import { stopQuery } from '../../sqllab/stop.ts'

export const routes: readonly Route[] = [
  route(sqllabEndpoints.execute, async (deps, { body, caller, signal, request, reply }) => {
    const answer = unwrap(await executeSql(deps, caller, { body, urlParams: textsOf(request.query), signal }))
    return reply
      .code(200)
      .type('application/json; charset=utf-8')
      .send(Buffer.from(await printAnswer(answer, deps.config.displayMaxRow)))
  }),
  route(sqllabEndpoints.stop, async (deps, { body, caller }) => {
    await stopQuery(deps, caller, body.client_id)
    return { result: 'OK' }
  }),
]

/** The page's own query string comes along, for `url_param` in templates; of a repeated name the last counts. */
function textsOf(query: unknown): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    const last: unknown = Array.isArray(value) ? value.at(-1) : value
    if (typeof last === 'string') texts[name] = last
  }
  return texts
}
