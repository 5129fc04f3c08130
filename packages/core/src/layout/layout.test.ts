import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  gridColumns,
  gridId,
  headerId,
  headerSizeOf,
  heightOf,
  heightUnit,
  isWhite,
  layoutSizeLimit,
  rootId,
  widthOf,
  type Block,
  type Layout,
} from './block.ts'
import { addBlock, chartBlock, moveBlock, placeMissingCharts, removeBlock, resizeBlock, stepBlock } from './edit.ts'
import { emptyLayout, printLayout, readLayout, renameLayout, titleOf } from './read.ts'
import { blocksUnder, chartIdsIn, parentOf, roomIn, takenWidth } from './walk.ts'

const stored = {
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1', 'TABS-1'], parents: ['ROOT_ID'] },
  HEADER_ID: { type: 'HEADER', id: 'HEADER_ID', meta: { text: 'Sales' } },
  'ROW-1': { type: 'ROW', id: 'ROW-1', children: ['CHART-1', 'COLUMN-1'], parents: ['ROOT_ID', 'GRID_ID'], meta: { background: 'BACKGROUND_TRANSPARENT' } },
  'CHART-1': {
    type: 'CHART',
    id: 'CHART-1',
    children: [],
    parents: ['ROOT_ID', 'GRID_ID', 'ROW-1'],
    meta: { chartId: 11, sliceName: 'Revenue', width: 8, height: 50 },
  },
  'COLUMN-1': {
    type: 'COLUMN',
    id: 'COLUMN-1',
    children: ['MARKDOWN-1'],
    parents: ['ROOT_ID', 'GRID_ID', 'ROW-1'],
    meta: { width: 4, background: 'BACKGROUND_WHITE' },
  },
  'MARKDOWN-1': {
    type: 'MARKDOWN',
    id: 'MARKDOWN-1',
    children: [],
    parents: ['ROOT_ID', 'GRID_ID', 'ROW-1', 'COLUMN-1'],
    meta: { width: 4, height: 50, code: '## Notes' },
  },
  'TABS-1': { type: 'TABS', id: 'TABS-1', children: ['TAB-1'], parents: ['ROOT_ID', 'GRID_ID'], meta: {} },
  'TAB-1': { type: 'TAB', id: 'TAB-1', children: [], parents: ['ROOT_ID', 'GRID_ID', 'TABS-1'], meta: { text: 'Detail' } },
}

const value = (edited: ReturnType<typeof moveBlock>): Layout => {
  if (!edited.ok) throw new Error(edited.problem)
  return edited.value
}

const withCharts = (widths: readonly number[]): Layout =>
  widths.reduce(
    (layout, width, index) =>
      value(
        addBlock(
          layout,
          chartBlock(`CHART-${String(index)}`, index, `Chart ${String(index)}`, { width }),
          { parent: gridId, index: 99 },
          `ROW-${String(index)}`,
        ),
      ),
    emptyLayout('Board'),
  )

test('DSH-3.05 a stored layout is read and printed back as it was', () => {
  expect(printLayout(readLayout(JSON.stringify(stored), 'Sales'))).toEqual(stored)
})

test('DSH-3.05 parents are recomputed when printing, however stale they were', () => {
  const stale = { ...stored, 'CHART-1': { ...stored['CHART-1'], parents: ['elsewhere'] } }
  expect(printLayout(readLayout(stale, 'Sales'))['CHART-1']).toEqual(stored['CHART-1'])
})

test.each([null, '', '{}', 'not json', '[]', '{"ROOT_ID":5}', { ROOT_ID: { type: 'ROOT', children: ['nowhere'] } }])(
  '%j is an empty dashboard, not a failure',
  (document) => {
    expect(readLayout(document, 'New')).toEqual(emptyLayout('New'))
  },
)

