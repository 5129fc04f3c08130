import { fail, ok, type Result } from '../result.ts'
import { defaultHeight, defaultWidth, gridId, hasHeight, hasWidth, headerId, minimumHeight, rootId, widthOf, type Block, type Layout } from './block.ts'
import { mayHold, needsRow } from './nesting.ts'
import { blocksUnder, chartIdsIn, mainContainer, maximumWidth, minimumWidth, parentOf, roomIn } from './walk.ts'

/** Why an edit is refused. The browser has words for each. */
export type LayoutProblem = 'unknown-block' | 'not-allowed' | 'no-room' | 'top-tab-into-nested'
export type Edited = Result<Layout, LayoutProblem>

/** Before the child that now stands at `index`; at the end when there is none. */
export interface Place {
  readonly parent: string
  readonly index: number
}

const put = (layout: Layout, ...blocks: readonly Block[]): Layout => ({ ...layout, ...Object.fromEntries(blocks.map((block) => [block.id, block])) })

const without = (layout: Layout, ids: ReadonlySet<string>): Layout => Object.fromEntries(Object.entries(layout).filter(([id]) => !ids.has(id)))

const isFixed = (id: string): boolean => id === rootId || id === gridId || id === headerId

const insertAt = (children: readonly string[], index: number, id: string): string[] => {
  const at = Math.max(0, Math.min(index, children.length))
  return [...children.slice(0, at), id, ...children.slice(at)]
}

const emptyRow = (id: string): Block => ({ id, type: 'ROW', children: [], meta: { background: 'BACKGROUND_TRANSPARENT' } })

/** The width a block gets in its new home, or a refusal when even its smallest does not fit. */
function fitInto(layout: Layout, parent: Block, block: Block): Result<Block, LayoutProblem> {
  if (!hasWidth(block.type) || parent.type !== 'ROW') return ok(block)
  const room = roomIn(layout, parent)
  if (room >= widthOf(block)) return ok(block)
  if (room < minimumWidth(layout, block)) return fail('no-room')
  return ok({ ...block, meta: { ...block.meta, width: room } })
}

/** Puts a block that is not in the tree into it, in a row of its own where the parent asks for one. */
function insert(layout: Layout, block: Block, place: Place, rowId: string): Edited {
  const parent = layout[place.parent]
  if (!parent) return fail('unknown-block')
  if (!mayHold(layout, parent, block)) return fail('not-allowed')
  if (needsRow(parent, block)) {
    const row = { ...emptyRow(rowId), children: [block.id] }
    return ok(put(layout, block, row, { ...parent, children: insertAt(parent.children, place.index, rowId) }))
  }
  const fitted = fitInto(layout, parent, block)
  if (!fitted.ok) return fitted
  return ok(put(layout, fitted.value, { ...parent, children: insertAt(parent.children, place.index, block.id) }))
}

/** Rows and tab groups do not stay behind empty. */
function dropIfEmpty(layout: Layout, id: string | undefined): Layout {
  const block = id === undefined ? undefined : layout[id]
  if (!block || block.children.length > 0 || (block.type !== 'ROW' && block.type !== 'TABS')) return layout
  const removed = removeBlock(layout, block.id)
  return removed.ok ? removed.value : layout
}

/** A new block. `rowId` is the id of the row that is made when one is needed. */
export function addBlock(layout: Layout, block: Block, place: Place, rowId: string): Edited {
  if (block.id in layout || rowId in layout) return fail('not-allowed')
  return insert(layout, block, place, rowId)
}

export function moveBlock(layout: Layout, id: string, place: Place, rowId: string): Edited {
  const block = layout[id]
  const from = parentOf(layout, id)
  const to = layout[place.parent]
  if (!block || !from || !to || isFixed(id)) return fail('unknown-block')
  if (blocksUnder(layout, id).some((inner) => inner.id === to.id)) return fail('not-allowed')
  if (block.type === 'TAB' && parentOf(layout, from.id)?.id === rootId && to.id !== from.id) return fail('top-tab-into-nested')
  const at = from.children.indexOf(id)
  if (from.id === to.id) {
    const rest = from.children.filter((child) => child !== id)
    return ok(put(layout, { ...from, children: insertAt(rest, place.index > at ? place.index - 1 : place.index, id) }))
  }
  const lifted = put(layout, { ...from, children: from.children.filter((child) => child !== id) })
  const moved = insert(lifted, block, place, rowId)
  return moved.ok ? ok(dropIfEmpty(moved.value, from.id)) : moved
}

