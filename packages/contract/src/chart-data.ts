import { z } from 'zod'
import { whole } from './fields.ts'
import { endpoint } from './endpoint.ts'
import { resultFormats, resultTypes } from './query-object.ts'

/** One answer per query. `results` has only the first five keys; the rows of `data` are objects by column name. */
export const chartDataResultSchema = z.looseObject({
  data: z.unknown(),
  colnames: z.array(z.unknown()).optional(),
  coltypes: z.array(z.number()).optional(),
  rowcount: z.number().optional(),
  sql_rowcount: z.number().optional(),
  indexnames: z.array(z.unknown()).optional(),
  label_map: z.record(z.string(), z.array(z.string())).optional(),
  applied_filters: z.array(z.object({ column: z.string() })).optional(),
  rejected_filters: z.array(z.object({ reason: z.string(), column: z.string() })).optional(),
  applied_template_filters: z.array(z.string()).optional(),
  from_dttm: z.number().nullable().optional(),
  to_dttm: z.number().nullable().optional(),
  /** Whose days and hours count; moments are milliseconds since 1970 all the same. */
  time_zone: z.string().optional(),
  cache_key: z.string().nullable().optional(),
  cached_dttm: z.string().nullable().optional(),
  cache_timeout: z.number().nullable().optional(),
  is_cached: z.boolean().nullable().optional(),
  query: z.string().optional(),
  language: z.string().optional(),
  status: z.string().optional(),
  error: z.string().nullable().optional(),
  stacktrace: z.string().nullable().optional(),
  annotation_data: z.record(z.string(), z.unknown()).optional(),
  result_format: z.string().optional(),
})
export type ChartDataResult = z.infer<typeof chartDataResultSchema>

export const chartDataReplySchema = z.object({ result: z.array(chartDataResultSchema) })
export type ChartDataReply = z.infer<typeof chartDataReplySchema>

/** The body is read by the use case itself, because browsers also send it as the field `form_data` of a form. */
export const postChartData = endpoint({
  method: 'POST',
  path: '/api/v1/chart/data',
  tag: 'Charts',
  summary: 'Runs the queries of a query context and answers their rows',
  // It changes nothing, and scripts of the reference interface call it without the token.
  csrf: false,
  access: { permission: 'can_read', view: 'Chart' },
  isForGuests: true,
  body: z.unknown(),
  listsErrors: true,
  reply: chartDataReplySchema,
})

export const getChartData = endpoint({
  method: 'GET',
  path: '/api/v1/chart/:id/data/',
  tag: 'Charts',
  summary: 'Runs the saved query context of a chart',
  access: { permission: 'can_read', view: 'Chart' },
  params: z.object({ id: z.string() }),
  query: z.looseObject({
    format: z.enum(resultFormats).optional(),
    type: z.enum(resultTypes).optional(),
    force: z.string().optional(),
  }),
  reply: chartDataReplySchema,
})

export const getCachedChartData = endpoint({
  method: 'GET',
  path: '/api/v1/chart/data/:cache_key',
  tag: 'Charts',
  summary: 'Answers a query context that ran before, by the key of its cache entry',
  access: { permission: 'can_read', view: 'Chart' },
  params: z.object({ cache_key: z.string() }),
  reply: chartDataReplySchema,
})

export const warmUpChart = endpoint({
  method: 'PUT',
  path: '/api/v1/chart/warm_up_cache',
  tag: 'Charts',
  summary: 'Runs the saved queries of a chart anew, so that the next answer comes from the cache',
  access: { permission: 'can_warm_up_cache', view: 'Chart' },
  body: z.strictObject({ chart_id: whole(), dashboard_id: whole().nullish(), extra_filters: z.string().nullish() }),
  reply: z.object({
    result: z.array(z.object({ chart_id: z.number(), viz_error: z.string().nullable(), viz_status: z.string().nullable() })),
  }),
})

export const getTimeRange = endpoint({
  method: 'GET',
  path: '/api/v1/time_range/',
  tag: 'Explore',
  summary: 'Says which moments a time range text means',
  access: 'signed-in',
  // `datasource`, such as 3__table: the dataset whose days are meant, where it has a zone of its own. Without it the server's count.
  query: z.looseObject({ q: z.string().optional(), datasource: z.string().optional() }),
  reply: z.object({ result: z.unknown() }),
})

export const chartDataEndpoints = { postChartData, getChartData, getCachedChartData, warmUpChart, getTimeRange }
