import { chartIdOf, type Layout } from '@sightline/core'
import type { BoardChart } from './queries.ts'

/** What a block is called: as the dashboard names it, as its chart is named, or by its text. */
export function nameOfBlock(layout: Layout, charts: ReadonlyMap<number, BoardChart>, id: string): string {
  const block = layout[id]
  if (!block) return ''
  const override = block.meta['sliceNameOverride']
  if (typeof override === 'string' && override !== '') return override
  return charts.get(chartIdOf(block) ?? -1)?.name ?? String(block.meta['sliceName'] ?? block.meta['text'] ?? block.type.toLowerCase())
}
