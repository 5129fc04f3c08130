import { frameOf, printCsv } from '@sightline/core'
import { Refusal } from '../http/problem.ts'
import { finalTable } from './print-answers.ts'
import { printPieces } from './print-pieces.ts'
import type { ChartDataAnswer } from './run-chart-data.ts'

/** One file per query, headed by the names that people gave to columns and metrics. */
export async function printCsvAnswers(answers: readonly ChartDataAnswer[]): Promise<readonly Uint8Array[]> {
  const files: Uint8Array[] = []
  for (const answer of answers) {
    if (answer.kind !== 'rows') throw new Refusal(400, 'Only rows can be sent as CSV')
    const table = finalTable(answer.ran)
    if (!table.ok) throw new Refusal(400, `Error: ${table.problem.message}`)
    const frame = frameOf(table.value)
    const { columns, metrics } = answer.loaded
    const verbose = new Map([
      ...columns.map((column) => [column.column_name, column.verbose_name] as const),
      ...metrics.map((metric) => [metric.metric_name, metric.verbose_name] as const),
    ])
    files.push(
      await printPieces(
        printCsv(
          frame,
          frame.columns.map(({ name }) => verbose.get(name) || name),
        ),
      ),
    )
  }
  return files
}
