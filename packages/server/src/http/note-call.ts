import type { Endpoint } from '@sightline/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { actionName } from './action-name.ts'

type AnyEndpoint = Endpoint<any, any, any, any>
const names = new WeakMap<AnyEndpoint, string>()

/** One event per call of the API or of a page, with what was asked for. */
export function noteCall({ events }: Deps, endpoint: AnyEndpoint, request: FastifyRequest, reply: FastifyReply): void {
  if (endpoint.isLogged === false || request.method === 'HEAD' || request.caller === null) return
  let action = names.get(endpoint)
  if (action === undefined) names.set(endpoint, (action = actionName(endpoint)))
  const query = request.query as Record<string, unknown>
  const body = fieldsOf(request.body)
  // Chart data names its chart in the address too.
  const form = { ...fieldsInText(query['form_data']), ...fieldsOf(body['form_data']) }
  events.add({
    action,
    userId: request.caller.id,
    chartId: wholeNumber(form['slice_id'] ?? body['slice_id'] ?? query['slice_id']),
    dashboardId: wholeNumber(form['dashboardId'] ?? body['dashboard_id'] ?? query['dashboard_id']),
    json: { path: request.url.split('?')[0], ...query, ...withoutFiles(body), status: reply.statusCode },
    durationMs: Math.round(reply.elapsedTime),
    referrer: request.headers.referer,
  })
}

/** The bytes of an upload do not belong in a log. */
const withoutFiles = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, fieldsOf(value)['bytes'] instanceof Uint8Array ? fieldsOf(value)['filename'] : value]))

function fieldsInText(text: unknown): Record<string, unknown> {
  try {
    return typeof text === 'string' ? fieldsOf(JSON.parse(text)) : {}
  } catch {
    return {}
  }
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

const wholeNumber = (value: unknown): number | null => {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number < 2 ** 31 ? number : null
}
