import type { Deps } from '../deps.ts'
import { collectPieces } from './collect-pieces.ts'
import { printAnswers } from './print-answers.ts'
import type { ChartDataAnswer } from './run-chart-data.ts'

const opening = '{"result":['.length
const closing = '}]}'.length

/** One answer by itself, with more said about it: for the calls that have always answered a single object. */
export async function printOne(deps: Deps, answer: ChartDataAnswer, more: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<Uint8Array> {
  const printed = Buffer.concat(await collectPieces(await printAnswers(deps, [answer], () => signal)))
  return Buffer.concat([printed.subarray(opening, printed.length - closing), Buffer.from(`,${JSON.stringify(more).slice(1)}`)])
}
