import { addBlock, chartBlock, emptyLayout, gridId, type Edited, type Layout } from '@sightline/core'
import { expect, test } from 'vitest'
import { findDrop, type Box } from './drop-place.ts'
import type { Dashboard } from '../../board/queries.ts'
import { buildSave, fullness } from './save-dashboard.ts'

const must = (edited: Edited): Layout => {
  if (!edited.ok) throw new Error(edited.problem)
  return edited.value
}
const chart = (index: number): Parameters<typeof addBlock>[1] => chartBlock(`CHART-${String(index)}`, index, 'c', { width: 4 })
let layout = must(addBlock(emptyLayout(' Sales '), chart(0), { parent: gridId, index: 0 }, 'ROW-0'))
layout = must(addBlock(layout, chart(1), { parent: 'ROW-0', index: 1 }, 'x'))
layout = must(addBlock(layout, chart(2), { parent: gridId, index: 1 }, 'ROW-1'))

const boxes: Record<string, Box> = {
  [gridId]: { left: 0, top: 0, right: 1200, bottom: 900 },
  'ROW-0': { left: 0, top: 0, right: 1200, bottom: 400 },
  'ROW-1': { left: 0, top: 412, right: 1200, bottom: 812 },
  'CHART-0': { left: 0, top: 0, right: 392, bottom: 400 },
  'CHART-1': { left: 404, top: 0, right: 796, bottom: 400 },
  'CHART-2': { left: 0, top: 412, right: 392, bottom: 812 },
}
const drop = (x: number, y: number) => findDrop(layout, gridId, { x, y }, (id) => boxes[id], 12)

test('a dragged chart lands beside the chart under the pointer, on the side that is nearer', () => {
  expect(drop(100, 200)?.place).toEqual({ parent: 'ROW-0', index: 0 })
  expect(drop(300, 200)?.place).toEqual({ parent: 'ROW-0', index: 1 })
  expect(drop(1000, 200)).toEqual({ place: { parent: 'ROW-0', index: 2 }, line: { left: 802, top: 0, length: 400, isVertical: true } })
})

test('near the edge of a row it lands between the rows, below the last one at the end', () => {
  expect(drop(100, 395)?.place).toEqual({ parent: gridId, index: 1 })
  expect(drop(100, 416)?.place).toEqual({ parent: gridId, index: 1 })
  expect(drop(100, 880)).toEqual({ place: { parent: gridId, index: 2 }, line: { left: 0, top: 818, length: 1200, isVertical: false } })
})

const dashboard: Dashboard = {
  id: 7,
  slug: '',
  url: '',
  dashboard_title: 'Sales',
  published: true,
  css: null,
  json_metadata: '{"native_filter_configuration":[{"id":"a"}],"color_scheme":"harbour"}',
  position_json: null,
  certified_by: null,
  certification_details: 'left over',
  changed_on: '2024-01-01T00:00:00',
  owners: [{ id: 1, first_name: 'A', last_name: 'B' }],
  roles: [{ id: 3, name: 'Gamma' }],
}

test('DSH-7.04 a save sends the whole metadata with the layout inside, so nothing stored is lost', () => {
  const body = buildSave(dashboard, layout, false)
  const metadata = JSON.parse(body['json_metadata'] as string) as Record<string, unknown>
  expect(metadata).toMatchObject({
    native_filter_configuration: [{ id: 'a' }],
    color_scheme: 'harbour',
    cross_filters_enabled: true,
    positions: { DASHBOARD_VERSION_KEY: 'v2' },
  })
  expect(body['dashboard_title']).toBe('Sales')
})

test('DSH-5.02 DSH-5.03 DSH-5.04 DSH-5.05 DSH-5.06 empty title, slug and certification, roles and owners are sent as the rules say', () => {
  expect(buildSave(dashboard, emptyLayout('  '), false)).toMatchObject({
    dashboard_title: '[ untitled dashboard ]',
    slug: null,
    certification_details: '',
    owners: [1],
  })
  expect(buildSave(dashboard, layout, false)).not.toHaveProperty('roles')
  expect(buildSave(dashboard, layout, true)['roles']).toEqual([3])
})

test('a layout knows how full the stored document is', () => {
  expect(fullness(layout)).toBeGreaterThan(0)
  expect(fullness(layout)).toBeLessThan(0.1)
})
