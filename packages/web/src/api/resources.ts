import type { Choice, InfoReply, ListReply } from '@sightline/contract'
import { encodeRison } from '@sightline/core'
import { request } from './client.ts'

export interface Filter {
  readonly col: string
  readonly opr: string
  readonly value: string | number | boolean | readonly (string | number)[]
}

export interface ListQuestion {
  readonly filters?: readonly Filter[] | undefined
  readonly order_column?: string | undefined
  readonly order_direction?: 'asc' | 'desc' | undefined
  readonly page?: number
  readonly page_size?: number
  readonly columns?: readonly string[]
}

/** Names of resources below `/api/v1/`. */
export type ResourceName =
  | 'chart'
  | 'dashboard'
  | 'dataset'
  | 'database'
  | 'saved_query'
  | 'query'
  | 'tag'
  | 'security/users'
  | 'security/roles'
  | 'security/permissions-resources'
  | 'rowlevelsecurity'

export const listRows = <Row>(resource: ResourceName, question: ListQuestion, signal?: AbortSignal): Promise<ListReply<Row>> =>
  request<ListReply<Row>>(`/api/v1/${resource}/`, { query: { q: encodeRison(question) }, signal })

/** Every row of a list, page by page. */
export const listAllRows = async <Row>(resource: ResourceName, question: ListQuestion, signal?: AbortSignal): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for (let page = 0; ; page++) {
    const reply = await listRows<Row>(resource, { ...question, page, page_size: 100 }, signal)
    rows.push(...reply.result)
    if (reply.result.length === 0 || rows.length >= reply.count) return rows
  }
}

export const readPermissions = async (resource: ResourceName, signal?: AbortSignal): Promise<readonly string[]> => {
  const info = await request<InfoReply>(`/api/v1/${resource}/_info`, { query: { q: encodeRison({ keys: ['permissions'] }) }, signal })
  return info.permissions ?? []
}

export interface ChoicesQuestion {
  readonly filter?: string | undefined
  readonly page?: number
  readonly page_size?: number
  readonly include_ids?: readonly number[]
}

export interface Choices {
  readonly count: number
  readonly result: readonly { readonly value: Choice['value'] | string; readonly text: string }[]
}

/** People, databases … a list can be narrowed to. */
export const readRelated = (resource: ResourceName, column: string, question: ChoicesQuestion, signal?: AbortSignal): Promise<Choices> =>
  request<Choices>(`/api/v1/${resource}/related/${column}`, { query: { q: encodeRison(question) }, signal })

export const readDistinct = (resource: ResourceName, column: string, question: ChoicesQuestion, signal?: AbortSignal): Promise<Choices> =>
  request<Choices>(`/api/v1/${resource}/distinct/${column}`, { query: { q: encodeRison(question) }, signal })

export const deleteRow = (resource: ResourceName, id: number): Promise<unknown> => request(`/api/v1/${resource}/${id}`, { method: 'DELETE' })

export const deleteRows = (resource: ResourceName, ids: readonly number[]): Promise<{ readonly message: string }> =>
  request(`/api/v1/${resource}/`, { method: 'DELETE', query: { q: encodeRison(ids) } })

export const readFavourites = async (resource: ResourceName, ids: readonly number[], signal?: AbortSignal): Promise<ReadonlySet<number>> => {
  if (ids.length === 0) return new Set()
  const reply = await request<{ result: readonly { id: number; value: boolean }[] }>(`/api/v1/${resource}/favorite_status/`, {
    query: { q: encodeRison(ids) },
    signal,
  })
  return new Set(reply.result.filter((entry) => entry.value).map((entry) => entry.id))
}

export const saveFavourite = (resource: ResourceName, id: number, isFavourite: boolean): Promise<unknown> =>
  request(`/api/v1/${resource}/${id}/favorites/`, { method: isFavourite ? 'POST' : 'DELETE', outlivesPage: true })
