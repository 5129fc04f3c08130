import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { flag, ids, isTimeZone, optionalText, text, unknownTimeZone, whole } from '../fields.ts'
import { crudEndpoints, risonQuery, type ItemReply, type ListReply } from '../resource.ts'

export const reportStates = ['Success', 'Working', 'Error', 'Not triggered', 'On Grace'] as const
export type ReportState = (typeof reportStates)[number]

/** A zone the calendar of this machine knows. */
const zone = text(1, 100).refine(isTimeZone, { error: unknownTimeZone })

const positive = whole().refine((value) => value >= 1, { error: 'Value must be greater than 0' })

const recipient = z.strictObject({
  type: z.enum(['Email', 'Slack']),
  recipient_config_json: z.strictObject({ target: text(1) }).optional(),
})

const validator = z.strictObject({ op: z.enum(['<', '<=', '>', '>=', '==', '!=']), threshold: z.number() }).partial()

const fields = {
  description: optionalText(),
  context_markdown: optionalText(),
  active: flag().optional(),
  timezone: zone.optional(),
  sql: optionalText(),
  chart: whole().nullable().optional(),
  dashboard: whole().nullable().optional(),
  database: whole().optional(),
  owners: ids().optional(),
  creation_method: z.enum(['charts', 'dashboards', 'alerts_reports']).optional(),
  validator_type: z.enum(['not null', 'operator']).optional(),
  validator_config_json: validator.optional(),
  log_retention: positive.optional(),
  grace_period: positive.optional(),
  working_timeout: positive.optional(),
  recipients: z.array(recipient).optional(),
  report_format: z.enum(['PNG', 'CSV', 'TEXT']).optional(),
  extra: z.record(z.string(), z.unknown()).optional(),
  force_screenshot: flag().optional(),
  custom_width: whole()
    .refine((value) => value >= 600 && value <= 2400, { error: 'Screenshot width must be between 600px and 2400px' })
    .nullable()
    .optional(),
}
const type = z.enum(['Alert', 'Report'])

export const reportPost = z.strictObject({ ...fields, type, name: text(1, 150), crontab: text(1, 1000) })
export type ReportPost = z.infer<typeof reportPost>

export const reportPut = z.strictObject({
  ...fields,
  type: type.optional(),
  name: text(1, 150).optional(),
  crontab: text(1, 1000).optional(),
  database: whole().nullable().optional(),
  validator_type: z.enum(['not null', 'operator']).nullable().optional(),
})
export type ReportPut = z.infer<typeof reportPut>

const logAbout = { tag: 'report', access: { permission: 'can_read', view: 'ReportSchedule' }, query: risonQuery } as const
const anything = z.looseObject({})

export const reportEndpoints = {
  ...crudEndpoints({ resource: 'report', view: 'ReportSchedule', things: 'alerts and reports', post: reportPost, put: reportPut }),
  listLogs: endpoint({
    ...logAbout,
    method: 'GET',
    path: '/api/v1/report/:id/log/',
    summary: 'The executions of an alert or report',
    params: z.object({ id: z.string() }),
    reply: anything as unknown as z.ZodType<ListReply>,
  }),
  getLog: endpoint({
    ...logAbout,
    method: 'GET',
    path: '/api/v1/report/:id/log/:logId',
    summary: 'One execution of an alert or report',
    params: z.object({ id: z.string(), logId: z.string() }),
    reply: anything as unknown as z.ZodType<ItemReply>,
  }),
}
