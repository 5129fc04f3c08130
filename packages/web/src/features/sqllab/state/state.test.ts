import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { failEstimate, returnEstimate, startEstimate } from './estimates.ts'
import { emptyState, isFinished, isInFlight, runStatuses, type OpenTable, type RunRows, type SqlState, type Tab } from './model.ts'
import {
  clearResults,
  dropInactive,
  failRun,
  fetchRun,
  needsPolling,
  newsSince,
  refreshRuns,
  removeRun,
  showRows,
  startRun,
  stopRun,
  succeedRun,
  type NewRun,
} from './runs.ts'
import { closePreview, expandTable, mergeTable, previewTable, removeTable } from './tables.ts'
import {
  activeTab,
  activeTabId,
  addTab,
  editTab,
  giveServerId,
  keepOnlyTab,
  loadTab,
  moveTab,
  nameOfCopy,
  nextTabName,
  removeTab,
  switchTab,
  tabOf,
} from './tabs.ts'

const tab = (id: string, more: Partial<Tab> = {}): Tab => ({
  id,
  serverId: null,
  remoteId: null,
  name: id,
  dbId: 1,
  schema: null,
  sql: '',
  selectedText: null,
  templateParams: null,
  queryLimit: null,
  autorun: false,
  latestQueryId: null,
  hideLeftBar: false,
  northPercent: 30,
  southPercent: 70,
  loaded: true,
  validationResult: [],
  updatedAt: 0,
  ...more,
})
const withTabs = (...ids: string[]): SqlState => ids.reduce((state, id) => addTab(state, tab(id)), emptyState)
const newRun = (id: string, more: Partial<NewRun> = {}): NewRun => ({
  id,
  dbId: 1,
  schema: null,
  sql: 'SELECT 1',
  sqlEditorId: 'a',
  tab: 'a',
  runAsync: false,
  queryLimit: 100,
  templateParams: null,
  ...more,
})
const rows: RunRows = { columns: [{ name: 'n', type: 'INT', kind: 0 }], values: [[1]], length: 1, isComplete: true }
const success = {
  status: 'success',
  serverId: 5,
  endDttm: 9,
  rows: 1,
  limit: 100,
  limitingFactor: 'NOT_LIMITED',
  executedSql: 'SELECT 1',
  tempTable: null,
  tempSchema: null,
  resultsKey: 'k',
  results: rows,
}
const table = (id: string, more: Partial<OpenTable> = {}): OpenTable => ({
  id,
  serverId: null,
  dbId: 1,
  tabId: 'a',
  schema: 'main',
  name: 't',
  expanded: true,
  previewRunId: null,
  ...more,
})
const running = startRun(withTabs('a'), newRun('r'), 'a', 5)

