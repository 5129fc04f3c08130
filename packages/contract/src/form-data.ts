import { z } from 'zod'
import { datasourceTypes } from './datasource-key.ts'
import { endpoint } from './endpoint.ts'
import { optionalWhole, text, whole } from './fields.ts'

const access = (permission: string) => ({ permission, view: 'ExploreFormDataRestApi' })
const keyParams = z.object({ key: z.string() })
/** The browser's tab: one tab keeps one form per chart. */
const tabQuery = z.object({ tab_id: z.string().optional() })
const keyReply = z.object({ key: z.string() })

export const formDataBody = z.strictObject({
  datasource_id: whole(),
  datasource_type: z.enum(datasourceTypes),
  form_data: text(),
  chart_id: optionalWhole(),
})
export type FormDataBody = z.infer<typeof formDataBody>

/** Forms of the explorer that are not saved, kept for a while under a key of the address. */
export const formDataEndpoints = {
  create: endpoint({
    method: 'POST',
    path: '/api/v1/explore/form_data',
    tag: 'explore',
    summary: 'Keep a form for a while',
    access: access('can_write'),
    query: tabQuery,
    body: formDataBody,
    reply: keyReply,
    status: 201,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/v1/explore/form_data/:key',
    tag: 'explore',
    summary: 'Replace a kept form',
    access: access('can_write'),
    params: keyParams,
    query: tabQuery,
    body: formDataBody,
    reply: keyReply.extend({ message: z.string() }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/v1/explore/form_data/:key',
    tag: 'explore',
    summary: 'Read a kept form',
    access: access('can_read'),
    params: keyParams,
    reply: z.object({ form_data: z.string() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/explore/form_data/:key',
    tag: 'explore',
    summary: 'Forget a kept form',
    access: access('can_write'),
    params: keyParams,
    reply: z.object({ message: z.string() }),
  }),
}
