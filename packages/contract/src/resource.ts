import { z } from 'zod'
import { endpoint, type Endpoint } from './endpoint.ts'

/** The `q` argument: rison, or JSON, as text. */
export const risonQuery = z.object({ q: z.string().optional() })
/** Ids come as text from the path; whether one is a number at all is answered with 404 by the resource, never with 400. */
export const idParams = z.object({ id: z.union([z.string(), z.number()]) })
const columnParams = z.object({ column: z.string() })

export type Row = Record<string, unknown>
export interface ListReply<R = Row> {
  readonly count: number
  readonly ids: readonly number[]
  readonly result: readonly R[]
  readonly list_columns?: readonly string[]
  readonly order_columns?: readonly string[]
  readonly label_columns?: Readonly<Record<string, string>>
  readonly description_columns?: Readonly<Record<string, string>>
  readonly list_title?: string
}
export interface ItemReply<R = Row> {
  readonly id: number
  readonly result: R
  readonly show_columns?: readonly string[]
  readonly label_columns?: Readonly<Record<string, string>>
  readonly description_columns?: Readonly<Record<string, string>>
  readonly show_title?: string
}
export interface Choice {
  readonly value: number
  readonly text: string
  readonly extra: Readonly<Record<string, unknown>>
}
export interface InfoColumn {
  readonly name: string
  readonly label: string
  readonly description: string
  readonly type: string
  readonly required: boolean
  readonly unique: boolean
  readonly validate?: readonly string[]
}
export interface InfoReply {
  readonly permissions?: readonly string[]
  readonly filters?: Readonly<Record<string, readonly { readonly name: string; readonly operator: string }[]>>
  readonly add_columns?: readonly InfoColumn[]
  readonly edit_columns?: readonly InfoColumn[]
  readonly add_title?: string
  readonly edit_title?: string
}
export interface WriteReply {
  readonly id?: number
  readonly result: Row
}
export interface MessageReply {
  readonly message: string
}
export interface FavoriteStatusReply {
  readonly result: readonly { readonly id: number; readonly value: boolean }[]
}

const anyObject = z.record(z.string(), z.unknown())
const as = <T>(schema: z.ZodType): z.ZodType<T> => schema as unknown as z.ZodType<T>
const listReply = <R>(row: z.ZodType<R>) => as<ListReply<R>>(z.looseObject({ count: z.int(), ids: z.array(z.int()), result: z.array(row) }))
const itemReply = <R>(row: z.ZodType<R>) => as<ItemReply<R>>(z.looseObject({ id: z.int(), result: row }))
const writeReply = as<WriteReply>(z.looseObject({ id: z.int().optional(), result: anyObject }))
export const messageReply = as<MessageReply>(z.object({ message: z.string() }))
const choicesReply = as<{ readonly count: number; readonly result: readonly Choice[] }>(
  z.object({ count: z.int(), result: z.array(z.object({ value: z.unknown(), text: z.string(), extra: anyObject.optional() })) }),
)
const infoReply = as<InfoReply>(anyObject)
const favoriteStatusReply = as<FavoriteStatusReply>(z.object({ result: z.array(z.object({ id: z.int(), value: z.boolean() })) }))
const okReply = as<{ readonly result: string }>(z.object({ result: z.string() }))

export interface ResourceNames<R = Row, S = R> {
  /** Path below `/api/v1/`: `css_template`. */
  readonly resource: string
  /** View of the permission pairs: `CssTemplate`. */
  readonly view: string
  /** Words of the summaries: `CSS templates`. */
  readonly things: string
  readonly listRow?: z.ZodType<R>
  readonly showRow?: z.ZodType<S>
}

