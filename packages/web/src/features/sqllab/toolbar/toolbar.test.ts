import { expect, test } from 'vitest'
import { platformOf, shortcuts } from '../editor/shortcuts.ts'
import type { Keeping } from '../lab/keeping.ts'
import '../words.ts'
import { costTable } from './cost-table.ts'
import { describeDraft } from './draft.ts'
import { foldable, foldedAt } from './fold.ts'
import { limitChoices, printLimit } from './limits.ts'
import { printAge, printElapsed } from './print-time.ts'
import { faultOfTableName } from './table-name.ts'
import { readParameters } from './template-parameters.ts'

test('SQL-5.07 limits are powers of ten up to the most the server gives, thousands apart by a thin space', () => {
  expect(limitChoices(100_000)).toEqual([10, 100, 1000, 10_000, 100_000])
  expect(limitChoices(2500)).toEqual([10, 100, 1000, 2500])
  expect([10, 1000, 100_000, 1_234_567].map(printLimit)).toEqual(['10', '1\u2009000', '100\u2009000', '1\u2009234\u2009567'])
})

test('a running query shows tenths of seconds, then hours, minutes and seconds', () => {
  expect([0, 1240, 59_990, 65_300, 3_723_000].map(printElapsed)).toEqual(['0.0 s', '1.2 s', '59.9 s', '00:01:05', '01:02:03'])
})

test('the age of a draft is told in its largest unit', () => {
  expect([-5, 2900, 60_000, 7_200_000, 200_000_000].map(printAge)).toEqual(['0 s', '2 s', '1 min', '2 h', '2 d'])
})

test('SQL-1.05 a name for a new table is checked in words before anything is sent', () => {
  expect(['', 'late_orders', '_x1', 'größe'].map(faultOfTableName)).toEqual([undefined, undefined, undefined, undefined])
  expect(faultOfTableName('public.orders')).toContain('without a schema')
  expect(faultOfTableName('1st')).toContain('Begin the name with a letter')
  expect(faultOfTableName('drop;table')).toContain('letters, digits and underscores')
  expect(faultOfTableName('a'.repeat(64))).toContain('63')
})

test('template parameters are counted; text that is no set of them is named as such and not thrown away', () => {
  expect(readParameters(null)).toEqual({ count: 0, fault: undefined })
  expect(readParameters('{"region": "Coast", "least": 3}')).toEqual({ count: 2, fault: undefined })
  expect(readParameters('{"region": ').fault).toMatch(/JSON/)
  expect(readParameters('["Coast"]').fault).toBe('Write one object, with a value for each name.')
})

test('SQL-4.09 a cost estimate is a table with one row for each statement, whatever units each of them has', () => {
  expect(
    costTable([
      { 'Start-up cost': '0.1', 'Total cost': '35' },
      { 'Total cost': '7', 'Output size': '2 MB' },
    ]),
  ).toEqual({
    columns: ['Start-up cost', 'Total cost', 'Output size'],
    rows: [
      ['0.1', '35', ''],
      ['', '7', '2 MB'],
    ],
  })
})

test('a narrow bar puts its tools into the menu one after the other and loses none', () => {
  const all = [...foldable]
  expect([...foldedAt(2000, all)]).toEqual([])
  expect([...foldedAt(0, all)]).toEqual(all)
  let before = new Set<string>(all)
  for (let width = 0; width <= 2000; width += 20) {
    const folded = foldedAt(width, all)
    for (const tool of folded) expect(before.has(tool)).toBe(true)
    before = new Set(folded)
  }
  expect([...foldedAt(400, ['draft', 'save', 'limit'])]).toEqual(['draft', 'save'])
})

const keeping: Keeping = { server: 'reachable', browser: 'written', writtenAt: 7000, savedAt: {} }

test('the note about the draft says who has it: the server, this browser only, or nobody', () => {
  const now = 10_000
  const facts = { keepsOnServer: true, isAcknowledged: true, keeping, savedAt: 8000 }
  const said = (more: Partial<typeof facts>) => describeDraft({ ...facts, ...more }, now).text
  expect(said({})).toBe('Saved draft 2 s ago')
  expect(said({ isAcknowledged: false })).toBe('Saving draft…')
  expect(said({ isAcknowledged: false, keeping: { ...keeping, server: 'unreachable' } })).toBe('Server not reachable, draft kept in this browser')
  expect(said({ isAcknowledged: false, keeping: { ...keeping, server: 'refused' } })).toBe('Not yet on the server, draft kept in this browser')
  expect(said({ keepsOnServer: false, isAcknowledged: false })).toBe('Draft kept in this browser 3 s ago')
  expect(said({ isAcknowledged: false, keeping: { ...keeping, browser: 'full' } })).toBe('Draft not kept: no room in this browser')
  // What the server has is safe, however full the browser is.
  expect(said({ keeping: { ...keeping, browser: 'full' } })).toBe('Saved draft 2 s ago')
})

test('keys are listed by what they do, as each system has them', () => {
  const keysOf = (platform: Parameters<typeof shortcuts>[0], action: string) =>
    shortcuts(platform)
      .find((one) => one.action === action)
      ?.chords.map((chord) => chord.join('+'))
  expect(keysOf('other', 'Run query')).toContain('Ctrl+Enter')
  expect(keysOf('other', 'Stop query')).toEqual(['Ctrl+E'])
  expect(keysOf('mac', 'Stop query')).toEqual(['Ctrl+X'])
  expect([keysOf('windows', 'New tab'), keysOf('other', 'New tab')]).toEqual([['Ctrl+Q'], ['Ctrl+T']])
  expect(platformOf('Mozilla/5.0 (Windows NT 10.0; Win64; x64)')).toBe('windows')
})
