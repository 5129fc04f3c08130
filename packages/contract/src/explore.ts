import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { text } from './fields.ts'

const record = z.record(z.string(), z.unknown())

/** What a lasting link to the explorer opens. */
export const explorePermalinkState = z.strictObject({
  formData: record,
  urlParams: z
    .array(z.tuple([text(), text().nullable()]))
    .nullable()
    .optional(),
})
export type ExplorePermalinkState = z.infer<typeof explorePermalinkState>

const keyParams = z.object({ key: z.string() })

export const exploreEndpoints = {
  page: endpoint({
    method: 'GET',
    path: '/api/v1/explore/',
    tag: 'explore',
    summary: 'Everything the explorer needs to begin: dataset, form, saved chart',
    access: { permission: 'can_read', view: 'Explore' },
    // Whatever else stands in the address is kept for templates.
    query: z.looseObject({
      form_data_key: z.string().optional(),
      permalink_key: z.string().optional(),
      slice_id: z.string().optional(),
      datasource_id: z.string().optional(),
      datasource_type: z.string().optional(),
      form_data: z.string().optional(),
    }),
    reply: z.object({
      result: z.object({
        dataset: record,
        form_data: record,
        slice: record.nullable(),
        message: z.string().nullable(),
        metadata: record.nullable(),
      }),
    }),
  }),
  createPermalink: endpoint({
    method: 'POST',
    path: '/api/v1/explore/permalink',
    tag: 'explore',
    summary: 'A lasting link to a form of the explorer',
    access: { permission: 'can_write', view: 'ExplorePermalinkRestApi' },
    body: explorePermalinkState,
    reply: z.object({ key: z.string(), url: z.string() }),
    status: 201,
  }),
  readPermalink: endpoint({
    method: 'GET',
    path: '/api/v1/explore/permalink/:key',
    tag: 'explore',
    summary: 'What a lasting link to the explorer holds',
    access: { permission: 'can_read', view: 'ExplorePermalinkRestApi' },
    params: keyParams,
    reply: z.object({
      chartId: z.number().nullable(),
      datasourceId: z.number(),
      datasourceType: z.string(),
      datasource: z.string(),
      state: explorePermalinkState,
    }),
  }),
  openPermalink: endpoint({
    method: 'GET',
    path: '/explore/p/:key/',
    tag: 'pages',
    summary: 'To the explorer with a lasting link',
    access: { permission: 'can_explore', view: 'Superset' },
    params: keyParams,
    produces: 'redirect',
    status: 302,
    action: 'explore',
  }),
  formOfChart: endpoint({
    method: 'GET',
    path: '/api/v1/form_data/',
    tag: 'explore',
    summary: 'The form of a saved chart',
    access: { permission: 'can_query_form_data', view: 'Api' },
    query: z.looseObject({ slice_id: z.string().optional() }),
    reply: record,
  }),
  availableDomains: endpoint({
    method: 'GET',
    path: '/api/v1/available_domains/',
    tag: 'explore',
    summary: 'The domains that charts may be asked from',
    access: { permission: 'can_read', view: 'AvailableDomains' },
    reply: z.object({ result: z.object({ domains: z.array(z.string()).readonly().nullable() }) }),
  }),
}