describe('runs', () => {
  test('SQL-3.03 SQL-3.04 SQL-3.05 every state is either in flight or finished', () => {
    expect(runStatuses.filter(isInFlight)).toEqual(['started', 'pending', 'running', 'scheduled', 'fetching'])
    expect(runStatuses.filter(isFinished)).toEqual(['stopped', 'failed', 'success', 'timed_out'])
  })

  test('SQL-4.01 a run starts as pending where the server takes it over, else as running, with progress 0', () => {
    expect(running.runs['r']).toMatchObject({ state: 'running', progress: 0, startDttm: 5 })
    expect(startRun(running, newRun('s', { runAsync: true }), 'a', 6).runs['s']).toMatchObject({ state: 'pending', progress: 0 })
    expect(activeTab(running)?.latestQueryId).toBe('r')
  })

  test('a new run puts the rows of the one before away', () => {
    const done = succeedRun(running, 'r', success)
    expect(startRun(done, newRun('s'), 'a', 6).runs['r']?.results).toBeNull()
  })

  test('SQL-4.02 success brings rows, limit, temporary table and key; not to a stopped run, not with another status', () => {
    expect(succeedRun(running, 'r', { ...success, tempTable: 'tmp' }).runs['r']).toMatchObject({
      state: 'success',
      progress: 100,
      endDttm: 9,
      rows: 1,
      limitingFactor: 'NOT_LIMITED',
      tempTable: 'tmp',
      resultsKey: 'k',
      results: rows,
    })
    const stopped = stopRun(running, 'r', 7)
    expect(succeedRun(stopped, 'r', success)).toBe(stopped)
    expect(succeedRun(running, 'r', { ...success, status: 'failed' })).toBe(running)
  })

  test('SQL-4.03 failure keeps its details; not for a stopped run', () => {
    expect(failRun(running, 'r', 'no', [{ error_type: 'X' }], 8).runs['r']).toMatchObject({
      state: 'failed',
      errorMessage: 'no',
      errors: [{ error_type: 'X' }],
      endDttm: 8,
    })
    const stopped = stopRun(running, 'r', 7)
    expect(failRun(stopped, 'r', 'no', [], 8)).toBe(stopped)
  })

  test('SQL-4.04 stopping ends the run and clears its rows', () => {
    const shown = showRows(running, 'r', { ...rows, isComplete: false })
    expect(shown.runs['r']?.results?.length).toBe(1)
    expect(stopRun(shown, 'r', 7).runs['r']).toMatchObject({ state: 'stopped', results: null, endDttm: 7 })
    expect(showRows(stopRun(shown, 'r', 7), 'r', rows).runs['r']?.results).toBeNull()
  })

  test('SQL-4.05 fetching rows is a state of its own', () => expect(fetchRun(running, 'r').runs['r']?.state).toBe('fetching'))

  test('SQL-4.06 news from the server never overrides a stopped or failed run, nor sets a fetching or finished one back', () => {
    const told = (state: 'running' | 'success') => [{ id: 'r', state, changedOn: 50, progress: 40 }]
    const stopped = stopRun(running, 'r', 7)
    expect(refreshRuns(stopped, told('success')).runs['r']).toBe(stopped.runs['r'])
    const failed = failRun(running, 'r', 'no', [], 8)
    expect(refreshRuns(failed, told('running')).runs['r']?.state).toBe('failed')
    expect(refreshRuns(fetchRun(running, 'r'), told('success')).runs['r']).toMatchObject({ state: 'fetching', progress: 40 })
    const done = succeedRun(running, 'r', success)
    expect(refreshRuns(done, told('success')).runs['r']).toMatchObject({ state: 'success', results: rows })
    expect(refreshRuns(running, told('running'))).toMatchObject({ lastUpdate: 50, runs: { r: { progress: 40 } } })
    expect(refreshRuns(running, [{ id: 'other', state: 'running', changedOn: 1 }]).runs['other']?.state).toBe('running')
  })

  test('news that says nothing new changes nothing', () => {
    const first = refreshRuns(running, [{ id: 'r', state: 'running', changedOn: 50, progress: 40 }])
    expect(refreshRuns(first, [{ id: 'r', state: 'running', changedOn: 50, progress: 40 }])).toBe(first)
  })

  test('SQL-4.07 clearing rows marks the run as cached', () =>
    expect(clearResults(succeedRun(running, 'r', success), 'r').runs['r']).toMatchObject({ results: null, cached: true, state: 'success' }))

  test('SQL-4.08 runs that never moved and are older than the interval are dropped', () => {
    const nobody = () => false
    expect(dropInactive(running, 2005, 2000, nobody)).toBe(running)
    expect(dropInactive(running, 2006, 2000, nobody).runs).toEqual({})
    const moved = refreshRuns(running, [{ id: 'r', state: 'running', changedOn: 6, progress: 3 }])
    expect(dropInactive(moved, 9000, 2000, nobody).runs['r']).toBeDefined()
    // The answer of a run that was only slow to reach the server finds it still there.
    expect(dropInactive(running, 9000, 2000, (id) => id === 'r')).toBe(running)
  })

  test('SQL-4.08 a long run that says nothing is not taken for a lost one because a later one has ended', () => {
    const told = refreshRuns(running, [
      { id: 'r', state: 'running', changedOn: 10_000 },
      { id: 'later', state: 'success', changedOn: 60_000 },
    ])
    expect(newsSince(told)).toBe(5000)
    expect(newsSince(stopRun(told, 'r', 7))).toBe(55_000)
    expect(newsSince(emptyState)).toBe(0)
  })

  test('the page asks on only while a run of the last hours is in flight', () => {
    expect(needsPolling(running, 10)).toBe(true)
    expect(needsPolling(running, 7 * 3_600_000)).toBe(false)
    expect(needsPolling(stopRun(running, 'r', 7), 10)).toBe(false)
  })
})

test('SQL-3.07 SQL-4.09 an estimate is under way, there, or failed', () => {
  const begun = startEstimate(emptyState, 'a')
  expect(begun.estimates['a']).toEqual({ completed: false, cost: null, error: null })
  expect(returnEstimate(begun, 'a', [{ 'Total cost': '1.0' }]).estimates['a']).toEqual({ completed: true, cost: [{ 'Total cost': '1.0' }], error: null })
  expect(failEstimate(begun, 'a', 'no').estimates['a']).toEqual({ completed: false, cost: null, error: 'no' })
})

