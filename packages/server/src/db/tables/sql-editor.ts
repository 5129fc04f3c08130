import type { Audit, Id, Json, Moment } from './column-kinds.ts'

// What the SQL editor keeps: runs, tabs and saved texts.

export interface SavedQueries extends Audit {
  id: Id
  uuid: string
  user_id: number | null
  db_id: number | null
  schema: string | null
  catalog: string | null
  label: string
  description: string | null
  sql: string
  template_parameters: Json | null
  extra_json: Json | null
  rows: number | null
  last_run: Moment | null
}

export interface Queries {
  id: Id
  client_id: string
  database_id: number
  user_id: number | null
  status: string
  tab_name: string | null
  sql_editor_id: string | null
  schema: string | null
  catalog: string | null
  sql: string
  select_sql: string | null
  executed_sql: string | null
  limit: number | null
  limiting_factor: string
  select_as_cta: boolean
  select_as_cta_used: boolean
  ctas_method: string | null
  tmp_table_name: string | null
  tmp_schema_name: string | null
  progress: number
  rows: number | null
  error_message: string | null
  results_key: string | null
  tracking_url: string | null
  extra_json: Json
  /** Epoch milliseconds with fraction, as the wire has them. */
  start_time: number | null
  start_running_time: number | null
  end_time: number | null
  end_result_backend_time: number | null
  changed_on: Moment
  /** The process that has it in hand; null while it waits as a job and after its end. */
  runner: string | null
  /** The text with its template filled in for its author, and a name for what was sent to the database because of it: who reads a kept result must come to the same. */
  rendered_sql: string | null
  steps_hash: string | null
}

/** A process that runs queries. It counts while it lives. */
export interface Runners {
  id: string
  /** The data folder it owns, for servers: a new server of the same folder knows that the old one has ended. */
  place: string
  beats: number
  started_on: Moment
}

/** A query that waits to be run in the background, or is run. It leaves when the query is over. */
export interface Jobs {
  id: Id
  query_id: number
  database_id: number
  user_id: number | null
  /** The only place that may run it; empty: any. */
  place: string
  /** null while it waits. */
  runner: string | null
  attempts: number
  /** It only reads, so it may be run again when its process ends. */
  may_repeat: boolean
  input: Json
  created_on: Moment
}

export interface TabStates extends Audit {
  id: Id
  user_id: number
  label: string | null
  active: boolean
  database_id: number | null
  schema: string | null
  catalog: string | null
  sql: string | null
  query_limit: number | null
  latest_query_id: string | null
  autorun: boolean
  template_params: Json | null
  hide_left_bar: boolean
  saved_query_id: number | null
  extra_json: Json | null
}

export interface TableSchemas extends Audit {
  id: Id
  tab_state_id: number
  database_id: number
  schema: string | null
  table: string
  description: Json | null
  expanded: boolean
}
