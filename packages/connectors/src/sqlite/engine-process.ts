import { startEngineProcess, type EngineProcess as AnyEngineProcess } from '../engine-process.ts'
import type { FromEngine, Order, ToEngine } from './protocol.ts'

/** One connection to the file. It does one call at a time. */
export type EngineProcess = AnyEngineProcess<Order | { readonly op: 'open'; readonly file: string }, ToEngine, FromEngine>

export const startEngine = (program: string, onExit: (reason: string) => void): Promise<EngineProcess> =>
  startEngineProcess({
    program,
    prefix: 'sightline-sqlite-',
    environment: (tempFolder) => ({ SQLITE_TMPDIR: tempFolder }),
    // Rows live for a moment: room for the young spares most of the collecting.
    nodeOptions: ['--max-old-space-size=512', '--max-semi-space-size=32'],
    onExit,
  })