describe('tabs', () => {
  test('SQL-4.10 a new tab ends the history and is the active one', () => {
    const state = withTabs('a', 'b')
    expect([state.tabHistory, activeTabId(state)]).toEqual([['a', 'b'], 'b'])
    expect(addTab(state, tab('a')).tabs).toHaveLength(2)
  })

  test('SQL-4.11 what the server tells of a tab fills it, under the edits made meanwhile', () => {
    const bare = addTab(emptyState, tab('a', { loaded: false, sql: '' }))
    const edited = editTab(bare, 'a', { schema: 'mine' })
    expect(tabOf(loadTab(edited, 'a', { sql: 'SELECT 2', schema: 'theirs' }), 'a')).toMatchObject({ loaded: true, sql: 'SELECT 2', schema: 'mine' })
    expect(switchTab(withTabs('a', 'b'), 'a').tabHistory).toEqual(['b', 'a'])
  })

  test('SQL-4.12 SQL-4.13 a removed tab takes its runs, tables and history along; the one used before is active', () => {
    let state = switchTab(withTabs('a', 'b', 'c'), 'a')
    state = giveServerId(state, 'a', 12)
    state = startRun(state, newRun('r1'), 'a', 1)
    state = startRun(state, newRun('r2', { sqlEditorId: '12' }), 'a', 1)
    state = startRun(state, newRun('other', { sqlEditorId: 'b' }), 'b', 1)
    state = startRun(state, newRun('look', { sqlEditorId: null, isDataPreview: true }), null, 1)
    state = previewTable(mergeTable(state, table('t1')), 't1', 'look')
    const left = removeTab(state, 'a')
    expect([left.tabs.map(({ id }) => id), left.tabHistory, Object.keys(left.runs), left.tables, left.unsaved]).toEqual([
      ['b', 'c'],
      ['b', 'c'],
      ['other'],
      [],
      null,
    ])
    expect(removeTab(removeTab(left, 'b'), 'c')).toMatchObject({ tabs: [], tabHistory: [] })
  })

  test('SQL-4.14 names count on from the highest number; a copy says so', () => {
    expect(nextTabName([])).toBe('Untitled Query 1')
    expect(nextTabName([{ name: 'Untitled Query 7' }, { name: 'Untitled Query 2' }, { name: 'Untitled Query x' }, { name: 'mine' }])).toBe('Untitled Query 8')
    expect(nameOfCopy('mine')).toBe('Copy of mine')
  })

  test('SQL-4.15 edits of the active tab stand beside it, those of another change it at once', () => {
    const state = withTabs('a', 'b')
    const active = editTab(state, 'b', { sql: 'SELECT 1' })
    expect([active.tabs[1]?.sql, active.unsaved, tabOf(active, 'b')?.sql]).toEqual(['', { id: 'b', sql: 'SELECT 1' }, 'SELECT 1'])
    const other = editTab(state, 'a', { sql: 'SELECT 2' })
    expect([other.tabs[0]?.sql, other.unsaved]).toEqual(['SELECT 2', null])
    expect(tabOf(switchTab(active, 'a'), 'b')?.sql).toBe('SELECT 1')
  })

  test('tabs are put in another order, and all but one are closed', () => {
    const state = withTabs('a', 'b', 'c')
    expect(moveTab(state, 'c', 0).tabs.map(({ id }) => id)).toEqual(['c', 'a', 'b'])
    expect(moveTab(state, 'a', 99).tabs.map(({ id }) => id)).toEqual(['b', 'c', 'a'])
    expect(keepOnlyTab(state, 'b')).toMatchObject({ tabs: [{ id: 'b' }], tabHistory: ['b'] })
  })
})

