import { chartIdOf, gridColumns, gridId, hasWidth, rootId, widthOf, type Block, type Layout } from './block.ts'

export const parentOf = (layout: Layout, id: string): Block | undefined => Object.values(layout).find(({ children }) => children.includes(id))

/** Ids from the root down to the direct parent. */
export function ancestorsOf(layout: Layout, id: string): string[] {
  const path: string[] = []
  for (let parent = parentOf(layout, id); parent; parent = parentOf(layout, parent.id)) path.unshift(parent.id)
  return path
}

/** The block and everything below it, parents first. */
export function blocksUnder(layout: Layout, id: string): Block[] {
  const block = layout[id]
  if (!block) return []
  return [block, ...block.children.flatMap((child) => blocksUnder(layout, child))]
}

/** Charts in reading order. */
export const chartIdsIn = (layout: Layout): number[] =>
  blocksUnder(layout, rootId).flatMap((block) => {
    const id = chartIdOf(block)
    return id === undefined ? [] : [id]
  })

/** Where things are put that nobody aimed: the grid, or the first tab of a dashboard that is made of tabs. */
export function mainContainer(layout: Layout): string {
  const [first] = layout[rootId]?.children ?? []
  const top = first === undefined ? undefined : layout[first]
  return top?.type === 'TABS' ? (top.children[0] ?? gridId) : gridId
}

/** Columns that the children of a row take. */
export const takenWidth = (layout: Layout, row: Block): number =>
  row.children.reduce((sum, id) => {
    const child = layout[id]
    return sum + (child && hasWidth(child.type) ? widthOf(child) : 0)
  }, 0)

/** How many columns a row may use: those of the column it stands in, or all twelve. */
export function rowWidth(layout: Layout, rowId: string): number {
  for (let parent = parentOf(layout, rowId); parent; parent = parentOf(layout, parent.id)) if (parent.type === 'COLUMN') return widthOf(parent)
  return gridColumns
}

/** Free columns in a row. */
export const roomIn = (layout: Layout, row: Block): number => rowWidth(layout, row.id) - takenWidth(layout, row)

/** The narrowest this block can become. */
export function minimumWidth(layout: Layout, block: Block): number {
  if (block.type === 'ROW') return Math.max(1, takenWidth(layout, block))
  if (block.type !== 'COLUMN') return 1
  const rows = block.children.map((id) => layout[id]).filter((child): child is Block => child?.type === 'ROW')
  return Math.max(1, ...rows.map((row) => takenWidth(layout, row)))
}

/** The widest it can become where it stands. */
export function maximumWidth(layout: Layout, block: Block): number {
  const parent = parentOf(layout, block.id)
  if (parent?.type === 'ROW') return widthOf(block) + Math.max(0, roomIn(layout, parent))
  if (parent?.type === 'COLUMN') return widthOf(parent)
  return gridColumns
}