/** `_info`, list, item, `related`, `distinct`. */
export const readEndpoints = <R = Row, S = R>({ resource, view, things, listRow, showRow }: ResourceNames<R, S>) => {
  const base = `/api/v1/${resource}`
  const about = { tag: resource, access: { permission: 'can_read', view }, query: risonQuery } as const
  return {
    info: endpoint({ ...about, method: 'GET', path: `${base}/_info`, summary: `What can be done with ${things}`, reply: infoReply }),
    list: endpoint({
      ...about,
      method: 'GET',
      path: `${base}/`,
      summary: `List ${things}`,
      reply: listReply(listRow ?? (anyObject as unknown as z.ZodType<R>)),
    }),
    get: endpoint({
      ...about,
      method: 'GET',
      path: `${base}/:id`,
      summary: `Read one of the ${things}`,
      params: idParams,
      reply: itemReply(showRow ?? (anyObject as unknown as z.ZodType<S>)),
    }),
    related: endpoint({
      ...about,
      method: 'GET',
      path: `${base}/related/:column`,
      summary: `Choices of a relation of ${things}`,
      params: columnParams,
      reply: choicesReply,
    }),
    distinct: endpoint({
      ...about,
      method: 'GET',
      path: `${base}/distinct/:column`,
      summary: `Values of a column of ${things}`,
      params: columnParams,
      reply: choicesReply,
    }),
  }
}

export interface WriteShapes<Post, Put> {
  readonly post: z.ZodType<Post>
  readonly put: z.ZodType<Put>
  /** 400 where absent; the generic form resources (saved queries, CSS templates) answer 422. */
  readonly invalidStatus?: number
}

/** POST, PUT, DELETE and DELETE of several. */
export const writeEndpoints = <Post, Put>({ resource, view, things }: ResourceNames<any, any>, { post, put, invalidStatus }: WriteShapes<Post, Put>) => {
  const base = `/api/v1/${resource}`
  const about = { tag: resource, access: { permission: 'can_write', view } } as const
  const invalid = invalidStatus === undefined ? {} : { invalidStatus }
  return {
    create: endpoint({
      ...about,
      ...invalid,
      method: 'POST',
      path: `${base}/`,
      summary: `Create one of the ${things}`,
      body: post,
      reply: writeReply,
      status: 201,
    }),
    update: endpoint({
      ...about,
      ...invalid,
      method: 'PUT',
      path: `${base}/:id`,
      summary: `Change one of the ${things}`,
      params: idParams,
      body: put,
      reply: writeReply,
    }),
    remove: endpoint({ ...about, method: 'DELETE', path: `${base}/:id`, summary: `Delete one of the ${things}`, params: idParams, reply: messageReply }),
    removeMany: endpoint({ ...about, method: 'DELETE', path: `${base}/`, summary: `Delete several ${things}`, query: risonQuery, reply: messageReply }),
  }
}

/** `favorite_status` and the star itself. */
export const favoriteEndpoints = ({ resource, view, things }: ResourceNames<any, any>) => {
  const base = `/api/v1/${resource}`
  const about = { tag: resource, access: { permission: 'can_read', view } } as const
  return {
    favoriteStatus: endpoint({
      ...about,
      method: 'GET',
      path: `${base}/favorite_status/`,
      summary: `Which ${things} the caller has starred`,
      query: risonQuery,
      reply: favoriteStatusReply,
    }),
    favorite: endpoint({ ...about, method: 'POST', path: `${base}/:id/favorites/`, summary: `Star one of the ${things}`, params: idParams, reply: okReply }),
    unfavorite: endpoint({ ...about, method: 'DELETE', path: `${base}/:id/favorites/`, summary: `Take the star off`, params: idParams, reply: okReply }),
  }
}

/** Everything a model resource has, but for favourites. */
export const crudEndpoints = <R, S, Post, Put>(description: ResourceNames<R, S> & WriteShapes<Post, Put>) => ({
  ...readEndpoints<R, S>(description),
  ...writeEndpoints<Post, Put>(description, description),
})

export type ReadEndpoints = { readonly [K in keyof ReturnType<typeof readEndpoints>]: Endpoint<any, any, any, any> }
export type WriteEndpoints = { readonly [K in keyof ReturnType<typeof writeEndpoints>]: Endpoint<any, any, any, any> }
export type FavoriteEndpoints = { readonly [K in keyof ReturnType<typeof favoriteEndpoints>]: Endpoint<any, any, any, any> }
