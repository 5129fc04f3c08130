import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { optionalText, text, whole } from './fields.ts'
import { idParams } from './resource.ts'

/** What a shared link to the SQL editor opens. */
export const sharedQuery = z.strictObject({
  dbId: whole(),
  name: text(),
  sql: text(),
  schema: optionalText(),
  catalog: optionalText(),
  autorun: z.boolean().nullable().optional(),
  templateParams: optionalText(),
})
export type SharedQuery = z.infer<typeof sharedQuery>

export const shareEndpoints = {
  createPermalink: endpoint({
    method: 'POST',
    path: '/api/v1/sqllab/permalink',
    tag: 'sqllab',
    summary: 'A lasting link to a query',
    access: { permission: 'can_write', view: 'SqlLabPermalinkRestApi' },
    body: sharedQuery,
    reply: z.object({ key: z.string(), url: z.string() }),
    status: 201,
  }),
  readPermalink: endpoint({
    method: 'GET',
    path: '/api/v1/sqllab/permalink/:key',
    tag: 'sqllab',
    summary: 'What a lasting link to a query holds',
    access: { permission: 'can_read', view: 'SqlLabPermalinkRestApi' },
    params: z.object({ key: z.string() }),
    reply: sharedQuery,
  }),
  storeText: endpoint({
    method: 'POST',
    path: '/kv/store/',
    tag: 'kv',
    summary: 'Keep a text of a shared query, in the old way',
    access: { permission: 'can_store', view: 'KV' },
    body: z.looseObject({ data: z.string().optional() }),
    reply: z.object({ id: z.int() }),
  }),
  readText: endpoint({
    method: 'GET',
    path: '/kv/:id/',
    tag: 'kv',
    summary: 'Read a text that was kept in the old way',
    access: { permission: 'can_get_value', view: 'KV' },
    params: idParams,
    produces: 'text',
  }),
}
