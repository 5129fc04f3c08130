import { rootId, type Block, type Layout } from '@sightline/core'

/** Which tab of which tabs somebody chose. */
export type Chosen = Readonly<Record<string, string>>

const tabsIn = (layout: Layout, block: Block): readonly Block[] => block.children.flatMap((id) => layout[id] ?? [])

/** The tab of these tabs that is shown: the chosen one while it is there, otherwise the first. */
export const activeTabOf = (layout: Layout, block: Block, chosen: Chosen): Block | undefined => {
  const tabs = tabsIn(layout, block)
  return tabs.find(({ id }) => id === chosen[block.id]) ?? tabs[0]
}

/** The shown tab of all tabs on screen, from the outside in. */
export function activeTabsIn(layout: Layout, chosen: Chosen, from: string = rootId): readonly string[] {
  const block = layout[from]
  if (!block) return []
  if (block.type !== 'TABS') return block.children.flatMap((child) => activeTabsIn(layout, chosen, child))
  const active = activeTabOf(layout, block, chosen)
  return active ? [active.id, ...activeTabsIn(layout, chosen, active.id)] : []
}

/** The tabs to begin with, so that a block can be seen; where that says nothing, those that were open when a link was made. */
export function chooseTabs(layout: Layout, anchor: string | undefined, activeTabs: readonly string[]): Chosen {
  const parentOf = new Map(Object.values(layout).flatMap(({ id, children }) => children.map((child): [string, string] => [child, id])))
  const chosen: Record<string, string> = {}
  const open = (tab: string): void => {
    const parent = parentOf.get(tab)
    if (parent !== undefined && layout[parent]?.type === 'TABS') chosen[parent] = tab
  }
  activeTabs.forEach(open)
  const seen = new Set<string>()
  for (let id = anchor; id !== undefined && !seen.has(id); id = parentOf.get(id)) {
    seen.add(id)
    open(id)
  }
  return chosen
}
