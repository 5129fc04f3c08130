import { frameOf, labelOfMetric, toNumber, type Query } from '@sightline/core'
import { computeTable } from './finish/compute-table.ts'
import type { ChartDataAnswer } from './run-chart-data.ts'

type RowsAnswer = Extract<ChartDataAnswer, { kind: 'rows' }>

/**
 * A table may ask for its shares of all records instead of the rows it shows (`percent_metric_calculation`): the query without columns beside it
 * then has the totals that shares are taken of.
 */
export function addTotals(answers: readonly ChartDataAnswer[], formData: Readonly<Record<string, unknown>>): readonly ChartDataAnswer[] {
  if (formData['percent_metric_calculation'] !== 'all_records') return answers
  const totals = answers.find((answer): answer is RowsAnswer => answer.kind === 'rows' && isTotals(answer.ran.query))
  const sums = totals && readSums(totals)
  return sums ? answers.map((answer) => (answer.kind === 'rows' && answer !== totals ? withTotals(answer, sums) : answer)) : answers
}

const isTotals = ({ columns, metrics, postProcessing, isRowCount }: Query): boolean =>
  columns.length === 0 && (metrics ?? []).length > 0 && postProcessing.length === 0 && !isRowCount

function readSums({ ran }: RowsAnswer): Readonly<Record<string, number>> | null {
  const table = ran.table()
  if (!table.ok || table.value.length === 0) return null
  const { columns, values } = frameOf(table.value)
  const known = new Set((ran.query.metrics ?? []).map(labelOfMetric))
  return Object.fromEntries(columns.flatMap(({ name }, at) => (known.has(name) ? [[name, toNumber(values[at]![0]) ?? 0] as const] : [])))
}

function withTotals(answer: RowsAnswer, sums: Readonly<Record<string, number>>): RowsAnswer {
  const { ran } = answer
  const isShare = (operation: string): boolean => operation === 'contribution'
  if (!ran.query.postProcessing.some(({ operation }) => isShare(operation))) return answer
  const postProcessing = ran.query.postProcessing.map((step) =>
    isShare(step.operation) ? { ...step, options: { ...step.options, contribution_totals: sums } } : step,
  )
  const query = { ...ran.query, postProcessing }
  const sources = { ...ran.sources, query }
  return { ...answer, ran: { ...ran, query, sources, shape: JSON.stringify([ran.shape, sums]), table: () => computeTable(sources) } }
}
