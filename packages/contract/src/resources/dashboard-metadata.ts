import { z } from 'zod'
import { fieldMapOf } from '../field-map.ts'
import { text, whole } from '../fields.ts'

const anyMap = z.record(z.string(), z.unknown())

/** Keys of a dashboard's `json_metadata`. */
const metadataShape = z.strictObject({
  native_filter_configuration: z.array(anyMap).nullable().optional(),
  chart_configuration: anyMap.nullable().optional(),
  global_chart_configuration: anyMap.nullable().optional(),
  filter_sets_configuration: z.array(anyMap).nullable().optional(),
  timed_refresh_immune_slices: z.array(whole()).optional(),
  filter_scopes: anyMap.optional(),
  default_filters: z.string().optional(),
  expanded_slices: anyMap.optional(),
  refresh_frequency: whole().optional(),
  stagger_refresh: z.boolean().optional(),
  stagger_time: whole().optional(),
  color_scheme: z.string().nullable().optional(),
  color_namespace: z.string().nullable().optional(),
  color_scheme_domain: z.array(z.string()).optional(),
  label_colors: anyMap.optional(),
  shared_label_colors: z.union([anyMap, z.array(z.string())]).optional(),
  map_label_colors: anyMap.optional(),
  positions: anyMap.nullable().optional(),
  cross_filters_enabled: z.boolean().optional(),
  filter_bar_orientation: z.enum(['VERTICAL', 'HORIZONTAL']).nullable().optional(),
  native_filter_migration: anyMap.optional(),
  import_time: whole().optional(),
  remote_id: whole().optional(),
  chart_customization_config: z.array(anyMap).nullable().optional(),
  expand_all_slices: z.boolean().optional(),
  show_chart_timestamps: z.boolean().optional(),
  show_native_filters: z.boolean().optional(),
})

/** The document as text. What is wrong inside it is reported as a map of its keys, which is one element of the field's list. */
export const dashboardMetadata = text().superRefine((value, context) => {
  if (value === '') return
  let document: unknown
  try {
    document = JSON.parse(value)
  } catch {
    context.addIssue({ code: 'custom', message: 'JSON not valid' })
    return
  }
  const parsed = metadataShape.safeParse(document)
  if (!parsed.success) context.addIssue({ code: 'custom', message: 'JSON not valid', params: { map: fieldMapOf(parsed.error.issues, document) } })
})
