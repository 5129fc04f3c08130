import { hash } from 'node:crypto'

/** What a chart's picture depends on; any of it changing changes the address of its thumbnail, so browsers may keep the old one for ever. */
export interface DigestedChart {
  readonly id: number
  readonly viz_type: string
  readonly params: string | null
  readonly datasource_id: number | null
}

export interface DigestedDashboard {
  readonly id: number
  readonly dashboard_title: string | null
  readonly position_json: string | null
  readonly json_metadata: string | null
  readonly css: string | null
}

/** The fields are length-marked by JSON, so no two different rows print the same text. */
const digestOf = (parts: readonly unknown[]): string => hash('md5', JSON.stringify(parts))

export const digestOfChart = (row: DigestedChart): string => digestOf(['chart', row.id, row.viz_type, row.datasource_id, row.params])

export const digestOfDashboard = (row: DigestedDashboard): string =>
  digestOf(['dashboard', row.id, row.dashboard_title, row.position_json, row.json_metadata, row.css])

export const thumbnailOfChart = (row: DigestedChart): string => `/api/v1/chart/${row.id}/thumbnail/${digestOfChart(row)}/`

export const thumbnailOfDashboard = (row: DigestedDashboard): string => `/api/v1/dashboard/${row.id}/thumbnail/${digestOfDashboard(row)}/`
