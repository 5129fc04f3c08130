import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { text, whole } from '../fields.ts'
import { idParams } from '../resource.ts'

/**
 * The columns and metrics a dataset would have after a change: the same lists that would be sent with PUT, so that a client sends what it is
 * about to save; further keys of the rows are not looked at. A list that is left out does not change.
 */
const affectedChartsBody = z.strictObject({
  columns: z.array(z.looseObject({ id: whole().optional(), column_name: text(1, 255), expression: text().nullable().optional() })).optional(),
  metrics: z.array(z.looseObject({ id: whole().optional(), metric_name: text(1, 255), expression: text().nullable().optional() })).optional(),
  /** Charts come in pages: 0 is the first. */
  page: whole(0).optional(),
  page_size: whole(1, 500).optional(),
})
export type AffectedChartsBody = z.infer<typeof affectedChartsBody>

/** A name that the chart uses and that would be gone. */
const lostName = z.object({
  kind: z.enum(['column', 'metric']),
  name: z.string(),
  /** The new name of the same row; null where the row would be gone. */
  new_name: z.string().nullable(),
  /** The saved metric or calculated column whose expression mentions the name, where the chart does not name it itself. */
  through: z.string().nullable(),
})
export type LostName = z.infer<typeof lostName>

const affectedChart = z.object({
  id: z.int(),
  slice_name: z.string(),
  viz_type: z.string(),
  url: z.string(),
  lost: z.array(lostName),
  /** Dashboards with this chart that the caller sees. */
  dashboards: z.array(z.object({ id: z.int(), dashboard_title: z.string(), url: z.string() })),
  /** How many more dashboards show it. */
  hidden_dashboards: z.int(),
})
export type AffectedChart = z.infer<typeof affectedChart>

/** Sightline's own call: which charts a change of a dataset would break. Nothing is changed by it. */
export const affectedCharts = endpoint({
  tag: 'dataset',
  access: { permission: 'can_read', view: 'Dataset' },
  method: 'POST',
  path: '/api/v1/dataset/:id/affected_charts',
  summary: 'Charts that a change of the columns or metrics of a dataset would break',
  params: idParams,
  body: affectedChartsBody,
  reply: z.object({
    /** All charts that would break, with those the caller may not see. */
    count: z.int(),
    /** How many of these the caller may not see: they are counted, never named. */
    hidden: z.int(),
    /** One page of those the caller may see, by id. */
    result: z.array(affectedChart),
  }),
})
