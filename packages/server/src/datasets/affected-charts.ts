import { setImmediate as breathe } from 'node:timers/promises'
import type { AffectedChart, AffectedChartsBody, LostName } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import { sql } from 'kysely'
import { exploreUrl } from '../charts/form-data.ts'
import type { Deps } from '../deps.ts'
import type { Fragment } from '../rest/resource.ts'
import { visibleCharts, visibleDashboards } from '../rest/visible-data.ts'
import type { LoadedDataset } from './load-dataset.ts'
import { lossesOf, lostIn, mentionsOf } from './lost-names.ts'
import { namesInChart } from './names-in-chart.ts'

/** Charts read from the store at a time, and how long reading them may keep others waiting. */
const atATime = 20
const turnMs = 10

interface Affected {
  readonly count: number
  readonly hidden: number
  readonly result: readonly AffectedChart[]
}
type Hit = Pick<AffectedChart, 'id' | 'slice_name' | 'viz_type'> & { readonly lost: readonly LostName[] }

/** The charts that use a column or metric which the proposed lists no longer have. Charts the caller may not see are only counted. */
export async function affectedCharts(deps: Deps, caller: Caller, dataset: LoadedDataset, body: AffectedChartsBody, signal: AbortSignal): Promise<Affected> {
  const losses = lossesOf(
    {
      columns: dataset.columns.map(({ id, column_name, expression }) => ({ id, name: column_name, expression })),
      metrics: dataset.metrics.map(({ id, metric_name, expression }) => ({ id, name: metric_name, expression })),
    },
    body,
  )
  if (losses.lost.length === 0) return { count: 0, hidden: 0, result: [] }
  const mayMention = mentionsOf(losses)
  const size = body.page_size ?? 100
  const first = (body.page ?? 0) * size
  const page: Hit[] = []
  let seen = 0
  let hidden = 0
  let began = performance.now()
  for await (const chart of chartsOf(deps, caller, dataset.row.id)) {
    if (performance.now() - began > turnMs) {
      await breathe()
      signal.throwIfAborted()
      began = performance.now()
    }
    if (!mayMention(chart.params) && !mayMention(chart.query_context)) continue
    const lost = lostIn(namesInChart(chart.params, chart.query_context), losses)
    if (lost.length === 0) continue
    if (!chart.is_seen) {
      hidden += 1
      continue
    }
    if (seen >= first && page.length < size) page.push({ id: chart.id, slice_name: chart.slice_name, viz_type: chart.viz_type, lost })
    seen += 1
  }
  return { count: seen + hidden, hidden, result: await withDashboards(deps, caller, page) }
}

/** Every chart over a dataset, in pages: some datasets have thousands. */
async function* chartsOf({ db }: Deps, caller: Caller, datasetId: number) {
  for (let after = 0; ;) {
    const charts = await db
      .selectFrom('charts')
      .select(['id', 'slice_name', 'viz_type', 'params', 'query_context', seenIf(visibleCharts(caller))])
      .where('datasource_type', '=', 'table')
      .where('datasource_id', '=', datasetId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(atATime)
      .execute()
    for (const chart of charts) yield { ...chart, is_seen: Number(chart.is_seen) === 1 }
    const last = charts.at(-1)
    if (!last || charts.length < atATime) return
    after = last.id
  }
}

const seenIf = (condition: Fragment | undefined) => (condition ? sql<number>`case when ${condition} then 1 else 0 end` : sql<number>`1`).as('is_seen')

async function withDashboards({ db, config }: Deps, caller: Caller, charts: readonly Hit[]): Promise<AffectedChart[]> {
  if (charts.length === 0) return []
  const placed = await db
    .selectFrom('dashboard_charts')
    .innerJoin('dashboards', 'dashboards.id', 'dashboard_charts.dashboard_id')
    .select(['dashboard_charts.chart_id', 'dashboards.id', 'dashboards.dashboard_title', 'dashboards.slug'])
    .select(seenIf(visibleDashboards(caller, config.featureFlags.DASHBOARD_RBAC)))
    .where(
      'dashboard_charts.chart_id',
      'in',
      charts.map(({ id }) => id),
    )
    .orderBy('dashboards.id')
    .execute()
  return charts.map((chart) => {
    const on = placed.filter(({ chart_id }) => chart_id === chart.id)
    const named = on.filter(({ is_seen }) => Number(is_seen) === 1)
    return {
      ...chart,
      url: exploreUrl(chart.id),
      lost: [...chart.lost],
      dashboards: named.map(({ id, dashboard_title, slug }) => ({
        id,
        dashboard_title: dashboard_title ?? '',
        url: `/superset/dashboard/${slug || id}/`,
      })),
      hidden_dashboards: on.length - named.length,
    }
  })
}
