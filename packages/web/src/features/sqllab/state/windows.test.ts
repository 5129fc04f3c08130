import { expect, test } from 'vitest'
import { emptyState, type Tab } from './model.ts'
import { openState, type Boot } from './open-state.ts'
import { makeStored } from './storage.ts'
import { activeTabId, addTab } from './tabs.ts'
import { inOrder, joinJournals, namesOf, newerJournal, printJournal, printOrder, readJournal, withClosed, type Journal } from './windows.ts'

const tab = (id: string, more: Partial<Tab> = {}): Tab => ({
  ...openState({ active_tab: null, tab_state_ids: [{ id: 1, label: id }] }, null).tabs[0]!,
  id,
  serverId: null,
  sql: `SELECT '${id}'`,
  loaded: true,
  updatedAt: 10,
  ...more,
})
/** A window's journal of these tabs. */
const journal = (writtenAt: number, tabs: readonly Tab[], closed: Journal['closed'] = {}): Journal => ({
  writtenAt,
  closed,
  stored: makeStored(tabs.reduce(addTab, emptyState), writtenAt, () => false),
})
const textsOf = (journals: readonly Journal[]): string[] => (joinJournals(journals).stored?.tabs ?? []).map(({ sql }) => sql)

test('SQL-4.21 what each window has written is there for the next one, whoever wrote last', () => {
  const mine = journal(1, [tab('a'), tab('mine')])
  const theirs = journal(2, [tab('a'), tab('theirs')])
  expect(textsOf([theirs, mine]).toSorted()).toEqual(["SELECT 'a'", "SELECT 'mine'", "SELECT 'theirs'"])
  expect(textsOf([mine, theirs]).toSorted()).toEqual(textsOf([theirs, mine]).toSorted())
  expect(textsOf([mine, journal(3, [])]).toSorted()).toEqual(["SELECT 'a'", "SELECT 'mine'"])
  expect(joinJournals([])).toEqual({ closed: {}, stored: null })
})

test('of a tab open in two windows the newest text is kept, by whatever name each knows it', () => {
  const older = journal(9, [tab('made-here', { serverId: 7, sql: 'SELECT older' })])
  const newer = journal(1, [tab('server-7', { serverId: 7, sql: 'SELECT newer', updatedAt: 11 })])
  expect(textsOf([older, newer])).toEqual(['SELECT newer'])
  expect(joinJournals([older, newer]).stored?.tabHistory).toEqual(['server-7'])
  const unsent = journal(3, [tab('made-here', { sql: 'SELECT newest', updatedAt: 12 })])
  expect(textsOf([older, unsent])).toEqual(['SELECT newest'])
})

test('SQL-4.21 a tab that one window closed is gone, but not the work another has done in it since', () => {
  const open = [tab('a'), tab('b', { serverId: 2 })]
  const closed = withClosed({}, open, [open[0]!])
  expect(closed).toEqual({ b: 10, 'server-2': 10 })
  expect(withClosed(closed, open.slice(0, 1), open.slice(0, 1))).toBe(closed)
  const closing = journal(5, [tab('a')], closed)
  expect(textsOf([journal(4, open), closing])).toEqual(["SELECT 'a'"])
  expect(textsOf([journal(4, [tab('server-2', { serverId: 2, sql: 'SELECT since', updatedAt: 11 })]), closing]).toSorted()).toEqual([
    "SELECT 'a'",
    'SELECT since',
  ])
  // However many are closed, the list of them stays short.
  const many = Array.from({ length: 1000 }, (_, number) => tab(`t${number}`))
  expect(Object.keys(withClosed({}, many, [])).length).toBeLessThan(500)
})

test('of two copies of a journal the later one counts, and a lost one does not', () => {
  const [old, young] = [journal(1, [tab('a')]), journal(2, [])]
  for (const [one, other] of [
    [old, young],
    [young, old],
    [null, young],
    [young, null],
  ] as const)
    expect(newerJournal(one, other)).toBe(young)
  expect(newerJournal(null, null)).toBeNull()
  expect(readJournal(printJournal(old))).toEqual(old)
})

test('SQL-4.21 a window that is loaded again has its own tab in front, though another has used a different one since', () => {
  const boot: Boot = { active_tab: null, tab_state_ids: [1, 2, 3].map((id) => ({ id, label: `T${id}` })) }
  const { stored } = joinJournals([journal(1, [tab('server-2', { serverId: 2 })])])
  const open = (names: readonly string[]): string | null =>
    activeTabId(openState(boot, stored, { arrange: (tabs) => tabs, isFront: (one) => namesOf(one).some((name) => names.includes(name)) }))
  expect([open(['server-3']), open(['gone']), open([])]).toEqual(['server-3', 'server-2', 'server-2'])
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
