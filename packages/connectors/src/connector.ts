import type { Cell, ColumnLayout, Dialect, Frame, FrameColumn, PackedColumn, PackedFrame, Result, Statement } from '@sightline/core'
import type { z } from 'zod'

export interface RunOptions {
  /** Aborting cancels the statement on the server side and leaves the connection usable. */
  readonly signal: AbortSignal
  /** Schema in which unqualified names are looked up. */
  readonly schema?: string | undefined
  /** Refuse to write, by the database's own means where it has one. */
  readonly readOnly: boolean
  /** Stop reading after this many rows. */
  readonly maxRows?: number
  /** Called now and then, from 0 to 100, by drivers whose database tells how far a statement is. */
  readonly onProgress?: ((percent: number) => void) | undefined
}

/** Columns are known before the first batch; reading the batches may throw a `ProblemError`. */
export interface RowStream {
  readonly columns: readonly FrameColumn[]
  readonly batches: AsyncIterable<Frame>
  /** The same rows for readers that only pass them on, from drivers that have them as columns in memory. To be read instead of `batches`. */
  readonly packed?: PackedRows
}

export interface PackedRows {
  /** Of the columns, in their order; the same for all batches. */
  readonly layouts: readonly ColumnLayout[]
  /** A batch with values that its column's layout cannot hold comes as cells: some databases promise no types. */
  readonly batches: AsyncIterable<PackedFrame | Frame>
}

export type SessionOptions = Pick<RunOptions, 'signal' | 'schema' | 'readOnly'>

/** Several statements that share temporary tables, settings and, where the database has them, one transaction. One statement at a time. */
export interface Session {
  /** The batches must be read to their end before the next statement. */
  stream(statement: Statement, options: Pick<RunOptions, 'signal' | 'maxRows' | 'onProgress'>): Promise<Result<RowStream>>
  /** Keeps what was written since the session began. */
  commit(): Promise<Result<void>>
  /** Undoes what was not committed and gives the connection back; may be called at any time and more than once. */
  close(): Promise<void>
}

export interface LoadColumn {
  readonly name: string
  /** Integers may be bigints, decimals `Exact`; dates and timestamps are epoch milliseconds. */
  readonly type: 'integer' | 'decimal' | 'double' | 'string' | 'boolean' | 'date' | 'timestamp'
}

/** Rows for a table. Where they lie as columns in memory too (see `loadLayouts`), their cells are made only if somebody asks for them. */
export interface LoadBatch extends Frame {
  readonly packed?: readonly PackedColumn[]
}

/** How the columns of a load lie in memory: decimals as digits, because their number is known only at the end. */
export const loadLayouts: Readonly<Record<LoadColumn['type'], ColumnLayout>> = {
  integer: { kind: 'int64' },
  decimal: { kind: 'digits' },
  double: { kind: 'float64' },
  string: { kind: 'text' },
  boolean: { kind: 'boolean' },
  date: { kind: 'date' },
  timestamp: { kind: 'timestamp', zone: null },
}

export interface LoadOptions {
  readonly signal: AbortSignal
  readonly schema: string | null
  readonly ifExists: 'fail' | 'replace' | 'append'
}

export interface TableName {
  readonly name: string
  readonly kind: 'table' | 'view'
  /** The tables of which it is a part, nearest first: they show its rows too. Absent for a table that stands alone. */
  readonly partOf?: readonly { readonly schema: string; readonly name: string }[]
  /** A table without rows of its own: it shows those of others. */
  readonly showsOthers?: boolean
}

export interface ColumnDescription {
  readonly name: string
  /** As the database writes it, upper case: `BIGINT`, `TIMESTAMP WITHOUT TIME ZONE`. */
  readonly type: string
  readonly longType: string
  readonly kind: FrameColumn['kind']
  readonly nullable: boolean
  readonly comment: string | null
}

export interface TableDescription {
  readonly columns: readonly ColumnDescription[]
  readonly primaryKey: { readonly name: string | null; readonly columns: readonly string[] } | null
  readonly foreignKeys: readonly {
    readonly name: string | null
    readonly columns: readonly string[]
    readonly table: string
    readonly referred: readonly string[]
  }[]
  readonly indexes: readonly { readonly name: string; readonly columns: readonly string[]; readonly unique: boolean }[]
  readonly comment: string | null
  /** The statement that makes it again; null for tables, and where the database does not tell it. */
  readonly view: string | null
  /** Columns the table is divided by and their newest values; null where it is not divided. */
  readonly partitions?: { readonly columns: readonly string[]; readonly latest: Readonly<Record<string, Cell>> } | null
}

