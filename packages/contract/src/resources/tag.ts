import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { optionalText, text } from '../fields.ts'
import { crudEndpoints, favoriteEndpoints, type Row } from '../resource.ts'
import type { Person } from './chart.ts'

/** `["chart", 5]`; the kind is a name or its number. */
const objectToTag = z.tuple([z.union([z.string(), z.int()]), z.int()])
const tagName = () => text(1, 250)
export const tagPost = z.strictObject({ name: tagName(), description: optionalText(), objects_to_tag: z.array(objectToTag).optional() })
export const tagPut = z.strictObject({ name: tagName().optional(), description: optionalText(), objects_to_tag: z.array(objectToTag).optional() })
export type TagPost = z.infer<typeof tagPost>
export type TagPut = z.infer<typeof tagPut>

export interface TagRow {
  readonly id: number
  readonly name: string
  readonly type: number
  readonly description: string | null
  readonly changed_by: Person | null
  readonly changed_on_delta_humanized: string
  readonly created_by: Person | null
  readonly created_on_delta_humanized: string
}
export interface TaggedObject {
  readonly id: number
  readonly type: 'chart' | 'dashboard' | 'query' | 'dataset'
  readonly name: string
  readonly url: string
  readonly changed_on: string
  readonly created_by: Partial<Person>
  readonly creator: string
  readonly tags: readonly { readonly id: number; readonly name: string; readonly type: string }[]
  readonly owners: readonly (Person & { readonly username: string })[]
}

const names = { resource: 'tag', view: 'Tag', things: 'tags' }
const writes = { tag: 'tag', access: { permission: 'can_write', view: 'Tag' } } as const
const anyReply = z.record(z.string(), z.unknown()) as unknown as z.ZodType<Row>
const one = z.union([z.string(), z.number()])

export const tagEndpoints = {
  ...crudEndpoints({ ...names, listRow: z.looseObject({ id: z.int() }) as unknown as z.ZodType<TagRow>, post: tagPost, put: tagPut }),
  ...favoriteEndpoints(names),
  bulkCreate: endpoint({
    method: 'POST',
    path: '/api/v1/tag/bulk_create',
    tag: 'tag',
    summary: 'Put several tags on several objects',
    access: { permission: 'can_bulk_create', view: 'Tag' },
    body: z.strictObject({ tags: z.array(tagPost) }),
    reply: anyReply,
  }),
  objects: endpoint({
    method: 'GET',
    path: '/api/v1/tag/get_objects/',
    tag: 'tag',
    summary: 'Objects that carry any of the tags',
    access: { permission: 'can_read', view: 'Tag' },
    query: z.object({ tags: z.string().optional(), tagIds: z.string().optional(), types: z.string().optional() }),
    reply: z.object({ result: z.array(z.looseObject({ id: z.int() })) }) as unknown as z.ZodType<{ readonly result: readonly TaggedObject[] }>,
  }),
  mark: endpoint({
    ...writes,
    method: 'POST',
    path: '/api/v1/tag/:objectType/:objectId/',
    summary: 'Put tags on an object',
    params: z.object({ objectType: one, objectId: one }),
    body: z.strictObject({ properties: z.strictObject({ tags: z.array(tagName()) }) }),
    reply: anyReply,
    status: 201,
  }),
  unmark: endpoint({
    ...writes,
    method: 'DELETE',
    path: '/api/v1/tag/:objectType/:objectId/:tag/',
    summary: 'Take a tag off an object',
    params: z.object({ objectType: one, objectId: one, tag: one }),
    reply: anyReply,
  }),
}
