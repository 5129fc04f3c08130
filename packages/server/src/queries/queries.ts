import type { Connector, Driver, RowStream, RunOptions, Session } from '@sightline/connectors'
import type { Frame, Result, Statement } from '@sightline/core'
import type { ConnectionExtras } from '../databases/open-driver.ts'

export interface RunRequest {
  readonly databaseId: number
  readonly statement: Statement
  readonly schema?: string | undefined
  readonly readOnly: boolean
  readonly maxRows: number
  readonly timeoutSeconds: number
  readonly signal: AbortSignal
  /** Queues are fair per user. */
  readonly userId: number | null
}

/** A place in the queues and one connection for several statements; the time limit covers all of them. */
export type SessionRequest = Omit<RunRequest, 'statement' | 'maxRows'>

export interface QuerySession extends Pick<Session, 'commit' | 'close'> {
  /** The batches must be read to their end before the next statement. */
  stream(statement: Statement, options: Pick<RunOptions, 'maxRows' | 'onProgress'>): Promise<Result<RowStream>>
}

export interface CachedFrame {
  readonly frame: Frame
  readonly key: string
  /** null when it was computed just now. */
  readonly cachedAt: Date | null
  /** Forms of the frame that were costly to make (its JSON, say), kept as long as the frame is and counted as its weight. */
  attachment(name: string): Uint8Array | undefined
  attach(name: string, bytes: Uint8Array): void
}

/** The only caller of connectors: queue, cache, timeout, cancel. */
export interface Queries {
  connectorOf(databaseId: number): Promise<Result<Connector<unknown>>>
  driverOf(databaseId: number): Promise<Result<Driver>>
  /** A driver that stays open while the work lasts, for what is not a query: loading rows. */
  use<Value>(databaseId: number, work: (driver: Driver) => Promise<Result<Value>>): Promise<Result<Value>>
  /** Opens a database that is not registered (yet), looks at it once and closes it again: connection tests. */
  tryOut<Value>(
    connector: Connector<unknown>,
    config: unknown,
    look: (driver: Driver) => Promise<Result<Value>>,
    extras?: ConnectionExtras,
  ): Promise<Result<Value>>
  /** Reads everything (at most `maxRows`) into one frame. */
  run(request: RunRequest): Promise<Result<Frame>>
  /** The caller must read the batches to their end or abort the signal. */
  stream(request: RunRequest): Promise<Result<RowStream>>
  /** Must be closed; what was not committed is undone then. */
  session(request: SessionRequest): Promise<Result<QuerySession>>
  /**
   * `key` names everything the answer depends on: database, SQL, parameters, row rules, template inputs, zone.
   * Identical requests in flight share one execution. A timeout of -1 means: do not cache; 0: never expires.
   */
  cached(key: unknown, options: { readonly timeoutSeconds: number; readonly force: boolean }, make: () => Promise<Result<Frame>>): Promise<Result<CachedFrame>>
  /** After a database's settings changed or it was deleted. */
  forget(databaseId: number): Promise<void>
  close(): Promise<void>
}
