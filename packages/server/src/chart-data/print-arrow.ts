import { frameOf, packFrame, type Frame } from '@sightline/core'
import { layoutOfCells } from '../arrow/layout-of.ts'
import { Refusal } from '../http/problem.ts'
import { printArrowRows } from '../wire/print-rows.ts'
import type { RowBatch } from '../wire/row-batch.ts'
import { finalTable, printHead } from './print-answers.ts'
import type { ChartDataAnswer } from './run-chart-data.ts'

const rowsPerBatch = 4096

/** The rows of one query as an Arrow stream; what JSON says about them besides is in its metadata. */
export function printArrow(answers: readonly ChartDataAnswer[]): AsyncGenerator<Uint8Array> {
  const [answer] = answers
  if (answer?.kind !== 'rows') throw new Refusal(400, 'Only rows can be sent as Arrow')
  const table = finalTable(answer.ran)
  if (!table.ok) throw new Refusal(400, `Error: ${table.problem.message}`)
  const frame = frameOf(table.value)
  const layouts = frame.columns.map((column, index) => layoutOfCells(column, frame.values[index]!))
  async function* batches(): AsyncGenerator<RowBatch> {
    for (let start = 0; start < frame.length; start += rowsPerBatch) yield packFrame(rowsFrom(frame, start, rowsPerBatch), layouts)
  }
  const names = frame.columns.map(({ name }) => name)
  return printArrowRows({ columns: frame.columns, layouts, batches: batches() }, names, { answer: printHead(answer) }, async (rows, problem) => ({
    rows,
    problem,
  }))
}

const rowsFrom = ({ columns, values, length }: Frame, start: number, count: number): Frame => ({
  columns,
  values: values.map((cells) => cells.slice(start, start + count)),
  length: Math.min(count, length - start),
})
