import { describe, expect, test } from 'vitest'
import { emptyState, type Run, type SqlState, type Tab } from './model.ts'
import { idOfServerTab, openState, type Boot, type WireTab } from './open-state.ts'
import { startRun, succeedRun } from './runs.ts'
import { isNearlyFull, kilobytesOf, makeStored, readStored, type Stored } from './storage.ts'
import { changesToSend, formOfChange, isAcknowledged, snapshotOf } from './sync.ts'
import { activeTab, activeTabId, addTab, editTab, switchTab, tabOf } from './tabs.ts'
import { printJournal, readJournal } from './windows.ts'

const tab = (id: string, more: Partial<Tab> = {}): Tab => ({
  id,
  serverId: null,
  remoteId: null,
  name: id,
  dbId: 1,
  schema: 'main',
  sql: `SELECT '${id}'`,
  selectedText: null,
  templateParams: null,
  queryLimit: 100,
  autorun: false,
  latestQueryId: null,
  hideLeftBar: false,
  northPercent: 30,
  southPercent: 70,
  loaded: true,
  validationResult: [{ line: 1, column: null, message: 'x' }],
  updatedAt: 10,
  ...more,
})
const wireTab = (id: number, more: Partial<WireTab> = {}): WireTab => ({
  id,
  label: `Tab ${id}`,
  database_id: 1,
  schema: null,
  sql: 'SELECT server',
  query_limit: 1000,
  latest_query: null,
  autorun: false,
  template_params: null,
  hide_left_bar: false,
  saved_query: null,
  extra_json: { updatedAt: 5 },
  table_schemas: [],
  ...more,
})
const noBoot: Boot = { active_tab: null, tab_state_ids: [] }
const never = () => false
/** Written down and read again. */
const reread = (stored: Stored | null): Stored | null => readJournal(printJournal({ writtenAt: 1, closed: {}, stored }))?.stored ?? null
const again = (state: SqlState, now = 20): SqlState => openState(noBoot, reread(makeStored(state, now, never)))

describe('in the browser alone', () => {
  test('SQL-3.01 SQL-1.08 tabs come back as they were, with the edits of the active one, and only lasting fields are kept', () => {
    const state = editTab(addTab(addTab(emptyState, tab('a')), tab('b')), 'b', { sql: 'SELECT edited' })
    const back = again(switchTab(state, 'a'))
    expect(back.tabs.map(({ id, sql }) => [id, sql])).toEqual([
      ['a', "SELECT 'a'"],
      ['b', 'SELECT edited'],
    ])
    expect(activeTabId(back)).toBe('a')
    expect(again(state).tabs[1]?.sql).toBe('SELECT edited')
    expect(back.tabs[0]?.validationResult).toEqual([])
    const whole = tab('w', {
      remoteId: 4,
      schema: 's',
      selectedText: 'x',
      templateParams: '{}',
      queryLimit: 7,
      autorun: true,
      latestQueryId: 'r',
      hideLeftBar: true,
      northPercent: 40,
      southPercent: 60,
    })
    expect(again(addTab(emptyState, whole)).tabs[0]).toEqual({ ...whole, validationResult: [] })
  })

  test('SQL-9.03 rows that are a day old or larger than a megabyte are not kept; the run is', () => {
    const run = (rows: number, startedAt: number): Run | undefined => {
      const begun = startRun(
        addTab(emptyState, tab('a')),
        { id: 'r', dbId: 1, schema: null, sql: 'x', sqlEditorId: 'a', tab: 'a', runAsync: false, queryLimit: 1, templateParams: null },
        'a',
        startedAt,
      )
      const results = {
        columns: [{ name: 'n', type: null, kind: 0 }],
        values: [Array.from({ length: rows }, () => 123_456_789n)],
        length: rows,
        isComplete: true,
      }
      const facts = {
        status: 'success',
        serverId: 1,
        endDttm: 2,
        rows,
        limit: 1,
        limitingFactor: null,
        executedSql: null,
        tempTable: null,
        tempSchema: null,
        resultsKey: 'k',
      }
      return again(succeedRun(begun, 'r', { ...facts, results }), 864e5 + 1).runs['r']
    }
    expect(run(10, 5)?.results?.length).toBe(10)
    expect(run(10, 0)).toMatchObject({ state: 'success', resultsKey: 'k', results: null })
    expect(run(100_000, 5)).toMatchObject({ state: 'success', results: null })
  })

  test('SQL-9.05 the browser warns when nine tenths of its room are used', () => {
    expect(kilobytesOf('x'.repeat(512))).toBe(1)
    expect([isNearlyFull(4607.9), isNearlyFull(4608)]).toEqual([false, true])
  })

  test('what cannot be read is left out, the rest stays', () => {
    for (const text of [null, undefined, 5, '', 'nonsense', '[]', '{"tabs": 5}']) expect(readJournal(text)).toBeNull()
    for (const value of [null, [], { tabs: 5 }, { tabs: [{ id: 1 }] }]) expect(readStored(value)).toBeNull()
    const stored = readStored({ tabs: [{ id: 'a', sql: 'x', name: 'A' }, 5], tables: [{}], runs: [{ id: 'r', sql: 's', state: 'odd' }] })
    expect(stored).toMatchObject({ tabs: [{ id: 'a', sql: 'x' }], tables: [], runs: [], tabHistory: [] })
  })
})

