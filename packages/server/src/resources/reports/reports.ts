import { mayReadAllData } from '@sightline/core'
import cronstrue from 'cronstrue'
import { sql } from 'kysely'
import { visibleDatabases } from '../../data-permissions/visible.ts'
import { anyContains } from '../../rest/match.ts'
import {
  auditColumns,
  changedBy,
  createdBy,
  integer,
  ownersThrough,
  relatedOwners,
  relatedUsers,
  text,
  toMany,
  toOne,
  truth,
  withFilters,
} from '../../rest/parts.ts'
import { defineResource, type Column, type FormColumn } from '../../rest/resource.ts'

const of = (relation: string, ...names: string[]) => names.map((name) => `${relation}.${name}`)
const field = (name: string, type: string, required = false): FormColumn => ({ name, type, required })
const form = (isNew: boolean): readonly FormColumn[] => [
  field('active', 'Boolean'),
  field('chart', 'Integer'),
  field('context_markdown', 'String'),
  field('creation_method', 'Enum'),
  field('crontab', 'String', isNew),
  field('custom_width', 'Integer'),
  field('dashboard', 'Integer'),
  field('database', 'Integer'),
  field('description', 'String'),
  field('extra', 'Dict'),
  field('force_screenshot', 'Boolean'),
  field('grace_period', 'Integer'),
  field('log_retention', 'Integer'),
  field('name', 'String', isNew),
  field('owners', 'List'),
  field('recipients', 'List'),
  field('report_format', 'String'),
  field('sql', 'String'),
  field('timezone', 'String'),
  field('type', 'String', isNew),
  field('validator_config_json', 'Nested'),
  field('validator_type', 'String'),
  field('working_timeout', 'Integer'),
]

const extra: Column = { stored: 'extra_json', read: (json: string | null) => parsed(json) }

export const reports = defineResource({
  name: 'report',
  view: 'ReportSchedule',
  title: 'Report Schedule',
  table: 'reports',
  columns: { ...auditColumns, extra, crontab_humanized: { stored: 'crontab', read: describeCrontab } },
  relations: {
    chart: { kind: 'one', table: 'charts', key: 'chart_id' },
    dashboard: { kind: 'one', table: 'dashboards', key: 'dashboard_id' },
    database: { kind: 'one', table: 'databases', key: 'database_id' },
    created_by: createdBy,
    changed_by: changedBy,
    owners: ownersThrough('report_owners', 'report_id'),
    recipients: { kind: 'many', table: 'report_recipients', from: 'report_id' },
  },
  list: [
    'active',
    ...of('changed_by', 'first_name', 'last_name'),
    'changed_on',
    'changed_on_delta_humanized',
    'chart_id',
    ...of('created_by', 'first_name', 'last_name'),
    'created_on',
    'creation_method',
    'crontab',
    'crontab_humanized',
    'dashboard_id',
    'description',
    'extra',
    'id',
    'last_eval_dttm',
    'last_state',
    'name',
    ...of('owners', 'first_name', 'id', 'last_name'),
    ...of('recipients', 'id', 'type'),
    'timezone',
    'type',
  ],
  show: [
    'id',
    'active',
    ...of('chart', 'id', 'slice_name', 'viz_type'),
    'context_markdown',
    'creation_method',
    'crontab',
    'custom_width',
    ...of('dashboard', 'dashboard_title', 'id'),
    ...of('database', 'database_name', 'id'),
    'description',
    'extra',
    'force_screenshot',
    'grace_period',
    'last_eval_dttm',
    'last_state',
    'last_value',
    'last_value_row_json',
    'log_retention',
    'name',
    ...of('owners', 'first_name', 'id', 'last_name'),
    ...of('recipients', 'id', 'recipient_config_json', 'type'),
    'report_format',
    'sql',
    'timezone',
    'type',
    'validator_config_json',
    'validator_type',
    'working_timeout',
  ],
  order: [
    'active',
    'description',
    'created_by.first_name',
    'changed_by.first_name',
    'changed_on',
    'changed_on_delta_humanized',
    'created_on',
    'crontab',
    'last_eval_dttm',
    'name',
    'type',
    'crontab_humanized',
  ],
  orderBy: { crontab_humanized: { sql: sql`reports.crontab` } },
  plainOrder: ['active', 'last_eval_dttm'],
  defaultOrder: { column: 'id', direction: 'asc' },
  search: {
    name: withFilters(text, {
      operator: 'report_all_text',
      name: 'All Text',
      where: (value, { deps }) => anyContains(deps.store, [sql`reports.name`, sql`reports.description`, sql`reports.sql`], value),
    }),
    active: truth,
    changed_by: toOne,
    created_by: toOne,
    owners: toMany,
    type: text,
    last_state: text,
    creation_method: text,
    dashboard_id: integer,
    chart_id: integer,
  },
  related: {
    owners: relatedOwners,
    chart: { table: 'charts', text: sql`slice_name` },
    dashboard: { table: 'dashboards', text: sql`coalesce(dashboard_title, '')` },
    database: { table: 'databases', text: sql`database_name`, access: ({ caller }) => visibleDatabases(caller) },
    created_by: relatedUsers(),
    changed_by: relatedUsers(),
  },
  permissions: ['can_read', 'can_write'],
  addForm: form(true),
  editForm: form(false),
  access: ({ caller }) =>
    mayReadAllData(caller)
      ? undefined
      : sql`exists (select 1 from report_owners where report_owners.report_id = reports.id and report_owners.user_id = ${caller.id ?? -1})`,
  owners: { table: 'report_owners', key: 'report_id' },
  removal: { nouns: ['report schedule', 'report schedules'] },
})

export const reportLogs = defineResource({
  name: 'report/log',
  view: 'ReportSchedule',
  title: 'Report Execution Log',
  table: 'report_logs',
  list: ['id', 'scheduled_dttm', 'end_dttm', 'start_dttm', 'value', 'value_row_json', 'state', 'error_message', 'uuid'],
  show: ['id', 'scheduled_dttm', 'end_dttm', 'start_dttm', 'value', 'value_row_json', 'state', 'error_message', 'uuid'],
  order: ['state', 'value', 'error_message', 'end_dttm', 'start_dttm', 'scheduled_dttm'],
  plainOrder: ['value', 'end_dttm', 'start_dttm', 'scheduled_dttm'],
  defaultOrder: { column: 'id', direction: 'desc' },
  search: { state: text, error_message: text },
  permissions: ['can_read'],
})

/** `At 09:00 AM`. A schedule that nobody can read aloud is shown as it was written. */
function describeCrontab(crontab: string): string {
  try {
    return cronstrue.toString(crontab)
  } catch {
    return crontab
  }
}

function parsed(json: string | null): unknown {
  try {
    return JSON.parse(json || '{}')
  } catch {
    return {}
  }
}
