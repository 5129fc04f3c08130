/** The life of one statement that was sent to a database. */
export interface ResultColumn {
  readonly column_name: string
  readonly name: string
  readonly type: string | null
  readonly type_generic: number | null
  readonly is_dttm: boolean
}

export interface RunResult {
  readonly columns: readonly ResultColumn[]
  readonly data: readonly Readonly<Record<string, unknown>>[]
  readonly rows: number
  readonly limit: number | null
  readonly limitingFactor: string | null
  /** The server has more rows than the page was given. */
  readonly isDisplayCut: boolean
  readonly executedSql: string | null
  readonly startedAt: number
  readonly endedAt: number
}

export type RunState =
  | { readonly state: 'idle' }
  | { readonly state: 'running'; readonly clientId: string; readonly startedAt: number; readonly isStopping: boolean }
  | { readonly state: 'success'; readonly clientId: string; readonly result: RunResult }
  | { readonly state: 'failed'; readonly clientId: string; readonly failure: unknown; readonly elapsedMs: number }
  | { readonly state: 'stopped'; readonly clientId: string; readonly elapsedMs: number }

export type RunAction =
  | { readonly type: 'started'; readonly clientId: string; readonly now: number }
  | { readonly type: 'stopping'; readonly clientId: string }
  | { readonly type: 'stopped'; readonly clientId: string; readonly now: number }
  | { readonly type: 'succeeded'; readonly clientId: string; readonly result: RunResult }
  | { readonly type: 'failed'; readonly clientId: string; readonly failure: unknown; readonly now: number }

export const idle: RunState = { state: 'idle' }

/** Answers count only for the run that is under way: one that was stopped or replaced is over, whatever the server still says. */
export function reduceRun(state: RunState, action: RunAction): RunState {
  if (action.type === 'started') return { state: 'running', clientId: action.clientId, startedAt: action.now, isStopping: false }
  if (state.state !== 'running' || state.clientId !== action.clientId) return state
  switch (action.type) {
    case 'stopping':
      return { ...state, isStopping: true }
    case 'stopped':
      return { state: 'stopped', clientId: state.clientId, elapsedMs: action.now - state.startedAt }
    case 'succeeded':
      return { state: 'success', clientId: state.clientId, result: action.result }
    case 'failed':
      return { state: 'failed', clientId: state.clientId, failure: action.failure, elapsedMs: action.now - state.startedAt }
  }
}

/** Whether the database had more rows than were asked for. */
export const isLimitReached = (result: RunResult): boolean =>
  result.limitingFactor !== null && result.limitingFactor !== 'NOT_LIMITED' && result.limitingFactor !== 'UNKNOWN' && result.rows >= (result.limit ?? Infinity)

/** What set the limit, as the end of a word key. */
export const limitSource = ({ limitingFactor }: RunResult): 'query' | 'dropdown' | 'both' =>
  limitingFactor === 'QUERY' ? 'query' : limitingFactor === 'QUERY_AND_DROPDOWN' ? 'both' : 'dropdown'

/** Comments and spaces alone are nothing to run. */
export const isBlankSql = (sql: string): boolean =>
  sql
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(';', '')
    .trim() === ''

/** 10, 100, 1 000 … below the most the server gives, then that itself. */
export const limitChoices = (most: number): number[] => {
  const choices: number[] = []
  for (let limit = 10; limit < most; limit *= 10) choices.push(limit)
  return [...choices, most]
}
