import { setImmediate as turn } from 'node:timers/promises'
import type { ChartPlan, DashboardPlan, Planning } from '../../bundles/import-plan.ts'
import type { DataChecks } from './check-data.ts'
import { judgeChart, type ChartJudgement } from './judge-chart.ts'
import { judgeDashboard, type DashboardJudgement, type KnownThings } from './judge-dashboard.ts'

export interface Judgements {
  readonly charts: ReadonlyMap<ChartPlan, ChartJudgement>
  readonly dashboards: ReadonlyMap<DashboardPlan, DashboardJudgement>
}

/** How every chart and dashboard will look here. One at a time: a bundle may hold thousands. */
export async function judgePictures({ charts, dashboards, datasets, signal }: Planning, checks: DataChecks): Promise<Judgements> {
  const known: KnownThings = {
    hasChart: (uuid) => charts.has(uuid),
    columnsOf: (uuid) => {
      const plan = datasets.get(uuid)
      if (!plan) return undefined
      const lost = new Set(checks.datasets.get(uuid)?.columns.missing)
      return new Set((plan.content.columns ?? []).map(({ column_name }) => column_name).filter((name) => !lost.has(name)))
    },
  }
  const judge = async <Plan, Judgement>(plans: Iterable<Plan>, one: (plan: Plan) => Judgement): Promise<ReadonlyMap<Plan, Judgement>> => {
    const judged = new Map<Plan, Judgement>()
    for (const plan of plans) {
      await turn()
      signal.throwIfAborted()
      judged.set(plan, one(plan))
    }
    return judged
  }
  return {
    charts: await judge(charts.values(), ({ content }) => judgeChart(content, checks.datasets.get(content.dataset_uuid))),
    dashboards: await judge(dashboards.values(), ({ content }) => judgeDashboard(content, known)),
  }
}
