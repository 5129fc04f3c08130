import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { flag, ids, jsonText, optionalText, text } from '../fields.ts'
import { crudEndpoints, favoriteEndpoints, type Row } from '../resource.ts'
import type { Person, TagMark } from './chart.ts'
import { dashboardMetadata } from './dashboard-metadata.ts'

const shared = {
  dashboard_title: optionalText(0, 500),
  certified_by: optionalText(),
  certification_details: optionalText(),
  is_managed_externally: flag().nullable().optional(),
  external_url: optionalText(),
}
export const dashboardPost = z.strictObject({
  ...shared,
  slug: optionalText(1, 255),
  owners: ids().optional(),
  roles: ids().optional(),
  position_json: jsonText().optional(),
  css: text().optional(),
  json_metadata: dashboardMetadata.optional(),
  published: flag().optional(),
})
/** Saving may empty what making may only leave out. */
export const dashboardPut = z.strictObject({
  ...shared,
  slug: optionalText(0, 255),
  owners: ids().nullable().optional(),
  roles: ids().nullable().optional(),
  position_json: jsonText().nullable().optional(),
  css: optionalText(),
  json_metadata: dashboardMetadata.nullable().optional(),
  published: flag().nullable().optional(),
  tags: ids().optional(),
})
/** `positions` in the metadata becomes the layout of the copy; without it the copy shows the same charts and has no layout. */
const dashboardCopy = z.strictObject({
  dashboard_title: text(0, 500).nullable(),
  css: optionalText(),
  json_metadata: dashboardMetadata,
  duplicate_slices: flag().optional(),
})
export type DashboardCopy = z.infer<typeof dashboardCopy>
export type DashboardPost = z.infer<typeof dashboardPost>
export type DashboardPut = z.infer<typeof dashboardPut>

export interface DashboardRow {
  readonly id: number
  readonly dashboard_title: string | null
  readonly slug: string | null
  readonly url: string
  readonly status: 'published' | 'draft'
  readonly published: boolean
  readonly css: string | null
  readonly position_json: string | null
  readonly json_metadata: string | null
  readonly thumbnail_url: string
  readonly certified_by: string | null
  readonly certification_details: string | null
  readonly changed_by: Person | null
  readonly changed_by_name: string
  readonly changed_on_utc: string
  readonly changed_on_delta_humanized: string
  readonly created_on_delta_humanized: string
  readonly created_by: Person | null
  readonly owners: readonly Person[]
  readonly roles: readonly { readonly id: number; readonly name: string }[]
  readonly is_managed_externally: boolean
  readonly tags: readonly TagMark[]
}
export interface DashboardItem extends Omit<DashboardRow, 'status' | 'created_by' | 'created_on_delta_humanized' | 'changed_on_utc'> {
  readonly changed_on: string
  /** Names. */
  readonly charts: readonly string[]
}
export interface DashboardChart {
  readonly id: number
  readonly slice_name: string
  readonly cache_timeout: number | null
  readonly changed_on: string
  readonly description: string | null
  readonly description_markeddown: string
  readonly form_data: Readonly<Record<string, unknown>>
  readonly slice_url: string
  readonly certified_by: string | null
  readonly certification_details: string | null
}

const row = z.looseObject({ id: z.int(), dashboard_title: z.string().nullable() })
const names = { resource: 'dashboard', view: 'Dashboard', things: 'dashboards' }
const crud = crudEndpoints({ ...names, listRow: row as unknown as z.ZodType<DashboardRow>, post: dashboardPost, put: dashboardPut })
const reading = {
  tag: 'dashboard',
  access: { permission: 'can_read', view: 'Dashboard' },
  params: z.object({ id: z.union([z.string(), z.number()]) }),
} as const

export const dashboardEndpoints = {
  ...crud,
  ...favoriteEndpoints(names),
  get: endpoint({
    ...reading,
    method: 'GET',
    path: '/api/v1/dashboard/:id',
    isForGuests: true,
    summary: 'Read a dashboard by its id or slug',
    reply: z.object({ result: row }) as unknown as z.ZodType<{ readonly result: DashboardItem }>,
  }),
  copy: endpoint({
    ...reading,
    method: 'POST',
    path: '/api/v1/dashboard/:id/copy/',
    summary: 'Copy a dashboard, with the same charts or with copies of them',
    access: { permission: 'can_write', view: 'Dashboard' },
    body: dashboardCopy,
    reply: z.object({ result: z.object({ id: z.int(), last_modified_time: z.number() }) }),
  }),
  charts: endpoint({
    ...reading,
    method: 'GET',
    path: '/api/v1/dashboard/:id/charts',
    isForGuests: true,
    summary: 'The charts of a dashboard, with their settings',
    reply: z.object({ result: z.array(z.looseObject({ id: z.int() })) }) as unknown as z.ZodType<{ readonly result: readonly DashboardChart[] }>,
  }),
  datasets: endpoint({
    ...reading,
    method: 'GET',
    path: '/api/v1/dashboard/:id/datasets',
    isForGuests: true,
    summary: 'The datasets of the charts of a dashboard',
    reply: z.object({ result: z.array(z.looseObject({ id: z.int() })) }) as unknown as z.ZodType<{ readonly result: readonly Row[] }>,
  }),
}
