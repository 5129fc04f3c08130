import { sqllabEndpoints, type QueryRun } from '@sightline/contract'
import { Refusal, unwrap } from '../../http/problem.ts'
import { route, type Route } from '../../http/route.ts'
import { idOf } from '../../rest/ids.ts'
import { readQ } from '../../rest/read-q.ts'
import { describeStart, listUpdated } from '../../sqllab/bootstrap.ts'
import { estimateCost } from '../../sqllab/estimate.ts'
import { executeSql } from '../../sqllab/execute.ts'
import { exportName, exportRun } from '../../sqllab/export.ts'
import { formatSql } from '../../sqllab/format-sql.ts'
import { validateSql } from '../../sqllab/validate-sql.ts'
import { readKept } from '../../sqllab/kept-result.ts'
import { sendAnswer } from '../../sqllab/print-answer.ts'
import { stopQuery } from '../../sqllab/stop.ts'
import { wantsArrow } from '../../wire/print-rows.ts'
import { sendPieces } from '../../wire/send-pieces.ts'

const fileTypes = { csv: 'text/csv; charset=utf-8', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const

export const routes: readonly Route[] = [
  ...[sqllabEndpoints.execute, sqllabEndpoints.executeOld].map((endpoint) =>
    route(endpoint, async (deps, { body, caller, signal, request, reply }) => {
      const { accept } = request.headers
      return sendAnswer(
        reply,
        accept,
        unwrap(await executeSql(deps, caller, { body, urlParams: textsOf(request.query), signal, wantsAll: wantsArrow(accept) })),
      )
    }),
  ),
  route(sqllabEndpoints.results, async (deps, { query, caller, signal, request, reply }) => {
    const { key, rows } = readQ<{ key: string; rows?: number | null }>(query.q, {
      type: 'object',
      properties: { key: { type: 'string' }, rows: { anyOf: [{ type: 'integer' }, { type: 'null' }] } },
      required: ['key'],
    })
    return sendAnswer(reply, request.headers.accept, unwrap(await readKept(deps, caller, key, rows ?? null, signal)))
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
  route(sqllabEndpoints.validate, async (deps, { body, params, caller, signal }) => ({
    result: [...unwrap(await validateSql(deps, caller, idOf(params.id), body, signal))],
  })),
  route(sqllabEndpoints.format, async (deps, { body, caller, signal }) => ({ result: unwrap(await formatSql(deps, caller, body, signal)) })),
  route(sqllabEndpoints.export, async (deps, { params, query, caller, signal, reply }) => {
    const format = query.result_format ?? 'csv'
    const { tab, pieces } = unwrap(await exportRun(deps, caller, params.client_id, format, signal))
    reply.header('content-disposition', `attachment; filename=${exportName(tab, deps.now())}.${format}`)
    return sendPieces(reply, fileTypes[format], pieces)
  }),
  route(sqllabEndpoints.exportStreaming, async (deps, { body, caller, signal, reply }) => {
    const clientId = body?.client_id
    if (!clientId) throw new Refusal(400, 'client_id is required')
    const { pieces } = unwrap(await exportRun(deps, caller, clientId, 'csv', signal))
    const stamp = deps.now().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '_')
    const name = (body.filename || `sqllab_${clientId}_${stamp}.csv`).replaceAll(/[^\w .()-]/g, '_')
    reply.headers({ 'content-disposition': `attachment; filename="${name}"`, 'cache-control': 'no-cache', 'x-accel-buffering': 'no' })
    return sendPieces(reply, fileTypes.csv, pieces, (message) => `__STREAM_ERROR__:${message}\n`)
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