describe('with the server', () => {
  const boot: Boot = {
    active_tab: wireTab(7, { table_schemas: [{ id: 3, database_id: 1, schema: 'main', table: 't', expanded: true }] }),
    tab_state_ids: [
      { id: 6, label: 'Six' },
      { id: 7, label: 'Tab 7' },
    ],
    queries: { q: { id: 'q', state: 'success', startDttm: '12.5', changed_on: '2026-01-01T00:00:00', sqlEditorId: '7' } },
  }

  test('SQL-3.09 the server’s tabs open, the active one whole, the others by name until they are chosen', () => {
    const state = openState(boot, null)
    expect(state.tabs.map(({ name, loaded, serverId }) => [name, loaded, serverId])).toEqual([
      ['Six', false, 6],
      ['Tab 7', true, 7],
    ])
    expect(activeTab(state)).toMatchObject({ serverId: 7, sql: 'SELECT server' })
    expect(state.tables).toMatchObject([{ serverId: 3, name: 't', tabId: idOfServerTab(7), expanded: true }])
    expect(state.runs['q']).toMatchObject({ state: 'success', startDttm: 12.5 })
    expect(state.lastUpdate).toBe(Date.UTC(2026, 0, 1))
  })

  test('SQL-4.16 each edit of a kept field is sent, once, as a form of JSON values', () => {
    const state = openState(boot, null)
    const id = idOfServerTab(7)
    const acknowledged = { [id]: snapshotOf(tabOf(state, id)!) }
    expect(changesToSend(state, acknowledged)).toEqual([])
    const edits = {
      sql: 'a "quoted"',
      latestQueryId: 'r',
      dbId: 2,
      schema: null,
      autorun: true,
      name: 'N',
      queryLimit: 5,
      templateParams: '{}',
      hideLeftBar: true,
      remoteId: 4,
    }
    const edited = editTab(state, id, { ...edits, updatedAt: 99 })
    const [change] = changesToSend(edited, acknowledged)
    expect(formOfChange(change!)).toEqual({
      sql: '"a \\"quoted\\""',
      latest_query_id: '"r"',
      database_id: '2',
      autorun: 'true',
      label: '"N"',
      query_limit: '5',
      template_params: '"{}"',
      hide_left_bar: 'true',
      saved_query_id: '4',
      extra_json: '"{\\"updatedAt\\":99}"',
    })
    expect(changesToSend(edited, { [id]: snapshotOf(tabOf(edited, id)!) })).toEqual([])
  })

  test('an edit the server has not acknowledged survives a sudden end; an acknowledged one is not kept twice', () => {
    const state = openState(boot, null)
    const id = idOfServerTab(7)
    const acknowledged = { [id]: snapshotOf(tabOf(state, id)!) }
    expect(makeStored(state, 20, (one) => isAcknowledged(one, acknowledged))).toBeNull()
    const edited = editTab(state, id, { sql: 'typed and not sent', updatedAt: 50 })
    const kept = reread(makeStored(edited, 20, (one) => isAcknowledged(one, acknowledged)))
    expect(activeTab(openState(boot, kept))).toMatchObject({ id, serverId: 7, sql: 'typed and not sent' })
  })

  test('the newer side wins, and a tab that was closed elsewhere with unsent work comes back', () => {
    const kept = (updatedAt: number, serverId: number) => readStored({ tabs: [{ ...tab(idOfServerTab(serverId)), serverId, updatedAt, sql: 'local' }] })
    expect(activeTab(openState(boot, kept(4, 7)))?.sql).toBe('SELECT server')
    expect(tabOf(openState(boot, kept(6, 7)), idOfServerTab(7))?.sql).toBe('local')
    const lost = openState(boot, kept(6, 99))
    expect(lost.tabs.map(({ serverId, sql }) => [serverId, sql])).toContainEqual([null, 'local'])
  })

  test('SQL-4.21 tabs of before the server kept them are found to be sent, whole', () => {
    const state = openState(boot, reread(makeStored(addTab(emptyState, tab('old')), 20, never)))
    const changes = changesToSend(state, { [idOfServerTab(7)]: snapshotOf(tabOf(state, idOfServerTab(7))!) })
    expect(changes.map(({ tab: one, fields }) => [one.id, fields.length])).toEqual([['old', 10]])
  })
})
