import { isInFlight, type Run, type RunRows, type SqlState } from './model.ts'
import { editTab } from './tabs.ts'

const changeRun = (state: SqlState, id: string, change: (run: Run) => Run): SqlState => {
  const run = state.runs[id]
  const changed = run && change(run)
  return !changed || changed === run ? state : { ...state, runs: { ...state.runs, [id]: changed } }
}

export type NewRun = Pick<Run, 'id' | 'dbId' | 'schema' | 'sql' | 'sqlEditorId' | 'tab' | 'runAsync' | 'queryLimit' | 'templateParams'> &
  Partial<Pick<Run, 'isDataPreview' | 'ctas' | 'ctasMethod' | 'tempTable'>>

/** A run that the server takes over waits there first; one that the page waits for is under way at once. */
export function startRun(state: SqlState, run: NewRun, tabId: string | null, now: number): SqlState {
  const started: Run = {
    ...blankRun(run.id),
    startDttm: now,
    ...run,
    state: run.runAsync ? 'pending' : 'running',
  }
  const tab = tabId === null ? undefined : state.tabs.find(({ id }) => id === tabId)
  const before = state.unsaved?.id === tabId ? (state.unsaved.latestQueryId ?? tab?.latestQueryId) : tab?.latestQueryId
  const emptied = before ? changeRun(state, before, (old) => (old.results === null ? old : { ...old, results: null })) : state
  const added: SqlState = { ...emptied, runs: { ...emptied.runs, [run.id]: started } }
  return tabId === null ? added : editTab(added, tabId, { latestQueryId: run.id })
}

export interface RunSuccess {
  readonly status: string
  readonly serverId: number | null
  readonly endDttm: number
  readonly rows: number | null
  readonly limit: number | null
  readonly limitingFactor: string | null
  readonly executedSql: string | null
  readonly tempTable: string | null
  readonly tempSchema: string | null
  readonly resultsKey: string | null
  readonly results: RunRows | null
}

/** A stopped run stays stopped, whatever arrives late. */
export const succeedRun = (state: SqlState, id: string, { status, ...facts }: RunSuccess): SqlState =>
  status === 'success'
    ? changeRun(state, id, (run) =>
        run.state === 'stopped'
          ? run
          : { ...run, ...facts, state: 'success', progress: 100, progressText: null, errorMessage: null, errors: [], cached: false },
      )
    : state

/** Rows that have arrived so far, while the rest is on its way. */
export const showRows = (state: SqlState, id: string, results: RunRows): SqlState =>
  changeRun(state, id, (run) => (run.state === 'stopped' || run.state === 'failed' ? run : { ...run, results }))

export const failRun = (state: SqlState, id: string, errorMessage: string, errors: readonly unknown[], now: number): SqlState =>
  changeRun(state, id, (run) => (run.state === 'stopped' ? run : { ...run, state: 'failed', errorMessage, errors, endDttm: now, progressText: null }))

export const stopRun = (state: SqlState, id: string, now: number): SqlState =>
  changeRun(state, id, (run) => ({ ...run, state: 'stopped', results: null, endDttm: run.endDttm ?? now, progressText: null }))

export const fetchRun = (state: SqlState, id: string): SqlState =>
  changeRun(state, id, (run) => (run.state === 'stopped' ? run : { ...run, state: 'fetching' }))

export const clearResults = (state: SqlState, id: string): SqlState => changeRun(state, id, (run) => ({ ...run, results: null, cached: true }))

export function removeRun(state: SqlState, id: string): SqlState {
  if (!state.runs[id]) return state
  const { [id]: _, ...runs } = state.runs
  return { ...state, runs }
}

/** What the server tells of a run; times may come as texts. */
export type ToldRun = Partial<Omit<Run, 'id' | 'state' | 'results'>> & Pick<Run, 'id' | 'state' | 'changedOn'>

/**
 * News from the server. A run that was stopped or has failed here stays so; one whose rows are being fetched, or are there, is not set back by a
 * server that only says that it succeeded. Runs nobody here knows come from another window of the same person and are added.
 */
export function refreshRuns(state: SqlState, told: readonly ToldRun[]): SqlState {
  const runs: Record<string, Run> = { ...state.runs }
  let hasChanged = false
  for (const news of told) {
    const run = runs[news.id]
    if (run && (run.state === 'stopped' || run.state === 'failed')) continue
    const keepsState = run && news.state === 'success' && ['fetching', 'success', 'running'].includes(run.state)
    const merged = { ...(run ?? blankRun(news.id)), ...news, ...(run ? { results: run.results } : {}), ...(keepsState ? { state: run.state } : {}) }
    if (run && (Object.keys(news) as (keyof typeof news)[]).every((key) => merged[key] === run[key])) continue
    runs[news.id] = merged
    hasChanged = true
  }
  const lastUpdate = Math.max(state.lastUpdate, ...told.map(({ changedOn }) => changedOn))
  return hasChanged || lastUpdate !== state.lastUpdate ? { ...state, runs: hasChanged ? runs : state.runs, lastUpdate } : state
}

const blankRun = (id: string): Run => ({
  id,
  serverId: null,
  dbId: 0,
  schema: null,
  sql: '',
  executedSql: null,
  sqlEditorId: null,
  tab: '',
  isDataPreview: false,
  ctas: false,
  ctasMethod: 'TABLE',
  tempTable: null,
  tempSchema: null,
  runAsync: true,
  queryLimit: null,
  templateParams: null,
  state: 'pending',
  progress: 0,
  progressText: null,
  startDttm: 0,
  endDttm: null,
  rows: null,
  limit: null,
  limitingFactor: null,
  resultsKey: null,
  trackingUrl: null,
  errorMessage: null,
  errors: [],
  results: null,
  cached: false,
  changedOn: 0,
})

/** Clocks differ a little: news of the last seconds is asked for again. */
const overlapMs = 5000

/** From when on news is asked for. A run in flight is asked about again however long it has been silent: no news at all then means that it is lost. */
export const newsSince = ({ runs, lastUpdate }: SqlState): number => {
  const silent = Object.values(runs).filter(({ state, changedOn }) => isInFlight(state) && changedOn > 0)
  return Math.max(0, Math.min(lastUpdate, ...silent.map(({ changedOn }) => changedOn)) - overlapMs)
}

/** Runs the server knows nothing of: begun long enough ago to be known, never moved, and not waited for by a request that is still under way. */
export function dropInactive(state: SqlState, now: number, interval: number, isAwaited: (id: string) => boolean): SqlState {
  const isLost = (run: Run): boolean =>
    (run.state === 'running' || run.state === 'pending') && run.progress === 0 && now - run.startDttm > interval && !isAwaited(run.id)
  const kept = Object.entries(state.runs).filter(([, run]) => !isLost(run))
  return kept.length === Object.keys(state.runs).length ? state : { ...state, runs: Object.fromEntries(kept) }
}

/** How long the page goes on asking about a run. */
const askedForMs = 6 * 3_600_000

export const needsPolling = (state: SqlState, now: number): boolean =>
  Object.values(state.runs).some((run) => isInFlight(run.state) && now - run.startDttm < askedForMs)
