import type { WireQueryContext } from '@sightline/contract'
import type { Caller, Frame } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { framesOf } from './frames-of.ts'
import { runChartData } from './run-chart-data.ts'

/** The rows of every query as frames, for drawings made on the server. The caller's rights and rules apply as on the wire. */
export async function loadChartFrames(deps: Deps, caller: Caller, context: WireQueryContext, signal: AbortSignal): Promise<readonly Frame[]> {
  return framesOf(await runChartData(deps, { caller, context, signal }))
}
