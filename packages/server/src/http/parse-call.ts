import { fieldMapOf, type Endpoint } from '@sightline/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { Refusal } from './problem.ts'
import type { Call } from './route.ts'

/** Everything a handler gets, checked by the endpoint's schemas. */
export function parseCall(endpoint: Endpoint<any, any, any, any>, request: FastifyRequest, reply: FastifyReply): Call<unknown, unknown, unknown> {
  const status = endpoint.invalidStatus ?? 400
  const caller = request.caller
  if (!caller) throw new Error('The gate was not passed.')
  if (endpoint.body && request.body === undefined && !endpoint.body.safeParse(undefined).success) throw new Refusal(400, 'Request is not JSON')
  let controller: AbortController | undefined
  return {
    params: parse(endpoint.params, request.params, 400),
    query: parse(endpoint.query, request.query, 400),
    body: parse(endpoint.body, request.body, status),
    caller,
    request,
    reply,
    get signal() {
      controller ??= abortWhenGone(reply)
      return controller.signal
    },
  }
}

function parse(schema: z.ZodType | undefined, value: unknown, status: number): unknown {
  if (!schema) return value
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Refusal(status, fieldMapOf(parsed.error.issues, value))
}

function abortWhenGone(reply: FastifyReply): AbortController {
  const controller = new AbortController()
  const leave = () => {
    if (!reply.raw.writableFinished) controller.abort()
  }
  if (reply.raw.destroyed) leave()
  else reply.raw.once('close', leave)
  return controller
}
