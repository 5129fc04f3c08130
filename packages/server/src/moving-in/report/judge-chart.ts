import { judgeForm } from '@sightline/charts'
import type { FidelityReport } from '@sightline/contract'
import type { ChartContent } from '../../bundles/file-schema.ts'
import { namesInChart } from '../../datasets/names-in-chart.ts'
import type { DatasetCheck } from './check-dataset.ts'

export type ChartJudgement = Pick<FidelityReport['charts'][number], 'state' | 'changes'>

/** How faithfully a chart is drawn here: what its type does not honour, and what its dataset no longer has. */
export function judgeChart({ viz_type, params }: Pick<ChartContent, 'viz_type' | 'params'>, dataset: DatasetCheck | undefined): ChartJudgement {
  const { state, changes } = judgeForm(viz_type, params ?? {})
  if (state === 'not_drawable') return { state, changes: [...changes] }
  const all = [...changes, ...lostNames(params ?? {}, dataset)]
  return { state: all.length > 0 ? 'changed' : 'faithful', changes: all }
}

/** Columns and metrics that the form asks for by name and that the database has not. */
function lostNames(form: Readonly<Record<string, unknown>>, dataset: DatasetCheck | undefined): ChartJudgement['changes'] {
  if (!dataset || dataset.state !== 'missing') return []
  const columns = new Set(dataset.columns.missing)
  const metrics = new Set(dataset.metrics.missing.map(({ name }) => name))
  return Object.entries(form).flatMap(([name, value]) => {
    const used = namesInChart(JSON.stringify({ [name]: value }), null)
    return [
      ...[...used.columns]
        .filter((column) => columns.has(column))
        .map((column) => ({ name, why: `The column "${column}" of its dataset is missing in the database.` })),
      ...[...used.metrics]
        .filter((metric) => metrics.has(metric))
        .map((metric) => ({ name, why: `The metric "${metric}" of its dataset cannot be computed in the database.` })),
    ]
  })
}
