import type { Selectable } from 'kysely'
import type { Dashboards } from '../db/schema.ts'
import { fileNameOf } from './bundle-path.ts'
import { isDocument, readDocument, type Document } from './documents.ts'
import { withKept, type KeptKeys } from './kept-keys.ts'
import type { ChartRow } from './object-files.ts'

export type DashboardRow = Selectable<Dashboards>

export const dashboardPath = (row: DashboardRow): string => `dashboards/${fileNameOf(row.dashboard_title ?? '', row.id)}_${row.id}.yaml`

/** A dashboard. Ids mean nothing elsewhere: charts of the layout carry their uuids, and datasets of filters are named by theirs. */
export function dashboardFile(row: DashboardRow, charts: readonly ChartRow[], datasetUuids: ReadonlyMap<number, string>, kept: KeptKeys | undefined): Document {
  const content = {
    dashboard_title: row.dashboard_title,
    description: row.description,
    css: row.css,
    slug: row.slug,
    certified_by: row.certified_by,
    certification_details: row.certification_details,
    published: row.published,
    uuid: row.uuid,
    position: layoutOf(row, charts),
    metadata: metadataOf(readDocument(row.json_metadata), datasetUuids),
    version: '1.0.0',
  }
  return withKept(content, kept?.file, { is_managed_externally: row.is_managed_externally, external_url: row.external_url })
}

function metadataOf(metadata: Document, datasetUuids: ReadonlyMap<number, string>): Document {
  const filters = metadata['native_filter_configuration']
  if (!Array.isArray(filters)) return metadata
  const targetOf = (target: unknown): unknown => {
    const uuid = isDocument(target) ? datasetUuids.get(target['datasetId'] as number) : undefined
    if (!isDocument(target) || uuid === undefined) return target
    const { datasetId: _id, ...rest } = target
    return { ...rest, datasetUuid: uuid }
  }
  const filterOf = (filter: unknown): unknown =>
    isDocument(filter) && Array.isArray(filter['targets']) ? { ...filter, targets: filter['targets'].map(targetOf) } : filter
  return { ...metadata, native_filter_configuration: filters.map(filterOf) }
}

/** The layout with the uuid of every chart; charts that stand on the dashboard but nowhere in its layout get a row at its end. */
function layoutOf(row: DashboardRow, charts: readonly ChartRow[]): Document {
  const stored = readDocument(row.position_json)
  const layout = Object.keys(stored).length > 0 ? stored : emptyLayout(row.dashboard_title ?? '')
  const byId = new Map(charts.map((chart) => [chart.id, chart]))
  const placed = new Set<number>()
  const marked = Object.fromEntries(
    Object.entries(layout).map(([key, block]) => {
      const meta = isDocument(block) && block['type'] === 'CHART' && isDocument(block['meta']) ? block['meta'] : undefined
      const chart = meta && byId.get(meta['chartId'] as number)
      if (!chart) return [key, block]
      placed.add(chart.id)
      return [key, { ...(block as Document), meta: { ...meta, uuid: chart.uuid } }]
    }),
  )
  const missing = charts.filter(({ id }) => !placed.has(id))
  return missing.length === 0 ? marked : { ...marked, ...rowOf(marked, missing) }
}

const emptyLayout = (title: string): Document => ({
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { children: ['GRID_ID'], id: 'ROOT_ID', type: 'ROOT' },
  GRID_ID: { children: [], id: 'GRID_ID', parents: ['ROOT_ID'], type: 'GRID' },
  HEADER_ID: { id: 'HEADER_ID', meta: { text: title }, type: 'HEADER' },
})

function rowOf(layout: Document, charts: readonly ChartRow[]): Document {
  let number = 0
  while (`ROW-N-${number}` in layout) number++
  const row = `ROW-N-${number}`
  const parents = ['ROOT_ID', 'GRID_ID']
  const idOf = (chart: ChartRow) => `CHART-${chart.uuid}`
  const grid = layout['GRID_ID']
  const children = isDocument(grid) && Array.isArray(grid['children']) ? grid['children'] : []
  return {
    ...(isDocument(grid) ? { GRID_ID: { ...grid, children: [...children, row] } } : {}),
    [row]: { children: charts.map(idOf), id: row, meta: { background: 'BACKGROUND_TRANSPARENT' }, parents, type: 'ROW' },
    ...Object.fromEntries(
      charts.map((chart) => [
        idOf(chart),
        {
          children: [],
          id: idOf(chart),
          meta: { chartId: chart.id, height: 50, sliceName: chart.slice_name, uuid: chart.uuid, width: 4 },
          parents: [...parents, row],
          type: 'CHART',
        },
      ]),
    ),
  }
}
