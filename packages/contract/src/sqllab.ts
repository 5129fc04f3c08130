import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, optionalText, text, whole } from './fields.ts'
import { idParams, risonQuery } from './resource.ts'

/** A run of the SQL editor, as every answer about it shows it. `id` is the client's own id; the number is `queryId`. */
export const queryRun = z.looseObject({
  id: z.string(),
  queryId: z.int(),
  serverId: z.int(),
  dbId: z.int(),
  db: z.string(),
  state: z.string(),
  sql: z.string(),
  executedSql: z.string().nullable(),
  schema: z.string().nullable(),
  sqlEditorId: z.string().nullable(),
  tab: z.string().nullable(),
  limit: z.int().nullable(),
  limitingFactor: z.string(),
  progress: z.number(),
  rows: z.int().nullable(),
  ctas: z.boolean(),
  tempSchema: z.string().nullable(),
  tempTable: z.string().nullable(),
  userId: z.int().nullable(),
  user: z.string(),
  startDttm: z.number().nullable(),
  endDttm: z.number().nullable(),
  errorMessage: z.string().nullable(),
  resultsKey: z.string().nullable(),
  trackingUrl: z.string().nullable(),
  changed_on: z.string(),
  extra: z.record(z.string(), z.unknown()),
})
export type QueryRun = z.infer<typeof queryRun>

export const resultColumn = z.object({
  column_name: z.string(),
  name: z.string(),
  type: z.string(),
  type_generic: z.int(),
  is_dttm: z.boolean(),
})
export type ResultColumn = z.infer<typeof resultColumn>

export const executeBody = z.strictObject({
  database_id: whole(),
  sql: text(),
  client_id: optionalText(undefined, 11),
  json: flag().nullable().optional(),
  runAsync: flag().nullable().optional(),
  schema: optionalText(),
  catalog: optionalText(),
  sql_editor_id: optionalText(undefined, 256),
  tab: optionalText(undefined, 256),
  tmp_table_name: optionalText(undefined, 256),
  select_as_cta: flag().nullable().optional(),
  ctas_method: optionalText(undefined, 16),
  templateParams: optionalText(),
  queryLimit: whole().nullable().optional(),
  expand_data: flag().nullable().optional(),
})
export type ExecuteBody = z.infer<typeof executeBody>

const executed = z.object({
  query_id: z.int(),
  status: z.string(),
  data: z.array(z.record(z.string(), z.unknown())),
  columns: z.array(resultColumn),
  selected_columns: z.array(resultColumn),
  expanded_columns: z.array(resultColumn),
  displayLimitReached: z.boolean().optional(),
  query: queryRun,
})
export type Executed = z.infer<typeof executed>

export const sqllabEndpoints = {
  execute: endpoint({
    method: 'POST',
    path: '/api/v1/sqllab/execute/',
    tag: 'sqllab',
    summary: 'Run SQL and answer its rows',
    access: { permission: 'can_execute_sql_query', view: 'SQLLab' },
    body: executeBody,
    reply: executed,
  }),
  executeOld: endpoint({
    method: 'POST',
    path: '/superset/sql_json/',
    tag: 'sqllab',
    summary: 'Run SQL and answer its rows, at the address that older clients know',
    access: { permission: 'can_execute_sql_query', view: 'SQLLab' },
    // Older clients send keys of their time; they mean nothing here.
    body: executeBody.strip(),
    reply: executed,
  }),
  results: endpoint({
    method: 'GET',
    path: '/api/v1/sqllab/results/',
    tag: 'sqllab',
    summary: 'The kept rows of a run',
    access: { permission: 'can_get_results', view: 'SQLLab' },
    query: risonQuery,
    reply: executed,
  }),
  stop: endpoint({
    method: 'POST',
    path: '/api/v1/query/stop',
    tag: 'query',
    summary: 'Stop a query that runs',
    access: { permission: 'can_read', view: 'Query' },
    body: z.strictObject({ client_id: text() }),
    reply: z.object({ result: z.string() }),
  }),
  start: endpoint({
    method: 'GET',
    path: '/api/v1/sqllab/',
    tag: 'sqllab',
    summary: 'What the SQL editor starts with',
    access: { permission: 'can_read', view: 'SQLLab' },
    reply: z.object({ result: z.record(z.string(), z.unknown()) }),
  }),
  estimate: endpoint({
    method: 'POST',
    path: '/api/v1/sqllab/estimate/',
    tag: 'sqllab',
    summary: 'What a query would cost',
    access: { permission: 'can_estimate_query_cost', view: 'SQLLab' },
    body: z.strictObject({
      database_id: whole(),
      sql: text(),
      schema: optionalText(),
      catalog: optionalText(),
      template_params: z
        .union([text(), z.record(z.string(), z.unknown())])
        .nullable()
        .optional(),
    }),
    reply: z.object({ result: z.array(z.record(z.string(), z.string())) }),
  }),
  format: endpoint({
    method: 'POST',
    path: '/api/v1/sqllab/format_sql/',
    tag: 'sqllab',
    summary: 'SQL laid out in lines',
    access: { permission: 'can_read', view: 'SQLLab' },
    body: z.strictObject({
      sql: text(),
      engine: optionalText(undefined, 64),
      database_id: whole().nullable().optional(),
      template_params: optionalText(),
    }),
    reply: z.object({ result: z.string() }),
  }),
  validate: endpoint({
    method: 'POST',
    path: '/api/v1/database/:id/validate_sql/',
    tag: 'database',
    summary: 'Mistakes in SQL, with their places; nothing runs',
    access: { permission: 'can_read', view: 'Database' },
    params: idParams,
    body: z.strictObject({
      sql: text(),
      schema: optionalText(),
      catalog: optionalText(),
      template_params: z.record(z.string(), z.unknown()).nullable().optional(),
    }),
    reply: z.object({
      result: z.array(z.object({ line_number: z.int().nullable(), start_column: z.int().nullable(), end_column: z.int().nullable(), message: z.string() })),
    }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/v1/sqllab/export/:client_id/',
    tag: 'sqllab',
    summary: 'All rows of a run as a file',
    access: { permission: 'can_export_csv', view: 'SQLLab' },
    params: z.object({ client_id: z.string() }),
    query: z.object({ result_format: z.enum(['csv', 'xlsx']).optional() }),
    produces: 'csv',
  }),
  exportStreaming: endpoint({
    method: 'POST',
    path: '/api/v1/sqllab/export_streaming/',
    tag: 'sqllab',
    summary: 'All rows of a run as CSV, a failure on the way as its last line',
    access: { permission: 'can_export_csv', view: 'SQLLab' },
    body: z.looseObject({ client_id: optionalText(), filename: optionalText(), expected_rows: z.union([text(), whole()]).nullable().optional() }).optional(),
    produces: 'csv',
  }),
  updatedSince: endpoint({
    method: 'GET',
    path: '/api/v1/query/updated_since',
    tag: 'query',
    summary: 'Own runs that changed since a moment',
    access: { permission: 'can_read', view: 'Query' },
    query: risonQuery,
    reply: z.object({ result: z.array(queryRun) }),
    isLogged: false,
  }),
}
