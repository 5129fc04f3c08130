import { z } from 'zod'
import { datasourceTypes } from './datasource-key.ts'
import { endpoint } from './endpoint.ts'
import { chartDataResultSchema } from './chart-data.ts'
import { flag, integer, list, oneOf, text } from './query-fields.ts'
import { extrasSchema, orderItemSchema, queryFilterSchema } from './query-object.ts'

/** Rows of one page of samples, as the address names them. `most` is the setting for how many rows samples have at most. */
export const samplesQuery = (most: number) => {
  const words = `Must be greater than or equal to 1 and less than or equal to ${most}.`
  return z.strictObject({
    datasource_type: oneOf(datasourceTypes),
    datasource_id: integer(),
    force: flag().optional(),
    page: integer().optional(),
    per_page: integer().pipe(z.number().min(1, words).max(most, words)).optional(),
    dashboard_id: z.unknown().optional(),
  })
}

/** Which rows: without any of it plain samples, with it the rows behind a point of a chart. */
export const samplesBody = z.strictObject(
  {
    filters: list(queryFilterSchema).nullish(),
    granularity: text().nullish(),
    time_range: text().nullish(),
    extras: extrasSchema.nullish(),
    orderby: list(orderItemSchema).nullish(),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? 'Unknown field.' : 'Invalid input type.') },
)
export type SamplesBody = z.infer<typeof samplesBody>

const record = z.record(z.string(), z.unknown())
const sourceParams = z.object({ type: z.string(), id: z.string() })

export const datasourceEndpoints = {
  samples: endpoint({
    method: 'POST',
    path: '/datasource/samples',
    tag: 'Datasets',
    summary: 'Rows of a data source as they lie there, a page at a time, and how many there are',
    access: { permission: 'can_samples', view: 'Datasource' },
    // Both are read by the use case itself: this view answers `{error}` with all wrong fields in one text.
    query: z.record(z.string(), z.unknown()),
    body: z.unknown(),
    reply: z.object({ result: chartDataResultSchema.extend({ page: z.number(), per_page: z.number(), total_count: z.number() }) }),
  }),
  columnValues: endpoint({
    method: 'GET',
    path: '/api/v1/datasource/:type/:id/column/:column/values/',
    tag: 'Datasets',
    summary: 'The values of a column, to choose from',
    access: { permission: 'can_get_column_values', view: 'Datasource' },
    params: sourceParams.extend({ column: z.string() }),
    reply: z.object({ result: z.array(z.unknown()) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/datasource/get/:type/:id/',
    tag: 'Datasets',
    summary: 'A data source as the explorer gets it',
    access: { permission: 'can_get', view: 'Datasource' },
    params: sourceParams,
    reply: record,
  }),
  fetchMetadata: endpoint({
    method: 'GET',
    path: '/superset/fetch_datasource_metadata',
    tag: 'Datasets',
    summary: 'A data source as the explorer gets it, by its key',
    access: { permission: 'can_fetch_datasource_metadata', view: 'Superset' },
    query: z.looseObject({ datasourceKey: z.string().optional() }),
    reply: record,
  }),
}
