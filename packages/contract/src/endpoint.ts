import type { z } from 'zod'

/**
 * Who may call an endpoint. Everything finer (ownership, data access) is decided by `core/access` inside the handler;
 * an endpoint without this entry does not type-check, and a route without an endpoint fails the route table test.
 */
export type Access = 'public' | 'signed-in' | { readonly permission: string; readonly view: string }

export interface Endpoint<Params = unknown, Query = unknown, Body = unknown, Reply = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Fastify style: `/api/v1/chart/:id`. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly access: Access
  /** Open to guests too, for the embedded dashboards of their token; every other endpoint is closed to them. */
  readonly isForGuests?: boolean
  /** State changes ask for the CSRF token unless this is false. */
  readonly csrf?: boolean
  readonly params?: z.ZodType<Params>
  readonly query?: z.ZodType<Query>
  readonly body?: z.ZodType<Body>
  /** Form fields that hold files. The files are written to the data folder as they come, and the handler finds them on the request, not in the body. */
  readonly takesFiles?: readonly string[]
  /** Status of a body the schema refuses, answered as `{message: fieldMapOf(…)}`; 400 where absent. */
  readonly invalidStatus?: number
  /** A body that is no JSON is answered as `{errors: […]}` instead of `{message}`: what clients of this call look for. */
  readonly listsErrors?: boolean
  /** `json` (default) has a schema; the others are named for the OpenAPI file only. */
  readonly produces?: 'json' | 'html' | 'zip' | 'png' | 'csv' | 'xlsx' | 'text' | 'redirect' | 'arrow'
  readonly reply?: z.ZodType<Reply>
  /** Status of success; 200 where absent. */
  readonly status?: number
  /** Name in the event log, where the one made from view, method and path would not do. */
  readonly action?: string
  /** false for calls that would only fill the event log. */
  readonly isLogged?: boolean
}

/** Identity, but it fixes the types that both the server and the browser infer from. */
export const endpoint = <Params = unknown, Query = unknown, Body = unknown, Reply = unknown>(
  description: Endpoint<Params, Query, Body, Reply>,
): Endpoint<Params, Query, Body, Reply> => description

export type ParamsOf<E> = E extends Endpoint<infer P, unknown, unknown, unknown> ? P : never
export type QueryOf<E> = E extends Endpoint<unknown, infer Q, unknown, unknown> ? Q : never
export type BodyOf<E> = E extends Endpoint<unknown, unknown, infer B, unknown> ? B : never
export type ReplyOf<E> = E extends Endpoint<unknown, unknown, unknown, infer R> ? R : never
