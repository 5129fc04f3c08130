import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { optionalText, text, whole } from '../fields.ts'
import { idParams, risonQuery, type ListReply, type Row } from '../resource.ts'

const access = (permission: string) => ({ permission, view: 'FilterSets' })

const filterSetParams = z.object({ nativeFilters: z.record(z.string(), z.unknown()), dataMask: z.record(z.string(), z.unknown()).optional() })

/** What a set holds travels as text; anything that is wrong with it is said about the whole body. */
const holdsFilters = (value: string | undefined): boolean => {
  if (value === undefined) return true
  try {
    return filterSetParams.safeParse(JSON.parse(value)).success
  } catch {
    return false
  }
}
const notFilters = { error: 'failed to parse json_metadata to json' }
const description = optionalText(1, 1000)

const filterSetPost = z
  .strictObject({ name: text(0, 500), owner_type: z.enum(['Dashboard', 'User']), owner_id: whole().optional(), json_metadata: text(), description })
  .refine(({ json_metadata }) => holdsFilters(json_metadata), notFilters)
  .refine(({ owner_type, owner_id }) => owner_type !== 'User' || owner_id !== undefined, { error: 'owner_id is mandatory when owner_type is User' })
const filterSetPut = z
  .strictObject({ name: text(0, 500).optional(), owner_type: z.enum(['Dashboard']).optional(), json_metadata: text().optional(), description })
  .refine(({ json_metadata }) => holdsFilters(json_metadata), notFilters)
export type FilterSetPost = z.infer<typeof filterSetPost>
export type FilterSetPut = z.infer<typeof filterSetPut>

export interface FilterSet {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly owner_type: string
  readonly owner_id: number
  readonly dashboard_id: number
  readonly params: unknown
}
const setReply = z.looseObject({ id: z.int(), name: z.string() }) as unknown as z.ZodType<FilterSet>
const setParams = z.object({ id: z.union([z.string(), z.number()]), setId: z.union([z.string(), z.number()]) })
const about = { tag: 'dashboard', params: idParams } as const

/** Named values of a dashboard's filters. */
export const filterSetEndpoints = {
  list: endpoint({
    ...about,
    method: 'GET',
    path: '/api/v1/dashboard/:id/filtersets',
    summary: 'The filter sets of a dashboard',
    access: access('can_list'),
    query: risonQuery,
    reply: z.looseObject({ count: z.int(), ids: z.array(z.int()) }) as unknown as z.ZodType<ListReply<Row>>,
  }),
  create: endpoint({
    ...about,
    method: 'POST',
    path: '/api/v1/dashboard/:id/filtersets',
    summary: 'Create a filter set',
    access: access('can_add'),
    body: filterSetPost,
    reply: setReply,
    status: 201,
  }),
  update: endpoint({
    ...about,
    method: 'PUT',
    path: '/api/v1/dashboard/:id/filtersets/:setId',
    summary: 'Change a filter set',
    access: access('can_edit'),
    params: setParams,
    body: filterSetPut,
    reply: setReply,
  }),
  remove: endpoint({
    ...about,
    method: 'DELETE',
    path: '/api/v1/dashboard/:id/filtersets/:setId',
    summary: 'Delete a filter set; answers the id of its dashboard',
    access: access('can_delete'),
    params: setParams,
    reply: z.object({ id: z.int().optional() }),
  }),
}
