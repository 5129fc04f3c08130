/** Tools that leave the bar for the menu when it is narrow, the first to leave first. */
export const foldable = ['draft', 'format', 'estimate', 'parameters', 'share', 'save', 'limit'] as const
export type Foldable = (typeof foldable)[number]

/** Room each takes with its words and the gap before it, rounded up. */
const widths: Readonly<Record<Foldable, number>> = { draft: 190, format: 92, estimate: 106, parameters: 140, share: 92, save: 116, limit: 136 }
/** Run with its key or Stop with the time, the way to the menu, and the padding: always there. */
const fixed = 232

/** Which of the tools that there are stand in the menu at this width. */
export function foldedAt(width: number, there: readonly Foldable[]): ReadonlySet<Foldable> {
  const folded = new Set<Foldable>()
  let needed = fixed + there.reduce((sum, tool) => sum + widths[tool], 0)
  for (const tool of foldable) {
    if (needed <= width) break
    if (!there.includes(tool)) continue
    folded.add(tool)
    needed -= widths[tool]
  }
  return folded
}
