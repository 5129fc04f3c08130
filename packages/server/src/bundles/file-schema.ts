import { fields, fieldMapOf, type FieldMap } from '@sightline/contract'
import { z } from 'zod'
import type { Document } from './documents.ts'

// What files of bundles must say. Keys that a schema does not name pass through it.

const required = (max?: number) => (max === undefined ? fields.text() : fields.text(1, max))
const optional = (max?: number) => fields.optionalText(undefined, max)
const flag = z.boolean().nullable().optional()
const whole = fields.optionalWhole()
const uuid = z.uuid({ error: 'Not a valid UUID.' }).transform((text) => text.toLowerCase())
const mapping = z.record(z.string(), z.unknown()).nullable().optional()
/** A document, or its text. */
const document = z
  .union([z.record(z.string(), z.unknown()), fields.text()], { error: 'Not a valid mapping type.' })
  .nullable()
  .optional()

const managed = { is_managed_externally: flag, external_url: optional() }

export const databaseContent = z.looseObject({
  ...managed,
  database_name: required(250),
  sqlalchemy_uri: required(1024),
  /** In the open, as clients write it into the file that they send. */
  password: optional(),
  uuid,
  version: required(),
  cache_timeout: whole,
  expose_in_sqllab: flag,
  allow_run_async: flag,
  allow_ctas: flag,
  allow_cvas: flag,
  allow_dml: flag,
  allow_file_upload: flag,
  /** Its old name. */
  allow_csv_upload: flag,
  impersonate_user: flag,
  extra: mapping,
  encrypted_extra: document,
  masked_encrypted_extra: document,
  ssh_tunnel: z
    .looseObject({
      server_address: required(),
      server_port: z.int({ error: 'Not a valid integer.' }).min(1).max(65_535),
      username: required(),
      password: optional(),
      private_key: optional(),
      private_key_password: optional(),
    })
    .nullable()
    .optional(),
})

const columnContent = z.looseObject({
  column_name: required(255),
  verbose_name: optional(),
  is_dttm: flag,
  is_active: flag,
  type: optional(),
  advanced_data_type: optional(),
  groupby: flag,
  filterable: flag,
  expression: optional(),
  description: optional(),
  python_date_format: optional(),
  extra: document,
})
const metricContent = z.looseObject({
  metric_name: required(255),
  verbose_name: optional(),
  metric_type: optional(),
  expression: required(),
  description: optional(),
  d3format: optional(),
  currency: document,
  extra: document,
  warning_text: optional(),
})

export const datasetContent = z.looseObject({
  ...managed,
  table_name: required(250),
  main_dttm_col: optional(),
  description: optional(),
  default_endpoint: optional(),
  offset: whole,
  cache_timeout: whole,
  schema: optional(),
  catalog: optional(),
  sql: optional(),
  params: document,
  template_params: document,
  filter_select_enabled: flag,
  fetch_values_predicate: optional(),
  extra: document,
  normalize_columns: flag,
  always_filter_main_dttm: flag,
  uuid,
  columns: z
    .array(columnContent)
    .nullable()
    .optional()
    .refine((list) => areDifferent((list ?? []).map(({ column_name }) => column_name)), { error: 'One or more columns are duplicated' }),
  metrics: z
    .array(metricContent)
    .nullable()
    .optional()
    .refine((list) => areDifferent((list ?? []).map(({ metric_name }) => metric_name)), { error: 'One or more metrics are duplicated' }),
  version: required(),
  database_uuid: uuid,
})

export const chartContent = z.looseObject({
  ...managed,
  slice_name: required(250),
  description: optional(),
  certified_by: optional(),
  certification_details: optional(),
  viz_type: required(250),
  params: mapping,
  query_context: document,
  cache_timeout: whole,
  uuid,
  version: required(),
  dataset_uuid: uuid,
})

export const dashboardContent = z.looseObject({
  ...managed,
  dashboard_title: required(500),
  description: optional(),
  css: optional(),
  slug: optional(255),
  certified_by: optional(),
  certification_details: optional(),
  published: flag,
  uuid,
  position: mapping,
  metadata: mapping,
  version: required(),
})

export const queryContent = z.looseObject({
  label: fields.optionalText(undefined, 256),
  schema: optional(128),
  description: optional(),
  sql: required(),
  uuid,
  version: required(),
  database_uuid: uuid.optional(),
})

export type DatabaseContent = z.infer<typeof databaseContent>
export type DatasetContent = z.infer<typeof datasetContent>
export type ChartContent = z.infer<typeof chartContent>
export type DashboardContent = z.infer<typeof dashboardContent>
export type QueryContent = z.infer<typeof queryContent>

/** The content of a file, or what is wrong with it: field → texts, as clients show them. */
export function readContent<Schema extends z.ZodType>(schema: Schema, file: Document): { readonly content: z.infer<Schema> } | { readonly fault: FieldMap } {
  const parsed = schema.safeParse(file)
  return parsed.success ? { content: parsed.data } : { fault: fieldMapOf(parsed.error.issues, file) }
}

function areDifferent(names: readonly string[]): boolean {
  return new Set(names).size === names.length
}