describe('tables', () => {
  test('SQL-4.17 the same database, tab, schema and name are the same table', () => {
    const state = mergeTable(emptyState, table('t1', { previewRunId: 'look' }))
    expect(mergeTable(state, table('t2', { expanded: false })).tables).toEqual([table('t1', { expanded: false, previewRunId: 'look' })])
    for (const more of [{ dbId: 2 }, { tabId: 'b' }, { schema: null }, { name: 'u' }]) expect(mergeTable(state, table('t2', more)).tables).toHaveLength(2)
  })

  test('SQL-4.18 a table folds and unfolds', () => expect(expandTable(mergeTable(emptyState, table('t1')), 't1', false).tables[0]?.expanded).toBe(false))

  test('SQL-4.19 closing a look at a table deletes its run, and so does removing the table', () => {
    const look = (id: string) => startRun(emptyState, newRun(id, { sqlEditorId: null, isDataPreview: true }), null, 1)
    const state = previewTable(mergeTable(look('look'), table('t1')), 't1', 'look')
    expect(closePreview(state, 't1')).toMatchObject({ runs: {}, tables: [{ previewRunId: null }] })
    expect(removeTable(state, 't1')).toMatchObject({ runs: {}, tables: [] })
    const again = previewTable({ ...state, runs: { ...state.runs, ...look('new').runs } }, 't1', 'new')
    expect([Object.keys(again.runs), again.tables[0]?.previewRunId]).toEqual([['new'], 'new'])
  })
})

test('text typed into a tab is there whatever other tabs do', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.string()), { maxLength: 40 }), (edits) => {
      const typed = new Map<string, string>()
      let state = withTabs('a', 'b', 'c')
      for (const [id, sql] of edits) {
        state = editTab(sql.length % 2 === 0 ? switchTab(state, id) : state, id, { sql })
        typed.set(id, sql)
        for (const [known, text] of typed) expect(tabOf(state, known)?.sql).toBe(text)
      }
    }),
  )
})

describe('whatever happens in whatever order', () => {
  const tabIds = fc.constantFrom('a', 'b', 'c', 'd')
  const runIds = fc.constantFrom('r', 's', 't')
  type Step = (state: SqlState, now: number) => SqlState
  const steps: fc.Arbitrary<Step> = fc.oneof(
    tabIds.map(
      (id): Step =>
        (state) =>
          addTab(state, tab(id)),
    ),
    tabIds.map(
      (id): Step =>
        (state) =>
          switchTab(state, id),
    ),
    tabIds.map(
      (id): Step =>
        (state) =>
          removeTab(state, id),
    ),
    tabIds.map(
      (id): Step =>
        (state) =>
          keepOnlyTab(state, id),
    ),
    fc.tuple(tabIds, fc.nat(5)).map(
      ([id, to]): Step =>
        (state) =>
          moveTab(state, id, to),
    ),
    fc.tuple(tabIds, fc.string()).map(
      ([id, sql]): Step =>
        (state) =>
          editTab(state, id, { sql }),
    ),
    fc.tuple(runIds, tabIds).map(
      ([id, tabId]): Step =>
        (state, now) =>
          state.runs[id] ? state : startRun(state, newRun(id, { sqlEditorId: tabId }), tabId, now),
    ),
    runIds.map(
      (id): Step =>
        (state) =>
          succeedRun(state, id, success),
    ),
    runIds.map(
      (id): Step =>
        (state, now) =>
          failRun(state, id, 'no', [], now),
    ),
    runIds.map(
      (id): Step =>
        (state, now) =>
          stopRun(state, id, now),
    ),
    runIds.map(
      (id): Step =>
        (state) =>
          fetchRun(state, id),
    ),
    runIds.map(
      (id): Step =>
        (state) =>
          showRows(state, id, rows),
    ),
    runIds.map(
      (id): Step =>
        (state) =>
          clearResults(state, id),
    ),
    runIds.map(
      (id): Step =>
        (state) =>
          removeRun(state, id),
    ),
    fc.tuple(runIds, fc.constantFrom(...runStatuses)).map(
      ([id, status]): Step =>
        (state, now) =>
          refreshRuns(state, [{ id, state: status, changedOn: now }]),
    ),
    fc.tuple(tabIds, runIds).map(
      ([tabId, id]): Step =>
        (state) =>
          mergeTable(state, table(`${tabId}${id}`, { tabId })),
    ),
  )

  test('no stopped run is revived, no tab is lost or doubled, and edits belong to the active tab', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 60 }), (sequence) => {
        let state = emptyState
        sequence.forEach((step, index) => {
          const before = state
          state = step(state, index)
          for (const [id, run] of Object.entries(before.runs)) if (run.state === 'stopped' && state.runs[id]) expect(state.runs[id].state).toBe('stopped')
          const ids = state.tabs.map(({ id }) => id)
          expect(new Set(ids).size).toBe(ids.length)
          expect(new Set(state.tabHistory).size).toBe(state.tabHistory.length)
          expect([...state.tabHistory].toSorted()).toEqual(ids.toSorted())
          if (state.unsaved) expect(state.unsaved.id).toBe(activeTabId(state))
        })
      }),
      { numRuns: 300 },
    )
  })
})
