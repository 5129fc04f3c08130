import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { jsonText, optionalText, text } from '../fields.ts'
import { crudEndpoints, idParams, risonQuery, type ItemReply, type ListReply, type MessageReply, type WriteReply } from '../resource.ts'

export const annotationLayerPost = z.strictObject({ name: text(1, 250), descr: optionalText() })
export const annotationLayerPut = z.strictObject({ name: text(1, 250).optional(), descr: optionalText() })
export type AnnotationLayerPost = z.infer<typeof annotationLayerPost>
export type AnnotationLayerPut = z.infer<typeof annotationLayerPut>

/** `2021-01-31T10:11:12`, with or without fraction and zone. */
const moment = () =>
  text().refine((value) => /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(value) && !Number.isNaN(Date.parse(value)), {
    error: 'Not a valid datetime.',
  })
const shared = { long_descr: optionalText(), json_metadata: jsonText().nullable().optional() }
export const annotationPost = z.strictObject({ ...shared, short_descr: text(1, 500), start_dttm: moment(), end_dttm: moment() })
export const annotationPut = z.strictObject({
  ...shared,
  short_descr: text(1, 500).optional(),
  start_dttm: moment().optional(),
  end_dttm: moment().optional(),
})
export type AnnotationPost = z.infer<typeof annotationPost>
export type AnnotationPut = z.infer<typeof annotationPut>

const within = z.object({ id: z.union([z.string(), z.number()]), annotationId: z.union([z.string(), z.number()]) })
const base = '/api/v1/annotation_layer/:id/annotation/'
const reads = { tag: 'annotation_layer', access: { permission: 'can_read', view: 'Annotation' } } as const
const writes = { tag: 'annotation_layer', access: { permission: 'can_write', view: 'Annotation' } } as const
const any = z.looseObject({})
const listed = any as unknown as z.ZodType<ListReply>
const shown = any as unknown as z.ZodType<ItemReply>
const written = any as unknown as z.ZodType<WriteReply>
const said = z.object({ message: z.string() }) as z.ZodType<MessageReply>

export const annotationLayerEndpoints = {
  ...crudEndpoints({ resource: 'annotation_layer', view: 'Annotation', things: 'annotation layers', post: annotationLayerPost, put: annotationLayerPut }),
  annotations: endpoint({ ...reads, method: 'GET', path: base, summary: 'Annotations of a layer', params: idParams, query: risonQuery, reply: listed }),
  annotation: endpoint({
    ...reads,
    method: 'GET',
    path: `${base}:annotationId`,
    summary: 'One annotation of a layer',
    params: within,
    query: risonQuery,
    reply: shown,
  }),
  createAnnotation: endpoint({
    ...writes,
    method: 'POST',
    path: base,
    summary: 'Add an annotation',
    params: idParams,
    body: annotationPost,
    reply: written,
    status: 201,
  }),
  updateAnnotation: endpoint({
    ...writes,
    method: 'PUT',
    path: `${base}:annotationId`,
    summary: 'Change an annotation',
    params: within,
    body: annotationPut,
    reply: written,
  }),
  removeAnnotation: endpoint({ ...writes, method: 'DELETE', path: `${base}:annotationId`, summary: 'Delete an annotation', params: within, reply: said }),
  removeAnnotations: endpoint({
    ...writes,
    method: 'DELETE',
    path: base,
    summary: 'Delete several annotations',
    params: idParams,
    query: risonQuery,
    reply: said,
  }),
}
