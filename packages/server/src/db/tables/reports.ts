import type { Audit, Id, Json, Moment } from './column-kinds.ts'

// What is sent on a schedule.

export interface Reports extends Audit {
  id: Id
  type: string
  name: string
  description: string | null
  context_markdown: string | null
  active: boolean
  crontab: string
  creation_method: string
  timezone: string
  report_format: string
  sql: string | null
  chart_id: number | null
  dashboard_id: number | null
  database_id: number | null
  last_eval_dttm: Moment | null
  last_state: string
  last_value: number | null
  last_value_row_json: Json | null
  validator_type: string | null
  validator_config_json: Json
  log_retention: number
  grace_period: number
  working_timeout: number
  force_screenshot: boolean
  custom_width: number | null
  extra_json: Json
}

export interface ReportOwners {
  report_id: number
  user_id: number
}

export interface ReportRecipients extends Audit {
  id: Id
  report_id: number
  type: string
  recipient_config_json: Json
}

export interface ReportLogs {
  id: Id
  uuid: string
  report_id: number
  scheduled_dttm: Moment
  start_dttm: Moment | null
  end_dttm: Moment | null
  value: number | null
  value_row_json: Json | null
  state: string
  error_message: string | null
}
