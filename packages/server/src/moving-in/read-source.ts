import type { Deps } from '../deps.ts'
import { Refusal } from '../http/problem.ts'
import type { MoveOrder } from './move-form.ts'
import type { OnStep } from './move-in.ts'
import { noExtras, type MoveSource } from './source.ts'

/** What an order speaks of, read completely: the file that came with it, or everything a running server tells. */
export async function readSource(
  _deps: Deps,
  from: MoveOrder['from'],
  _options: { readonly signal: AbortSignal; readonly onStep: OnStep },
): Promise<MoveSource> {
  if ('bundle' in from) return { kind: 'bundle', ...from.bundle, extras: noExtras, notBrought: [] }
  throw new Refusal(400, 'Reading a running server is not available.')
}
