import type { Deps } from '../deps.ts'
import type { MoveOrder } from './move-form.ts'
import { readServer, type ReadOptions } from './remote/read-server.ts'
import { noExtras, type MoveSource } from './source.ts'

/** What an order speaks of, read completely: the file that came with it, or everything a running server tells. */
export async function readSource(deps: Deps, from: MoveOrder['from'], options: ReadOptions): Promise<MoveSource> {
  return 'bundle' in from ? { kind: 'bundle', ...from.bundle, extras: noExtras, notBrought: [] } : readServer(deps, from.server, options)
}
