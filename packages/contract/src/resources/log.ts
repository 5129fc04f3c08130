import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { readEndpoints, risonQuery } from '../resource.ts'

export interface LogRow {
  readonly action: string
  readonly dttm: string
  readonly json: string | null
  readonly slice_id: number | null
  readonly dashboard_id: number | null
  readonly user_id: number | null
  readonly duration_ms: number | null
  readonly referrer: string | null
  readonly user: { readonly username: string } | null
}
export interface Activity {
  readonly action: string
  readonly item_type: 'dashboard' | 'slice'
  readonly item_url: string
  readonly item_title: string
  /** Epoch milliseconds. */
  readonly time: number
  readonly time_delta_humanized: string
}

export const eventEndpoints = {
  ...readEndpoints({ resource: 'log', view: 'Log', things: 'events', listRow: z.looseObject({ action: z.string() }) as unknown as z.ZodType<LogRow> }),
  recentActivity: endpoint({
    method: 'GET',
    path: '/api/v1/log/recent_activity/',
    tag: 'log',
    summary: 'What the caller has lately opened',
    access: { permission: 'can_recent_activity', view: 'Log' },
    query: risonQuery,
    reply: z.object({ result: z.array(z.looseObject({ item_title: z.string() })) }) as unknown as z.ZodType<{ readonly result: readonly Activity[] }>,
  }),
}
