import type { Connector, Driver, RowStream, RunOptions, Session } from '@sightline/connectors'
import type { Frame, Result, Statement } from '@sightline/core'
import type { ConnectionExtras } from '../databases/open-driver.ts'
import type { KeptQuestions } from './kept-questions.ts'
import type { KeptRows } from './kept-rows.ts'

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
  /** The rows as their driver gave them. */
  readonly rows: KeptRows
  /** The same as cells, made on first use. */
  readonly frame: Frame
  readonly key: string
  readonly madeAt: Date
  /** Tells this answer from another one to the same question. */
  readonly stamp: string
  /** null when it was computed just now. */
  readonly cachedAt: Date | null
  /** Forms of the rows that were costly to make (their JSON, say), kept as long as the rows are and counted as their weight. */
  attachment(name: string): readonly Uint8Array[] | undefined
  /** The form of that name, made once for all who want it. */
  attach(name: string, signal: AbortSignal, make: (signal: AbortSignal) => Promise<Result<readonly Uint8Array[]>>): Promise<Result<readonly Uint8Array[]>>
}

export interface CacheOptions {
  /** -1: neither read nor kept; 0: never expires. */
  readonly timeoutSeconds: number
  readonly force: boolean
  /** Of the caller. What is computed goes on as long as somebody waits for it; read only when something is computed. */
  readonly signal: AbortSignal
  /** Nothing is computed: what is not kept is a problem. */
  readonly onlyKept?: boolean
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
  /** Reads everything (at most `maxRows`) and leaves it in the form the driver has it. */
  read(request: RunRequest): Promise<Result<KeptRows>>
  /**
   * `key` names everything the answer depends on: database, SQL, parameters, row rules, template inputs, zone.
   * Identical requests in flight share one execution, which goes on when the one who began it leaves.
   */
  cached(key: unknown, options: CacheOptions, make: (signal: AbortSignal) => Promise<Result<Frame | KeptRows>>): Promise<Result<CachedFrame>>
  /** Which question a key of `cached` stands for. */
  readonly questions: KeptQuestions
  /** After a database's settings changed or it was deleted. */
  forget(databaseId: number): Promise<void>
  close(): Promise<void>
}