/** With all that is in it. A top-level group of tabs gives its content back to the grid. */
export function removeBlock(layout: Layout, id: string): Edited {
  const block = layout[id]
  const parent = parentOf(layout, id)
  const grid = layout[gridId]
  if (!block || !parent || isFixed(id)) return fail('unknown-block')
  if (parent.id === rootId && grid) {
    const content = block.children.flatMap((tab) => layout[tab]?.children ?? [])
    const rest = without(layout, new Set([id, ...block.children]))
    return ok(put(rest, { ...parent, children: [gridId] }, { ...grid, children: [...grid.children, ...content] }))
  }
  const gone = new Set(blocksUnder(layout, id).map((inner) => inner.id))
  const rest = put(without(layout, gone), { ...parent, children: parent.children.filter((child) => child !== id) })
  return ok(dropIfEmpty(rest, parent.id))
}

/** Widths stay between what the content needs and what the row has left; heights never fall below the smallest. */
export function resizeBlock(layout: Layout, id: string, size: { readonly width?: number; readonly height?: number }): Edited {
  const block = layout[id]
  if (!block) return fail('unknown-block')
  const meta: Record<string, unknown> = { ...block.meta }
  if (size.width !== undefined && hasWidth(block.type)) {
    const least = minimumWidth(layout, block)
    meta['width'] = Math.max(least, Math.min(Math.round(size.width), Math.max(least, maximumWidth(layout, block))))
  }
  if (size.height !== undefined && hasHeight(block.type)) meta['height'] = Math.max(minimumHeight, Math.round(size.height))
  return ok(put(layout, { ...block, meta }))
}

export const chartBlock = (id: string, chartId: number, sliceName: string, size: { width?: number; height?: number } = {}): Block => ({
  id,
  type: 'CHART',
  children: [],
  meta: { chartId, sliceName, width: size.width ?? defaultWidth, height: size.height ?? defaultHeight },
})

/** Charts of the dashboard that its layout does not show yet: appended three to a row, under ids that say where they come from. */
export function placeMissingCharts(layout: Layout, charts: readonly { readonly id: number; readonly name: string }[]): Layout {
  const shown = new Set(chartIdsIn(layout))
  const missing = charts.filter(({ id }) => !shown.has(id))
  let result = layout
  for (let start = 0; start < missing.length; start += 3) {
    const group = missing.slice(start, start + 3)
    const container = result[mainContainer(result)]
    const [first] = group
    if (!container || !first) break
    const row = { ...emptyRow(`ROW-explore-${String(first.id)}`), children: group.map(({ id }) => `CHART-explore-${String(id)}-1`) }
    const blocks = group.map(({ id, name }) => chartBlock(`CHART-explore-${String(id)}-1`, id, name))
    result = put(result, ...blocks, row, { ...container, children: [...container.children, row.id] })
  }
  return result
}

/** One step of the keyboard: sideways within the row, up and down to the neighbouring row or, where that is full, to a row of its own. */
export function stepBlock(layout: Layout, id: string, direction: 'left' | 'right' | 'up' | 'down', rowId: string): Edited {
  const block = layout[id]
  const parent = parentOf(layout, id)
  if (!block || !parent) return fail('unknown-block')
  const at = parent.children.indexOf(id)
  const forward = direction === 'right' || direction === 'down'
  const sideways = direction === 'left' || direction === 'right'
  const inRow = parent.type === 'ROW'
  if (sideways === inRow) {
    const target = forward ? at + 2 : at - 1
    if (target < 0 || target > parent.children.length) return fail('not-allowed')
    return moveBlock(layout, id, { parent: parent.id, index: target }, rowId)
  }
  if (sideways) return fail('not-allowed')
  const container = parentOf(layout, parent.id)
  if (!container) return fail('not-allowed')
  const rowAt = container.children.indexOf(parent.id)
  const neighbourId = container.children[forward ? rowAt + 1 : rowAt - 1]
  const neighbour = neighbourId === undefined ? undefined : layout[neighbourId]
  if (neighbour?.type === 'ROW') {
    const moved = moveBlock(layout, id, { parent: neighbour.id, index: Math.min(at, neighbour.children.length) }, rowId)
    if (moved.ok) return moved
  } else if (!neighbour && parent.children.length === 1) return fail('not-allowed')
  return moveBlock(layout, id, { parent: container.id, index: forward ? rowAt + 1 : rowAt }, rowId)
}
