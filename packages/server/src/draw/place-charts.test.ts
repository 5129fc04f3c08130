import { expect, test } from 'vitest'
import { placeCharts } from './place-charts.ts'

const page = { width: 1200, height: 900 }
const chart = (id: number, width: number, height: number) => ({ type: 'CHART', children: [], meta: { chartId: id, sliceName: `c${id}`, width, height } })
const layout = {
  ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', children: ['ROW-1', 'TABS-1', 'ROW-2'] },
  'ROW-1': { type: 'ROW', children: ['a', 'COL'] },
  COL: { type: 'COLUMN', meta: { width: 4 }, children: ['b', 'c'] },
  'TABS-1': { type: 'TABS', children: ['TAB-1', 'TAB-2'] },
  'TAB-1': { type: 'TAB', children: ['ROW-3'] },
  'TAB-2': { type: 'TAB', children: ['ROW-4'] },
  'ROW-3': { type: 'ROW', children: ['d'] },
  'ROW-4': { type: 'ROW', children: ['e'] },
  'ROW-2': { type: 'ROW', children: ['f'] },
  a: chart(1, 8, 40),
  b: chart(2, 4, 18),
  c: chart(3, 4, 18),
  d: chart(4, 12, 20),
  e: chart(5, 12, 20),
  f: chart(6, 6, 60),
}

test('rows, columns and the first tab are laid out as on the dashboard', () => {
  const placed = placeCharts(layout, page, 12)
  expect(placed.map(({ chartId }) => chartId)).toEqual([1, 2, 3, 4, 6])
  const [first, second, third, fourth, last] = placed.map(({ place }) => place)
  expect(first?.y).toBe(second?.y)
  expect(third?.y).toBeGreaterThan(second?.y ?? 0)
  expect(second?.x).toBeGreaterThan((first?.x ?? 0) + (first?.size.width ?? 0))
  expect(fourth?.size.width).toBe(page.width - 48)
  for (const { place } of placed) expect(place.x + place.size.width).toBeLessThanOrEqual(page.width)
  expect((last?.y ?? 0) + (last?.size.height ?? 0)).toBeLessThan(page.height)
})

test('a layout that contains itself, is empty or is damaged ends in a picture all the same', () => {
  expect(placeCharts({ ROOT_ID: { type: 'ROOT', children: ['ROOT_ID', 'x'] }, x: null }, page, 12)).toEqual([])
  expect(placeCharts({}, page, 12)).toEqual([])
  expect(placeCharts(layout, page, 2)).toHaveLength(2)
})
