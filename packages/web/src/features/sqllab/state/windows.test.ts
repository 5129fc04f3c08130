import { expect, test } from 'vitest'
import { emptyState, type SqlState, type Tab } from './model.ts'
import { openState } from './open-state.ts'
import { makeStored, type Stored } from './storage.ts'
import { addTab, editTab, removeTab } from './tabs.ts'
import { inOrder, joinStored, printOrder, withSeen } from './windows.ts'

const tab = (id: string, more: Partial<Tab> = {}): Tab => ({
  ...openState({ active_tab: null, tab_state_ids: [{ id: 1, label: id }] }, null).tabs[0]!,
  id,
  serverId: null,
  sql: `SELECT '${id}'`,
  loaded: true,
  updatedAt: 10,
  ...more,
})
const none: ReadonlySet<string> = new Set()
const stored = (state: SqlState): Stored | null => makeStored(state, 20, () => false)
const textsOf = (kept: Stored | null): string[] => (kept?.tabs ?? []).map(({ sql }) => sql)

test('a tab that only another window has stays in the journal; one that was closed here goes', () => {
  const there = stored(addTab(addTab(emptyState, tab('a')), tab('theirs')))
  const mine = addTab(emptyState, tab('a'))
  expect(textsOf(joinStored(stored(mine), there, mine, withSeen(none, mine)))).toEqual(["SELECT 'a'", "SELECT 'theirs'"])
  const seen = withSeen(none, addTab(mine, tab('theirs')))
  expect(textsOf(joinStored(stored(mine), there, mine, seen))).toEqual(["SELECT 'a'"])
})

test('a window whose tabs are all with the server leaves the unsent work of another alone', () => {
  const mine = addTab(emptyState, tab('a', { serverId: 1 }))
  const there = stored(addTab(emptyState, tab('theirs')))
  expect(textsOf(joinStored(null, there, mine, withSeen(none, mine)))).toEqual(["SELECT 'theirs'"])
})

test('of a tab open in two windows the newer text is kept, by whatever name each knows it', () => {
  const older = addTab(emptyState, tab('made-here', { serverId: 7 }))
  const newer = stored(addTab(emptyState, tab('server-7', { serverId: 7, sql: 'SELECT newer', updatedAt: 11 })))
  expect(textsOf(joinStored(null, newer, older, withSeen(none, older)))).toEqual(['SELECT newer'])
  const edited = editTab(older, 'made-here', { sql: 'SELECT newest', updatedAt: 12 })
  expect(textsOf(joinStored(stored(edited), newer, edited, withSeen(none, edited)))).toEqual(['SELECT newest'])
})

test('what this window wrote before is not taken for the work of another', () => {
  const before = addTab(addTab(emptyState, tab('a')), tab('b'))
  const seen = withSeen(none, before)
  const after = removeTab(before, 'b')
  expect(textsOf(joinStored(stored(after), stored(before), after, withSeen(seen, after)))).toEqual(["SELECT 'a'"])
  expect(joinStored(null, stored(before), emptyState, seen)).toBeNull()
})

test('SQL-2.03 tabs stand where they were put, though the server lists them by age; a new one stands last', () => {
  const order = printOrder({ ...emptyState, tabs: [tab('x', { serverId: 3 }), tab('local'), tab('y', { serverId: 1 })] })
  const tabs = [tab('server-1', { serverId: 1 }), tab('server-2', { serverId: 2 }), tab('server-3', { serverId: 3 }), tab('local')]
  expect(inOrder(tabs, order).map(({ id }) => id)).toEqual(['server-3', 'local', 'server-1', 'server-2'])
  for (const broken of [null, '{', '3']) expect(inOrder(tabs, broken)).toEqual(tabs)
})

test('SQL-1.02 of a tab that has not been read yet it is known which saved query it shows', () => {
  const { tabs } = openState(
    {
      active_tab: null,
      tab_state_ids: [
        { id: 1, label: 'a', saved_query_id: 9 },
        { id: 2, label: 'b' },
      ],
    },
    null,
  )
  expect(tabs.map(({ remoteId, loaded }) => [remoteId, loaded])).toEqual([
    [9, false],
    [null, false],
  ])
})
