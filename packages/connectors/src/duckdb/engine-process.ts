import { availableParallelism } from 'node:os'
import { startEngineProcess, type EngineProcess as AnyEngineProcess } from '../engine-process.ts'
import type { FromEngine, ToEngine } from './protocol.ts'

type Order = ToEngine extends infer Message ? (Message extends { readonly id: number } ? Omit<Message, 'id'> : never) : never

export type EngineProcess = AnyEngineProcess<Order, ToEngine, FromEngine>

export const startEngine = (program: string, onExit: (reason: string) => void): Promise<EngineProcess> =>
  startEngineProcess({
    program,
    prefix: 'sightline-engine-',
    // The thread pool must be wider than the number of long statements.
    environment: () => ({ UV_THREADPOOL_SIZE: '16' }),
    nodeOptions: ['--max-old-space-size=512'],
    onExit,
  })

export const engineLimits = {
  memoryLimit: '1GB',
  tempLimit: '4GB',
  threads: Math.max(1, Math.min(4, availableParallelism())),
}
