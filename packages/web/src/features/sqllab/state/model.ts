/** What the SQL editor knows, as plain data. Every change of it is a function in this folder. */

export const runStatuses = ['started', 'stopped', 'failed', 'pending', 'running', 'scheduled', 'success', 'fetching', 'timed_out'] as const
export type RunStatus = (typeof runStatuses)[number]

const inFlight: ReadonlySet<RunStatus> = new Set(['running', 'started', 'pending', 'fetching', 'scheduled'])
export const isInFlight = (status: RunStatus): boolean => inFlight.has(status)
export const isFinished = (status: RunStatus): boolean => !inFlight.has(status)

/** One tab of the editor. Its id is the browser's own; `serverId` is there once the server keeps the tab too. */
export interface Tab {
  readonly id: string
  readonly serverId: number | null
  /** The saved query that the tab came from or was saved as. */
  readonly remoteId: number | null
  readonly name: string
  readonly dbId: number | null
  readonly schema: string | null
  readonly sql: string
  readonly selectedText: string | null
  /** JSON text. */
  readonly templateParams: string | null
  readonly queryLimit: number | null
  readonly autorun: boolean
  readonly latestQueryId: string | null
  readonly hideLeftBar: boolean
  readonly northPercent: number
  readonly southPercent: number
  /** False while only its name is known and the rest has yet to be asked from the server. */
  readonly loaded: boolean
  readonly validationResult: readonly Fault[]
  /** When it was last edited here, in milliseconds; the newer side wins when browser and server both have it. */
  readonly updatedAt: number
}

export interface Fault {
  readonly line: number
  readonly column: number | null
  readonly message: string
}

/** Fields whose changes the server is told of where it keeps tabs. */
export const keptFields = [
  'sql',
  'latestQueryId',
  'dbId',
  'schema',
  'autorun',
  'name',
  'queryLimit',
  'templateParams',
  'hideLeftBar',
  'remoteId',
] as const satisfies readonly (keyof Tab)[]
export type KeptField = (typeof keptFields)[number]

export interface RunColumn {
  readonly name: string
  readonly type: string | null
  /** 0 numeric, 1 string, 2 temporal, 3 boolean. */
  readonly kind: number | null
}

/** Rows as columns. `values` grows while rows arrive; `length` says how many of them count. */
export interface RunRows {
  readonly columns: readonly RunColumn[]
  readonly values: readonly (readonly unknown[])[]
  readonly length: number
  readonly isComplete: boolean
}

export interface Run {
  /** The browser's own id of the run. */
  readonly id: string
  readonly serverId: number | null
  readonly dbId: number
  readonly schema: string | null
  readonly sql: string
  readonly executedSql: string | null
  /** Null for a look at a table. */
  readonly sqlEditorId: string | null
  readonly tab: string
  readonly isDataPreview: boolean
  readonly ctas: boolean
  readonly ctasMethod: 'TABLE' | 'VIEW'
  readonly tempTable: string | null
  readonly tempSchema: string | null
  readonly runAsync: boolean
  readonly queryLimit: number | null
  readonly templateParams: string | null
  readonly state: RunStatus
  readonly progress: number
  /** What the server says it is doing: "Running statement 2 out of 3". */
  readonly progressText: string | null
  readonly startDttm: number
  readonly endDttm: number | null
  readonly rows: number | null
  readonly limit: number | null
  readonly limitingFactor: string | null
  readonly resultsKey: string | null
  readonly trackingUrl: string | null
  readonly errorMessage: string | null
  readonly errors: readonly unknown[]
  readonly results: RunRows | null
  /** The rows were shown once and put away. */
  readonly cached: boolean
  /** When the server last changed what it knows of it, by the server's clock in milliseconds; 0 before it has told anything. */
  readonly changedOn: number
}

export interface OpenTable {
  readonly id: string
  readonly serverId: number | null
  readonly dbId: number
  readonly tabId: string
  readonly schema: string | null
  readonly name: string
  readonly expanded: boolean
  readonly previewRunId: string | null
}

export interface Estimate {
  readonly completed: boolean
  readonly cost: readonly Readonly<Record<string, string>>[] | null
  readonly error: unknown
}

export interface SqlState {
  readonly tabs: readonly Tab[]
  /** Ids in the order of use; the last one is the active tab. */
  readonly tabHistory: readonly string[]
  /** Edits of the active tab that are not yet part of it. */
  readonly unsaved: (Partial<Tab> & { readonly id: string }) | null
  readonly runs: Readonly<Record<string, Run>>
  readonly tables: readonly OpenTable[]
  readonly estimates: Readonly<Record<string, Estimate>>
  /** The newest `changed_on` the server has told, in milliseconds. */
  readonly lastUpdate: number
  readonly isOffline: boolean
}

export const emptyState: SqlState = {
  tabs: [],
  tabHistory: [],
  unsaved: null,
  runs: {},
  tables: [],
  estimates: {},
  lastUpdate: 0,
  isOffline: false,
}