/** One registered database. A driver owns its pool; the server opens one driver per database and closes it when idle. */
export interface Driver {
  test(signal: AbortSignal): Promise<Result<void>>
  stream(statement: Statement, options: RunOptions): Promise<Result<RowStream>>
  /** The columns a statement would return, without running it. */
  describe(statement: Statement, options: RunOptions): Promise<Result<readonly FrameColumn[]>>
  defaultSchema(signal: AbortSignal): Promise<Result<string | null>>
  schemas(signal: AbortSignal): Promise<Result<readonly string[]>>
  tables(schema: string | null, signal: AbortSignal): Promise<Result<readonly TableName[]>>
  table(name: string, schema: string | null, signal: AbortSignal): Promise<Result<TableDescription>>
  session(options: SessionOptions): Promise<Result<Session>>
  close(): Promise<void>
  // What follows is missing exactly where `lacks` of the connector says why.
  catalogs?(signal: AbortSignal): Promise<Result<readonly string[]>>
  /** About how many rows a table has, from the database's statistics, without counting; null if it does not know yet. */
  rowEstimate?(name: string, schema: string | null, signal: AbortSignal): Promise<Result<number | null>>
  /** What the database expects a statement to cost, in words and units of its own. Nothing runs. */
  costEstimate?(statement: Statement, options: RunOptions): Promise<Result<Readonly<Record<string, string>>>>
  /** Writes rows into a table, made first if need be; all of them or none. Answers how many. */
  load?(table: string, columns: readonly LoadColumn[], batches: AsyncIterable<LoadBatch>, options: LoadOptions): Promise<Result<number>>
}

/** What a driver may know about the place it runs in. */
export interface Surroundings {
  /** Folders in which database files may lie, links resolved. */
  readonly fileRoots: readonly string[]
  /** Files that are never opened as a database, wherever they lie: the program's own store. */
  readonly closedFiles?: readonly string[]
  /** Path of a built program, for drivers that live in a process of their own. */
  readonly program: (name: 'duckdb-engine' | 'sqlite-engine') => string
  /** How long a pooled connection may wait unused before it is closed; half a minute unless told. */
  readonly idleMilliseconds?: number
  /** Whether the database allows anything that writes; a file of a database that allows nothing is opened read-only. True unless told. */
  readonly mayWrite?: boolean
  /** Certificate (PEM) that must have signed the server's; the connection is then encrypted and the server's name compared. */
  readonly serverCertificate?: string
  /** The server's own name where the address is the near end of a tunnel. */
  readonly serverName?: string
  readonly log: (message: string) => void
}

/** What a kind of database may lack; each is a row of the conformance suite. */
export type Ability =
  | 'catalogs'
  | 'schemas'
  | 'primary keys'
  | 'foreign keys'
  | 'indexes'
  | 'partitions'
  | 'row estimate'
  | 'cost estimate'
  | 'loading'
  | 'session state'
  | 'transactions'
  | 'read-only session'
  | 'cancel'
  | 'cancel keeps the connection'
  | 'passwords'
  | 'network'
  | 'exact decimals'
  | 'timestamps with zone'
  | 'booleans'
  | 'json'
  | 'arrays'
  | 'binary'
  | 'uuid'
  | 'writing'

/** A kind of database: a value, so that the connection form, the docs row and the tests are made from it. */
export interface Connector<Config = unknown> {
  /** The engine's id on the wire: `postgresql`, `duckdb`. */
  readonly id: string
  readonly name: string
  /** Other URI schemes that mean this connector, drivers cut off: `postgres`. */
  readonly aliases: readonly string[]
  readonly uriPlaceholder: string
  /** The connection form and `parameters_schema` are generated from it. */
  readonly config: z.ZodType<Config>
  /** URI without driver part → configuration; parameters are allow-listed here. */
  readonly fromUri: (uri: URL) => Result<Config>
  readonly toUri: (config: Config) => string
  readonly dialect: Dialect
  /** What this kind of database does not have, with the reason; printed by the conformance suite as not applicable. */
  readonly lacks: Readonly<Partial<Record<Ability, string>>>
  /** Imported on first use, so a missing native part breaks one connection and not the server. */
  readonly open: (config: Config, surroundings: Surroundings) => Promise<Driver>
}

export const defineConnector = <Config>(connector: Connector<Config>): Connector<Config> => connector
