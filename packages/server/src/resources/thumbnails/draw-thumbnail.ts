import type { Caller } from '@sightline/core'
import type { Selectable } from 'kysely'
import type { Charts, Dashboards } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { loadDrawing } from '../../draw/load-drawing.ts'
import { placeCharts } from '../../draw/place-charts.ts'
import type { ChartDrawing } from '../../draw/request.ts'
import { drawOnce, studioOf } from '../../draw/studio.ts'
import { Refusal } from '../../http/problem.ts'

interface Wanted {
  readonly signal: AbortSignal
  readonly force: boolean
  readonly theme: 'light' | 'dark'
}

/** Both are 800 by 600 pixels. A chart is drawn at half that size, so that its text can be read; a dashboard as a small page of shapes. */
const chartSize = { width: 400, height: 300 }
const pageSize = { width: 1200, height: 900 }
const miniSize = { width: 320, height: 240 }
const mostCharts = 12

export async function drawChartThumbnail(deps: Deps, caller: Caller, chart: Selectable<Charts>, { signal, force, theme }: Wanted): Promise<Uint8Array> {
  const drawing = await loadDrawing(deps, caller, chart, { signal, force })
  return drawOnce(studioOf(deps), { kind: 'chart', theme, size: chartSize, scale: 2, charts: [drawing] })
}

export async function drawDashboardThumbnail(
  deps: Deps,
  caller: Caller,
  dashboard: Selectable<Dashboards>,
  { signal, force, theme }: Wanted,
): Promise<Uint8Array> {
  const placed = placeCharts(objectIn(dashboard.position_json), pageSize, mostCharts)
  const ids = [...new Set(placed.map(({ chartId }) => chartId))]
  // Only charts that are on the dashboard by the store's own record: a layout may name any number.
  const rows =
    ids.length === 0
      ? []
      : await deps.db
          .selectFrom('charts')
          .innerJoin('dashboard_charts', 'dashboard_charts.chart_id', 'charts.id')
          .selectAll('charts')
          .where('dashboard_charts.dashboard_id', '=', dashboard.id)
          .where('charts.id', 'in', ids)
          .execute()
  const colors = objectIn(dashboard.json_metadata)['label_colors']
  const labelColors = typeof colors === 'object' && colors !== null ? textsIn(colors) : {}
  const charts = await Promise.all(
    placed.map(async ({ chartId, title, place }) => {
      const row = rows.find(({ id }) => id === chartId)
      if (!row) return { ...refused('There is no chart with this id.'), title: title ?? '', place }
      const drawing = await loadDrawing(deps, caller, row, { signal, force, formData: { dashboardId: dashboard.id } }).catch((error: unknown) => {
        if (error instanceof Refusal) return refused(error.status === 403 ? 'You have no access to this data.' : 'The query of this chart failed.')
        throw error
      })
      return { ...drawing, labelColors, title: title || row.slice_name, place }
    }),
  )
  const shrink = miniSize.width / pageSize.width
  const small = charts.map(({ place: { x, y, size }, ...chart }) => ({
    ...chart,
    place: { x: x * shrink, y: y * shrink, size: { width: size.width * shrink, height: size.height * shrink } },
  }))
  return drawOnce(studioOf(deps), { kind: 'mini-page', theme, size: miniSize, scale: 2.5, charts: small })
}

const refused = (refusal: string): ChartDrawing => ({ vizType: '', form: {}, frames: [], dataset: { verboseNames: {}, formats: {} }, timeZone: 'UTC', refusal })

function objectIn(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const textsIn = (value: object): Record<string, string> =>
  Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
