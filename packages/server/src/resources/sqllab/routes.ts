import { sqllabEndpoints, type QueryRun } from '@sightline/contract'
import { unwrap } from '../../http/problem.ts'
import { route, type Route } from '../../http/route.ts'
import { readQ } from '../../rest/read-q.ts'
import { describeStart, listUpdated } from '../../sqllab/bootstrap.ts'
import { estimateCost } from '../../sqllab/estimate.ts'
import { executeSql } from '../../sqllab/execute.ts'
import { exportRun } from '../../sqllab/export.ts'
import { readKept } from '../../sqllab/kept-result.ts'
import { printAnswer } from '../../sqllab/print-answer.ts'
import { stopQuery } from '../../sqllab/stop.ts'

export const routes: readonly Route[] = [
  route(sqllabEndpoints.execute, async (deps, { body, caller, signal, request, reply }) => {
    const answer = unwrap(await executeSql(deps, caller, { body, urlParams: textsOf(request.query), signal }))
    return reply
      .code(answer.isAccepted ? 202 : 200)
      .type('application/json; charset=utf-8')
      .send(Buffer.from(await printAnswer(answer)))
  }),
  route(sqllabEndpoints.results, async (deps, { query, caller, signal, reply }) => {
    const { key, rows } = readQ<{ key: string; rows?: number | null }>(query.q, {
      type: 'object',
      properties: { key: { type: 'string' }, rows: { anyOf: [{ type: 'integer' }, { type: 'null' }] } },
      required: ['key'],
    })
    const answer = unwrap(await readKept(deps, caller, key, rows ?? null, signal))
    return reply
      .code(200)
      .type('application/json; charset=utf-8')
      .send(Buffer.from(await printAnswer(answer)))
  }),
  route(sqllabEndpoints.stop, async (deps, { body, caller }) => {
    await stopQuery(deps, caller, body.client_id)
    return { result: 'OK' }
  }),
  route(sqllabEndpoints.start, async (deps, { caller }) => ({ result: await describeStart(deps, caller) })),
  route(sqllabEndpoints.estimate, async (deps, { body, caller, signal }) => {
    const { template_params: given } = body
    const input = { ...body, template_params: typeof given === 'object' && given !== null ? JSON.stringify(given) : given }
    return { result: [...unwrap(await estimateCost(deps, caller, input, signal))] }
  }),
  route(sqllabEndpoints.export, async (deps, { params, caller, signal, reply }) => {
    const { name, csv } = unwrap(await exportRun(deps, caller, params.client_id, signal))
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name.replace(/[^\w .-]/g, '_')}.csv"`)
      .send(Buffer.from(csv))
  }),
  route(sqllabEndpoints.updatedSince, async (deps, { query, caller }) => {
    const { last_updated_ms: since } = readQ<{ last_updated_ms: number }>(query.q, {
      type: 'object',
      properties: { last_updated_ms: { type: 'number' } },
      required: ['last_updated_ms'],
    })
    return { result: (await listUpdated(deps, caller, since)) as QueryRun[] }
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
