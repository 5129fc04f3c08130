import { expect, test } from 'vitest'
import './words.ts'
import { addressOf, changeSource, emptyDraft, isComplete, isDraftOf, moveFormOf, useDraft } from './draft.ts'
import type { FidelityReport } from './queries.ts'
import { countStates, findRows, rowsOf } from './report-rows.ts'
import { sayExtras, sayKind } from './say-kinds.ts'

const report: FidelityReport = {
  made_on: '2026-11-16T00:00:00',
  is_dry_run: false,
  source: { kind: 'bundle', name: 'all.zip' },
  not_brought: [],
  databases: [{ uuid: 'd', name: 'main', fate: 'made', id: 1, opens: false, why: 'It needs a password.' }],
  datasets: [
    {
      uuid: 's1',
      name: 'orders',
      fate: 'made',
      id: 2,
      database: 'main',
      state: 'complete',
      why: null,
      columns: { found: 3, missing: [] },
      metrics: { found: 1, missing: [] },
      is_closed: true,
    },
    {
      uuid: 's2',
      name: 'items',
      fate: 'replaced',
      id: 3,
      database: 'main',
      state: 'missing',
      why: null,
      columns: { found: 2, missing: ['price'] },
      metrics: { found: 0, missing: [{ name: 'total', why: 'It names the column price.' }] },
      is_closed: false,
    },
  ],
  charts: [
    { uuid: 'c1', name: 'Beta 10', fate: 'made', id: null, viz_type: 'table', state: 'faithful', changes: [] },
    { uuid: 'c2', name: 'Beta 9', fate: 'made', id: 5, viz_type: 'table', state: 'faithful', changes: [] },
    { uuid: 'c3', name: 'Alpha', fate: 'made', id: 6, viz_type: 'bar', state: 'changed', changes: [{ name: 'sparkle', why: 'It is not known here.' }] },
    { uuid: 'c4', name: 'Zeta', fate: 'made', id: 7, viz_type: 'hologram', state: 'not_drawable', changes: [] },
  ],
  dashboards: [
    {
      uuid: 'b',
      name: 'Board',
      fate: 'kept',
      id: 8,
      state: 'changed',
      blocks: { found: 4, missing: [{ name: 'CHART-x', why: 'Its chart is not in the bundle.' }] },
      filters: { found: 1, missing: [] },
      changes: [{ name: 'sparkle_mode', why: 'It is not known here.' }],
    },
  ],
  saved_queries: [{ uuid: 'q', name: 'Query', fate: 'made', id: 9 }],
  extras: [
    { kind: 'row_rule', brought: 2 },
    { kind: 'tag', brought: 0 },
    { kind: 'new_thing', brought: 1 },
  ],
}

test('what is lost or closed comes first, then names in their order', () => {
  expect(rowsOf(report, 'charts').map(({ name }) => name)).toEqual(['Zeta', 'Alpha', 'Beta 9', 'Beta 10'])
  expect(rowsOf(report, 'datasets').map(({ name, isClosed }) => [name, isClosed])).toEqual([
    ['orders', true],
    ['items', false],
  ])
})

test('rows lead to their object, and nowhere while it is not here', () => {
  expect(rowsOf(report, 'charts').map(({ to }) => to)).toEqual(['/explore/?slice_id=7', '/explore/?slice_id=6', '/explore/?slice_id=5', undefined])
  expect(rowsOf(report, 'databases')[0]).toMatchObject({ to: '/databaseview/list/?database=1', state: 'shut', why: 'It needs a password.' })
  expect(rowsOf(report, 'dashboards')[0]?.losses.map(({ of, name }) => `${of} ${name}`)).toEqual(['block CHART-x', 'setting sparkle_mode'])
  expect(rowsOf(report, 'datasets')[1]?.losses.map(({ of, name }) => `${of} ${name}`)).toEqual(['column price', 'metric total'])
})

test('rows are found by state and by any word they say', () => {
  const charts = rowsOf(report, 'charts')
  expect(countStates(charts)).toEqual([
    ['not_drawable', 1],
    ['changed', 1],
    ['faithful', 2],
  ])
  expect(countStates(rowsOf(report, 'datasets'))).toEqual([
    ['closed', 1],
    ['missing', 1],
    ['complete', 1],
  ])
  const names = (state: Parameters<typeof findRows>[1]['state'], text: string) => findRows(charts, { state, text }).map(({ name }) => name)
  expect(names('faithful', '')).toEqual(['Beta 9', 'Beta 10'])
  expect(names(undefined, 'SPARKLE known')).toEqual(['Alpha'])
  expect(names('faithful', 'sparkle')).toEqual([])
  expect(findRows(rowsOf(report, 'datasets'), { state: 'closed', text: '' }).map(({ name }) => name)).toEqual(['orders'])
})

test('kinds of the wire are said in words, also those of a newer server', () => {
  expect([sayKind('row_rule'), sayKind('new_thing')]).toEqual(['Row rule', 'New thing'])
  expect(sayExtras(report.extras)).toBe('2 row rules, 1 new thing')
})

test('a move is sent with what its way needs and nothing of the other one', () => {
  const file = new File(['x'], 'all.zip')
  const bundle = { ...emptyDraft, file, password: 'left over' }
  const form = moveFormOf(bundle, true)
  expect([form.get('dry_run'), (form.get('bundle') as File).name, form.has('password'), form.has('from')]).toEqual(['true', 'all.zip', false, false])
  const server = { ...emptyDraft, way: 'server' as const, file, address: ' bi.example.org/ ', username: 'ann', password: 'p w ' }
  expect([...moveFormOf(server, false).entries()]).toEqual([
    ['from', 'https://bi.example.org/'],
    ['username', 'ann'],
    ['password', 'p w '],
  ])
  expect([isComplete(emptyDraft), isComplete(bundle), isComplete(server), isComplete({ ...server, password: '' })]).toEqual([false, true, true, false])
})

test('a look ahead can be followed by the move while what was given is still there', () => {
  const file = new File(['x'], 'all.zip')
  expect(isDraftOf({ ...emptyDraft, file }, { kind: 'bundle', name: 'all.zip' })).toBe(true)
  expect(isDraftOf({ ...emptyDraft, file }, { kind: 'bundle', name: 'other.zip' })).toBe(false)
  const server = { ...emptyDraft, way: 'server' as const, address: 'HTTP://bi.example.org/', username: 'ann', password: 'p' }
  expect(isDraftOf(server, { kind: 'server', name: 'http://bi.example.org' })).toBe(true)
  expect(isDraftOf({ ...server, password: '' }, { kind: 'server', name: 'http://bi.example.org' })).toBe(false)
  expect(addressOf({ address: 'localhost:8088' })).toBe('https://localhost:8088')
  useDraft.setState({ secrets: { a: 'b' } })
  changeSource({ file })
  expect(useDraft.getState().secrets).toEqual({})
})