test('a block that is listed twice, in a circle or nowhere is kept once or left out', () => {
  const layout = readLayout(
    {
      ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] },
      GRID_ID: { type: 'GRID', children: ['A', 'A', 'B'] },
      A: { type: 'ROW', children: ['C', 'ROOT_ID'] },
      B: { type: 'ROW', children: ['C', 'A'] },
      C: { type: 'CHART', meta: { chartId: 1 } },
      lost: { type: 'CHART', meta: { chartId: 2 } },
    },
    'x',
  )
  expect(chartIdsIn(layout)).toEqual([1])
  expect(Object.keys(layout).toSorted()).toEqual(['A', 'B', 'C', gridId, headerId, rootId])
})

test('DSH-4.07 a chart dropped on the grid gets a row of its own; a row takes no row', () => {
  const layout = withCharts([4, 4])
  expect(layout['ROW-0']?.children).toEqual(['CHART-0'])
  expect(moveBlock(layout, 'ROW-0', { parent: 'ROW-1', index: 0 }, 'n')).toEqual({ ok: false, problem: 'not-allowed' })
})

test('DSH-4.08 a chart that is too wide for the row is narrowed to the room that is left', () => {
  const layout = value(moveBlock(withCharts([8, 6]), 'CHART-1', { parent: 'ROW-0', index: 1 }, 'n'))
  expect(layout['CHART-1']?.meta['width']).toBe(4)
})

test('DSH-5.07 a chart does not move into a full row', () => {
  expect(moveBlock(withCharts([12, 6]), 'CHART-1', { parent: 'ROW-0', index: 1 }, 'n')).toEqual({ ok: false, problem: 'no-room' })
})

test('DSH-4.09 the row goes with its last chart', () => {
  const layout = value(removeBlock(withCharts([4, 4]), 'CHART-0'))
  expect(layout['ROW-0']).toBeUndefined()
  expect(layout[gridId]?.children).toEqual(['ROW-1'])
})

test('DSH-5.08 a top-level tab does not move into nested tabs', () => {
  const layout = readLayout(
    {
      ROOT_ID: { type: 'ROOT', children: ['T'] },
      T: { type: 'TABS', children: ['A', 'B'] },
      A: { type: 'TAB', children: ['N'], meta: { text: 'a' } },
      B: { type: 'TAB', children: [], meta: { text: 'b' } },
      N: { type: 'TABS', children: ['I'] },
      I: { type: 'TAB', children: [] },
    },
    'x',
  )
  expect(moveBlock(layout, 'B', { parent: 'N', index: 0 }, 'n')).toEqual({ ok: false, problem: 'top-tab-into-nested' })
})

test('resizing stops at the free columns of the row and at the smallest height', () => {
  const two = value(moveBlock(withCharts([4, 4]), 'CHART-1', { parent: 'ROW-0', index: 1 }, 'n'))
  const wide = value(resizeBlock(two, 'CHART-0', { width: 40, height: 1 }))
  expect(wide['CHART-0']?.meta).toMatchObject({ width: 8, height: 5 })
})

test('the keyboard moves a chart within its row and between rows', () => {
  const two = value(moveBlock(withCharts([4, 4, 4]), 'CHART-1', { parent: 'ROW-0', index: 1 }, 'n'))
  expect(value(stepBlock(two, 'CHART-0', 'right', 'n'))['ROW-0']?.children).toEqual(['CHART-1', 'CHART-0'])
  expect(value(stepBlock(two, 'CHART-0', 'down', 'n'))['ROW-2']?.children).toEqual(['CHART-0', 'CHART-2'])
  expect(value(stepBlock(two, 'CHART-0', 'up', 'n'))[gridId]?.children).toEqual(['n', 'ROW-0', 'ROW-2'])
})

test('charts attached elsewhere are appended three to a row', () => {
  const layout = placeMissingCharts(
    withCharts([4]),
    [0, 10, 11, 12, 13].map((id) => ({ id, name: `c${String(id)}` })),
  )
  expect(layout[gridId]?.children).toEqual(['ROW-0', 'ROW-explore-10', 'ROW-explore-13'])
  expect(chartIdsIn(layout)).toEqual([0, 10, 11, 12, 13])
})

test('the title travels with the layout, so that it can be undone with it', () => {
  expect(titleOf(renameLayout(withCharts([]), 'Other'))).toBe('Other')
})

