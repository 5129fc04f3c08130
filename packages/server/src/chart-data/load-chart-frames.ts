import type { WireQueryContext } from '@sightline/contract'
import { frameOf, type Caller, type Frame } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/problem.ts'
import { runChartData } from './run-chart-data.ts'

/** The rows of every query as frames, for drawings made on the server. The caller's rights and rules apply as on the wire. */
export async function loadChartFrames(deps: Deps, caller: Caller, context: WireQueryContext, signal: AbortSignal): Promise<readonly Frame[]> {
  const answers = await runChartData(deps, { caller, context, signal })
  return answers.map((answer) => {
    if (answer.kind !== 'rows') throw new Refusal(400, 'Only rows can be drawn')
    const table = answer.ran.table()
    if (!table.ok) throw new Refusal(400, `Error: ${table.problem.message}`)
    return frameOf(table.value)
  })
}
