import { frameOf, type Frame } from '@sightline/core'
import { Refusal } from '../http/problem.ts'
import type { ChartDataAnswer } from './run-chart-data.ts'

/** The rows of answers as frames. */
export const framesOf = (answers: readonly ChartDataAnswer[]): readonly Frame[] =>
  answers.map((answer) => {
    if (answer.kind !== 'rows') throw new Refusal(400, 'Only rows can be drawn')
    const table = answer.ran.table()
    if (!table.ok) throw new Refusal(400, `Error: ${table.problem.message}`)
    return frameOf(table.value)
  })
