import { z } from 'zod'
import { isDateFormat } from '../date-format.ts'
import { endpoint } from '../endpoint.ts'
import { ids, isTimeZone, optionalText, optionalWhole, text, unknownTimeZone, whole } from '../fields.ts'
import { flag } from '../query-fields.ts'
import { crudEndpoints, idParams, risonQuery, type Row } from '../resource.ts'
import { affectedCharts } from './affected-charts.ts'

/** `columns` is what older clients send along: the columns are read from the database, so it is accepted and not used. */
export const datasetPost = z.strictObject({
  database: whole(),
  table_name: text(1, 250),
  schema: optionalText(0, 250),
  catalog: optionalText(0, 250),
  sql: optionalText(),
  template_params: optionalText(),
  columns: z.array(z.unknown()).nullable().optional(),
  owners: ids().nullable().optional(),
  is_managed_externally: flag().nullable().optional(),
  external_url: optionalText(),
  normalize_columns: flag().optional(),
  always_filter_main_dttm: flag().optional(),
})
export type DatasetPost = z.infer<typeof datasetPost>

const dateFormat = text(0, 255).refine((value) => value === '' || isDateFormat(value), { error: 'Invalid date/timestamp format' })

const uuid = z.uuid({ error: 'Not a valid UUID.' }).nullable().optional()

export const datasetColumnPut = z.strictObject({
  id: whole().optional(),
  uuid,
  column_name: text(1, 255),
  type: optionalText(),
  advanced_data_type: optionalText(1, 255),
  verbose_name: optionalText(),
  description: optionalText(),
  expression: optionalText(),
  extra: optionalText(),
  filterable: flag().optional(),
  groupby: flag().optional(),
  is_active: flag().nullable().optional(),
  is_dttm: flag().nullable().optional(),
  python_date_format: dateFormat.nullable().optional(),
})
export type DatasetColumnPut = z.infer<typeof datasetColumnPut>

/** Older clients send the currency as the text of the object that newer ones send. */
const currency = z
  .union([text(0, 128), z.looseObject({ symbol: optionalText(0, 64), symbolPosition: z.enum(['prefix', 'suffix']).nullable().optional() })])
  .nullable()
  .optional()

/**
 * A document in text form: certification, a warning, whether ad-hoc metrics are refused, and the time zone of the rows. Other tools keep
 * words of their own there, so only what Sightline itself reads is checked.
 */
const extra = text()
  .refine((value) => hasKnownZone(value), { error: `time_zone: ${unknownTimeZone}` })
  .nullable()
  .optional()

function hasKnownZone(value: string): boolean {
  try {
    const { time_zone: zone } = (JSON.parse(value || '{}') ?? {}) as { readonly time_zone?: unknown }
    return zone === undefined || zone === null || zone === '' || (typeof zone === 'string' && isTimeZone(zone))
  } catch {
    return true
  }
}

export const datasetMetricPut = z.strictObject({
  id: whole().optional(),
  uuid,
  metric_name: text(1, 255),
  expression: text(),
  metric_type: optionalText(1, 32),
  d3format: optionalText(1, 128),
  currency,
  verbose_name: optionalText(),
  description: optionalText(),
  warning_text: optionalText(),
  extra: optionalText(),
})
export type DatasetMetricPut = z.infer<typeof datasetMetricPut>

const marks = new Set(['is_certified', 'certified_by', 'certification_details', 'warning_markdown'])

/** Reading shows the marks inside `extra` beside it. Scripts send back the columns and metrics they have read: what is shown twice is not meant twice. */
const withoutMarks = (part: unknown): unknown =>
  typeof part === 'object' && part !== null && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).filter(([key]) => !marks.has(key))) : part

export const datasetPut = z.strictObject({
  table_name: text(1, 250).nullable().optional(),
  database_id: whole().optional(),
  sql: optionalText(),
  schema: optionalText(0, 255),
  catalog: optionalText(0, 250),
  description: optionalText(),
  main_dttm_col: optionalText(),
  normalize_columns: flag().nullable().optional(),
  always_filter_main_dttm: flag().optional(),
  offset: optionalWhole(),
  default_endpoint: optionalText(),
  cache_timeout: optionalWhole(),
  filter_select_enabled: flag().nullable().optional(),
  fetch_values_predicate: optionalText(0, 1000),
  is_sqllab_view: flag().nullable().optional(),
  template_params: optionalText(),
  owners: ids().optional(),
  columns: z.array(z.preprocess(withoutMarks, datasetColumnPut)).optional(),
  metrics: z.array(z.preprocess(withoutMarks, datasetMetricPut)).optional(),
  extra,
  is_managed_externally: flag().nullable().optional(),
  external_url: optionalText(),
})
export type DatasetPut = z.infer<typeof datasetPut>

