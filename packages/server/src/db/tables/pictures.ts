import type { Audit, Id, Json, Moment } from './column-kinds.ts'

// What is drawn of the data: charts and dashboards, with what belongs to them.

export interface Charts extends Audit {
  id: Id
  uuid: string
  slice_name: string
  description: string | null
  viz_type: string
  /** A dataset id while `datasource_type` is `table`. */
  datasource_id: number
  datasource_type: string
  datasource_name: string | null
  params: Json | null
  query_context: Json | null
  query_context_generation: boolean
  cache_timeout: number | null
  perm: string | null
  schema_perm: string | null
  certified_by: string | null
  certification_details: string | null
  is_managed_externally: boolean
  external_url: string | null
  last_saved_at: Moment | null
  last_saved_by_id: number | null
}

export interface ChartOwners {
  chart_id: number
  user_id: number
}

export interface Dashboards extends Audit {
  id: Id
  uuid: string
  dashboard_title: string | null
  slug: string | null
  description: string | null
  position_json: Json | null
  json_metadata: Json | null
  css: string | null
  published: boolean
  certified_by: string | null
  certification_details: string | null
  is_managed_externally: boolean
  external_url: string | null
}

export interface DashboardCharts {
  dashboard_id: number
  chart_id: number
}

export interface DashboardOwners {
  dashboard_id: number
  user_id: number
}

export interface DashboardRoles {
  dashboard_id: number
  role_id: number
}

export interface EmbeddedDashboards extends Audit {
  uuid: string
  dashboard_id: number
  allow_domain_list: string | null
}

export interface FilterSets extends Audit {
  id: Id
  name: string
  description: string | null
  owner_type: string
  owner_id: number
  dashboard_id: number
  json_metadata: Json
}

export interface AnnotationLayers extends Audit {
  id: Id
  name: string
  descr: string | null
}

export interface Annotations extends Audit {
  id: Id
  layer_id: number
  short_descr: string
  long_descr: string | null
  start_dttm: Moment
  end_dttm: Moment
  json_metadata: Json | null
}

export interface CssTemplates extends Audit {
  id: Id
  template_name: string | null
  css: string | null
}
