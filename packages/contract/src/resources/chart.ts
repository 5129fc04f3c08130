import { z } from 'zod'
import { flag, ids, jsonText, optionalText, optionalWhole, text, whole } from '../fields.ts'
import { crudEndpoints, favoriteEndpoints } from '../resource.ts'

const datasourceTypes = ['sl_table', 'table', 'dataset', 'query', 'saved_query', 'view'] as const

const shared = {
  description: optionalText(),
  viz_type: optionalText(0, 250),
  owners: ids().optional(),
  params: jsonText().nullable().optional(),
  query_context: jsonText().nullable().optional(),
  query_context_generation: flag().nullable().optional(),
  cache_timeout: optionalWhole(),
  datasource_name: optionalText(),
  dashboards: ids().optional(),
  certified_by: optionalText(),
  certification_details: optionalText(),
  is_managed_externally: flag().nullable().optional(),
  external_url: optionalText(),
}

export const chartPost = z.strictObject({
  ...shared,
  slice_name: text(1, 250),
  datasource_id: whole(),
  datasource_type: z.enum(datasourceTypes),
})
export const chartPut = z.strictObject({
  ...shared,
  slice_name: optionalText(0, 250),
  datasource_id: optionalWhole(),
  datasource_type: z.enum(datasourceTypes).nullable().optional(),
  tags: ids().optional(),
})
export type ChartPost = z.infer<typeof chartPost>
export type ChartPut = z.infer<typeof chartPut>

export interface Person {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
}
export interface TagMark {
  readonly id: number
  readonly name: string
  readonly type: number
}
export interface ChartRow {
  readonly id: number
  readonly slice_name: string
  readonly description: string | null
  readonly description_markeddown: string
  readonly viz_type: string
  readonly params: string | null
  readonly form_data: Readonly<Record<string, unknown>>
  readonly cache_timeout: number | null
  readonly certified_by: string | null
  readonly certification_details: string | null
  readonly datasource_id: number
  readonly datasource_type: string
  readonly datasource_name_text: string | null
  readonly datasource_url: string | null
  readonly url: string
  readonly slice_url: string
  readonly edit_url: string
  readonly thumbnail_url: string
  readonly is_managed_externally: boolean
  readonly changed_by: Omit<Person, 'id'> | null
  readonly changed_by_name: string
  readonly changed_on_delta_humanized: string
  readonly changed_on_dttm: number
  readonly changed_on_utc: string
  readonly created_by: Person | null
  readonly created_by_name: string
  readonly created_on_delta_humanized: string
  readonly last_saved_at: string | null
  readonly last_saved_by: Person | null
  readonly owners: readonly Person[]
  readonly dashboards: readonly { readonly id: number; readonly dashboard_title: string | null }[]
  readonly table: { readonly default_endpoint: string | null; readonly table_name: string } | null
  readonly tags: readonly TagMark[]
}
export interface ChartItem {
  readonly id: number
  readonly slice_name: string
  readonly description: string | null
  readonly viz_type: string
  readonly params: string | null
  readonly query_context: string | null
  readonly cache_timeout: number | null
  readonly certified_by: string | null
  readonly certification_details: string | null
  readonly changed_on_delta_humanized: string
  readonly url: string
  readonly thumbnail_url: string
  readonly is_managed_externally: boolean
  readonly owners: readonly Person[]
  readonly dashboards: readonly { readonly id: number; readonly dashboard_title: string | null; readonly json_metadata: string | null }[]
  readonly tags: readonly TagMark[]
}

const row = z.looseObject({ id: z.int(), slice_name: z.string(), viz_type: z.string() })
const names = { resource: 'chart', view: 'Chart', things: 'charts' }
export const chartEndpoints = {
  ...crudEndpoints({
    ...names,
    listRow: row as unknown as z.ZodType<ChartRow>,
    showRow: row as unknown as z.ZodType<ChartItem>,
    post: chartPost,
    put: chartPut,
  }),
  ...favoriteEndpoints(names),
}