const names = { resource: 'dataset', view: 'Dataset', things: 'datasets' } as const
const about = { tag: 'dataset' } as const
const reading = { ...about, access: { permission: 'can_read', view: 'Dataset' } } as const
const writing = { ...about, access: { permission: 'can_write', view: 'Dataset' } } as const
const done = z.object({ message: z.string() })

/** Names of columns, in the order of the source. */
const columnSummary = z.object({ added: z.array(z.string()), changed: z.array(z.string()), removed: z.array(z.string()) })
export type ColumnSummary = z.infer<typeof columnSummary>

/** The browser's side of a dataset: what the explorer gets. */
export interface DatasetReply {
  readonly id: number
  readonly result: Row
  readonly data: Row
}

const crud = crudEndpoints({ ...names, post: datasetPost, put: datasetPut })

export const datasetEndpoints = {
  ...crud,
  create: endpoint({
    ...crud.create,
    reply: z.looseObject({ id: z.int(), result: z.record(z.string(), z.unknown()), data: z.record(z.string(), z.unknown()) }),
  }),
  /** The body is `datasetPut`; the handler checks it, because this call words a refusal differently from all others. */
  update: endpoint({ ...crud.update, query: z.object({ override_columns: z.string().optional() }), body: z.record(z.string(), z.unknown()) }),
  refresh: endpoint({
    ...writing,
    method: 'PUT',
    path: '/api/v1/dataset/:id/refresh',
    summary: 'Read the columns from the database again, and say which came, changed and went',
    params: idParams,
    reply: z.object({ message: z.string(), result: columnSummary }),
  }),
  removeColumn: endpoint({
    ...writing,
    method: 'DELETE',
    path: '/api/v1/dataset/:id/column/:columnId',
    summary: 'Delete a column',
    params: z.object({ id: z.string(), columnId: z.string() }),
    reply: done,
  }),
  removeMetric: endpoint({
    ...writing,
    method: 'DELETE',
    path: '/api/v1/dataset/:id/metric/:metricId',
    summary: 'Delete a metric',
    params: z.object({ id: z.string(), metricId: z.string() }),
    reply: done,
  }),
  relatedObjects: endpoint({
    ...reading,
    method: 'GET',
    path: '/api/v1/dataset/:id/related_objects',
    summary: 'Charts and dashboards that use a dataset',
    params: idParams,
    query: risonQuery,
    reply: z.record(z.string(), z.unknown()),
  }),
  affectedCharts,
  duplicate: endpoint({
    ...about,
    access: { permission: 'can_duplicate', view: 'Dataset' },
    method: 'POST',
    path: '/api/v1/dataset/duplicate',
    summary: 'Copy a dataset made of SQL',
    body: z.strictObject({ base_model_id: whole(), table_name: text(1, 250) }),
    status: 201,
    reply: z.object({ id: z.int(), result: z.record(z.string(), z.unknown()) }),
  }),
  getOrCreate: endpoint({
    ...about,
    access: { permission: 'can_get_or_create_dataset', view: 'Dataset' },
    method: 'POST',
    path: '/api/v1/dataset/get_or_create/',
    summary: 'The dataset of a table, made if there is none',
    body: z.strictObject({
      table_name: text(1, 250),
      database_id: whole(),
      schema: optionalText(0, 250),
      catalog: optionalText(0, 250),
      template_params: optionalText(),
      normalize_columns: flag().optional(),
      always_filter_main_dttm: flag().optional(),
    }),
    reply: z.object({ result: z.object({ table_id: z.int() }) }),
  }),
  /** Row rules that could not be brought along leave a dataset closed (`closed_because` says why); a dataset that is open stays so. */
  open: endpoint({
    ...writing,
    method: 'POST',
    path: '/api/v1/dataset/:id/open',
    summary: 'Open a closed dataset to everybody who has access to it; for administrators',
    params: idParams,
    reply: z.object({ message: z.string(), id: z.int() }),
  }),
  warmUp: endpoint({
    ...about,
    access: { permission: 'can_warm_up_cache', view: 'Dataset' },
    method: 'PUT',
    path: '/api/v1/dataset/warm_up_cache',
    summary: 'Run the saved queries of every chart of a dataset anew, so that the next answers come from the cache',
    body: z.strictObject({ db_name: text(1), table_name: text(1), dashboard_id: whole().nullable().optional(), extra_filters: optionalText() }),
    reply: z.object({ result: z.array(z.object({ chart_id: z.int(), viz_error: z.string().nullable(), viz_status: z.string().nullable() })) }),
  }),
}
