import { z } from 'zod'
import { bundleEndpoints } from '../bundles.ts'
import { endpoint } from '../endpoint.ts'
import { optionalText, optionalWhole } from '../fields.ts'
import { crudEndpoints, idParams, type Row } from '../resource.ts'
import type { Person } from './chart.ts'

export const savedQueryBody = z.strictObject({
  db_id: optionalWhole(),
  description: optionalText(),
  label: optionalText(undefined, 256),
  schema: optionalText(undefined, 128),
  sql: optionalText(),
  template_parameters: optionalText(),
  extra_json: optionalText(),
})
export type SavedQueryBody = z.infer<typeof savedQueryBody>

export interface SavedQueryRow {
  readonly id: number
  readonly label: string
  readonly description: string | null
  readonly sql: string
  readonly schema: string | null
  readonly db_id: number | null
  readonly database: { readonly id: number; readonly database_name: string } | null
  readonly sql_tables: readonly { readonly catalog: string | null; readonly schema: string | null; readonly table: string }[]
  readonly rows: number | null
  readonly extra: Readonly<Record<string, unknown>>
  readonly created_on: string
  readonly changed_on: string
  readonly changed_on_delta_humanized: string
  readonly last_run_delta_humanized: string
  readonly created_by: Person | null
  readonly changed_by: Person | null
}
export interface SavedQueryItem extends Omit<SavedQueryRow, 'rows' | 'extra' | 'created_on' | 'last_run_delta_humanized' | 'db_id'> {
  readonly template_parameters: string | null
}

const row = z.looseObject({ id: z.int() })
const about = { tag: 'saved_query', reply: z.record(z.string(), z.unknown()) as unknown as z.ZodType<Row> } as const
/** Fields of a form are texts. */
const form = z.looseObject({
  label: z.string().max(256).optional(),
  db_id: z.string().optional(),
  schema: z.string().max(128).optional(),
  description: z.string().optional(),
  sql: z.string().optional(),
  extra_json: z.string().optional(),
})
export type SavedQueryForm = z.infer<typeof form>

export const savedQueryEndpoints = {
  ...crudEndpoints({
    resource: 'saved_query',
    view: 'SavedQuery',
    things: 'saved queries',
    listRow: row as unknown as z.ZodType<SavedQueryRow>,
    showRow: row as unknown as z.ZodType<SavedQueryItem>,
    post: savedQueryBody,
    put: savedQueryBody,
    invalidStatus: 422,
  }),
  ...bundleEndpoints({ resource: 'saved_query', view: 'SavedQuery', things: 'saved queries' }),
  oldCreate: endpoint({
    ...about,
    method: 'POST',
    path: '/savedqueryviewapi/api/create',
    summary: 'Save a query, as a form',
    access: { permission: 'can_write', view: 'SavedQuery' },
    body: form,
  }),
  oldGet: endpoint({
    ...about,
    method: 'GET',
    path: '/savedqueryviewapi/api/get/:id',
    summary: 'Read a saved query, in the old form',
    access: { permission: 'can_read', view: 'SavedQuery' },
    params: idParams,
  }),
}
