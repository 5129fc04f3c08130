import type { Person } from '../../ui/avatar.ts'
import type { Changed } from '../../ui/list/cells.tsx'

export interface ChartRow extends Changed {
  readonly id: number
  readonly slice_name: string | null
  readonly viz_type: string | null
  readonly datasource_name_text: string | null
  readonly datasource_url: string | null
  readonly dashboards?: readonly { readonly id: number; readonly dashboard_title: string | null }[]
  readonly owners?: readonly (Person & { readonly id: number })[]
  readonly certified_by: string | null
  readonly certification_details: string | null
  readonly description: string | null
  readonly thumbnail_url: string | null
}
