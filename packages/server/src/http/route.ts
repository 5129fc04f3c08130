import type { Endpoint } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'

/** What a handler gets: everything validated by the endpoint's schemas, and who asks. */
export interface Call<Params, Query, Body> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly caller: Caller
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export type Handler<Params, Query, Body, Reply> = (deps: Deps, call: Call<Params, Query, Body>) => Promise<Reply>

/** An endpoint with the function that answers it. `app.ts` registers all of them in one place, so no route can escape the access table. */
export interface Route {
  readonly endpoint: Endpoint<any, any, any, any>
  readonly handle: Handler<any, any, any, any>
}

/** A handler that answers through `call.reply` itself (files, redirects, streams) returns `call.reply`. */
export const route = <Params, Query, Body, Reply>(
  endpoint: Endpoint<Params, Query, Body, Reply>,
  handle: Handler<Params, Query, Body, Reply | FastifyReply>,
): Route => ({ endpoint, handle })
