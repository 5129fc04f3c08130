import { rootId, type Block, type BlockType, type Layout } from './block.ts'
import { parentOf } from './walk.ts'

/** Parent → child → the deepest parent that may still hold such a child. */
const deepest: Partial<Record<BlockType, Partial<Record<BlockType, number>>>> = {
  ROOT: { TABS: 0, GRID: 0 },
  GRID: { CHART: 1, MARKDOWN: 1, DYNAMIC: 1, HEADER: 1, DIVIDER: 1, ROW: 1, COLUMN: 1, TABS: 1 },
  ROW: { CHART: 4, MARKDOWN: 4, DYNAMIC: 4, COLUMN: 4 },
  TABS: { TAB: 3 },
  TAB: { CHART: 5, MARKDOWN: 5, DYNAMIC: 5, HEADER: 5, DIVIDER: 5, ROW: 3, COLUMN: 3, TABS: 3 },
  COLUMN: { CHART: 5, MARKDOWN: 5, HEADER: 5, DIVIDER: 3, ROW: 3, TABS: 3 },
}

/** Tabs cost no depth; a tab at the top counts like the grid. */
export function depthOf(layout: Layout, id: string): number {
  if (id === rootId) return 0
  const block = layout[id]
  const parent = parentOf(layout, id)
  if (!block || !parent) return 1
  const above = depthOf(layout, parent.id)
  if (block.type === 'TAB') return Math.max(1, above)
  return block.type === 'TABS' ? above : above + 1
}

const mayStandIn = (parent: BlockType, child: BlockType, parentDepth: number): boolean => {
  const limit = deepest[parent]?.[child]
  return limit !== undefined && parentDepth <= limit
}

const isWrapped = (parent: BlockType, child: BlockType): boolean =>
  (parent === 'GRID' || parent === 'TAB') && (child === 'CHART' || child === 'COLUMN' || child === 'MARKDOWN')

/** A chart, column or text on the grid or in a tab stands in a row of its own. */
export const needsRow = (parent: Block, child: Block): boolean => isWrapped(parent.type, child.type)

/** Whether the block, with all that is in it, may become a child of this parent. */
export function mayHold(layout: Layout, parent: Block, child: Block): boolean {
  const fits = (holder: BlockType, depth: number, block: Block): boolean => {
    if (!mayStandIn(holder, block.type, depth)) return false
    const inRow = isWrapped(holder, block.type) ? 1 : 0
    const own = block.type === 'TABS' ? depth : block.type === 'TAB' ? Math.max(1, depth) : depth + inRow + 1
    return block.children.every((id) => {
      const below = layout[id]
      return below === undefined || fits(block.type, own, below)
    })
  }
  return fits(parent.type, depthOf(layout, parent.id), child)
}