const step = fc.record({
  chart: fc.nat(7),
  what: fc.constantFrom('row', 'grid', 'resize', 'left', 'right', 'up', 'down'),
  target: fc.nat(20),
  index: fc.nat(5),
  size: fc.integer({ min: -3, max: 30 }),
})

test('any sequence of moves keeps every block exactly once and no row overflows', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 8, maxLength: 8 }), fc.array(step, { maxLength: 40 }), (widths, steps) => {
      let layout = withCharts(widths)
      for (const [number, { chart, what, target, index, size }] of steps.entries()) {
        const id = `CHART-${String(chart)}`
        const row = `NEW-${String(number)}`
        const rows = layout[gridId]?.children ?? []
        const edited =
          what === 'row'
            ? moveBlock(layout, id, { parent: rows[target % rows.length] ?? gridId, index }, row)
            : what === 'grid'
              ? moveBlock(layout, id, { parent: gridId, index: target }, row)
              : what === 'resize'
                ? resizeBlock(layout, id, { width: size, height: size })
                : stepBlock(layout, id, what as 'left', row)
        if (edited.ok) layout = edited.value
      }
      const seen = blocksUnder(layout, rootId).map((block) => block.id)
      expect(new Set(seen).size).toBe(seen.length)
      expect(chartIdsIn(layout).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
      expect(Object.keys(layout).length).toBe(seen.length + 1)
      for (const block of Object.values(layout)) {
        if (block.type === 'ROW') {
          expect(takenWidth(layout, block)).toBeLessThanOrEqual(12)
          expect(roomIn(layout, block)).toBeGreaterThanOrEqual(0)
          expect(block.children.length).toBeGreaterThan(0)
        }
        if (block.id !== rootId && block.id !== headerId) expect(parentOf(layout, block.id)).toBeDefined()
      }
      expect(readLayout(printLayout(layout), 'Board')).toEqual(layout)
    }),
    { numRuns: 200 },
  )
})

test('DSH-3.11 twelve columns, heights in units of eight pixels, fifty of them unless a block says otherwise', () => {
  const text: Block = { id: 'MARKDOWN-a', type: 'MARKDOWN', children: [], meta: {} }
  expect([gridColumns, heightUnit, layoutSizeLimit]).toEqual([12, 8, 65_535])
  expect([widthOf(text), heightOf(text)]).toEqual([4, 50])
  expect(chartBlock('CHART-a', 1, 'a').meta).toMatchObject({ width: 4, height: 50 })
  const added = addBlock(emptyLayout('t'), text, { parent: gridId, index: 0 }, 'ROW-a')
  const layout = added.ok ? added.value : {}
  expect([isWhite(layout['ROW-a']!), roomIn(layout, layout['ROW-a']!)]).toEqual([false, 8])
  const wide = resizeBlock(layout, 'MARKDOWN-a', { width: 99, height: 1 })
  expect(wide.ok && wide.value['MARKDOWN-a']!.meta).toMatchObject({ width: 12, height: 5 })
})

test('DSH-3.11 headings are small, medium or large, and blocks are white or let the page show through', () => {
  const heading = (meta: Block['meta']): Block => ({ id: 'HEADER-a', type: 'HEADER', children: [], meta })
  const sizes = ['SMALL_HEADER', 'MEDIUM_HEADER', 'LARGE_HEADER', 'HUGE_HEADER', undefined, 7]
  expect(sizes.map((headerSize) => headerSizeOf(heading({ headerSize })))).toEqual([
    'SMALL_HEADER',
    'MEDIUM_HEADER',
    'LARGE_HEADER',
    'MEDIUM_HEADER',
    'MEDIUM_HEADER',
    'MEDIUM_HEADER',
  ])
  const backgrounds = ['BACKGROUND_WHITE', 'BACKGROUND_TRANSPARENT', undefined, 'BACKGROUND_PINK']
  expect(backgrounds.map((background) => isWhite(heading({ background })))).toEqual([true, false, false, false])
})
