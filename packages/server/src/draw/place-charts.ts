import type { Place } from './request.ts'

interface Block {
  readonly type?: string
  readonly children?: readonly string[]
  readonly meta?: {
    readonly chartId?: number
    readonly sliceName?: string
    readonly sliceNameOverride?: string
    readonly width?: number
    readonly height?: number
  }
}

export interface PlacedChart {
  readonly chartId: number
  readonly title: string | undefined
  readonly place: Place
}

const gutter = 24
const step = 8
const sliver = 120

/** Where the charts of a layout stand on a page of this width, top left first. Of tabs, the first is shown, as to a reader who opens the dashboard. */
export function placeCharts(layout: Readonly<Record<string, unknown>>, page: { readonly width: number; readonly height: number }, most: number): PlacedChart[] {
  const placed: PlacedChart[] = []
  const seen = new Set<string>()
  const blockOf = (id: string): Block => {
    const block = layout[id]
    return typeof block === 'object' && block !== null ? (block as Block) : {}
  }

  /** Returns the height of the block. A layout that contains itself is cut where it comes back. */
  const put = (id: string, x: number, y: number, width: number): number => {
    if (seen.has(id) || y > page.height || placed.length >= most) return 0
    seen.add(id)
    const { type, children = [], meta = {} } = blockOf(id)
    switch (type) {
      case 'ROW': {
        const column = (width + gutter) / 12
        let left = x
        let height = 0
        for (const child of children) {
          const room = Math.max(1, blockOf(child).meta?.width ?? 4) * column - gutter
          height = Math.max(height, put(child, left, y, room))
          left += room + gutter
        }
        return height
      }
      case 'CHART': {
        const height = Math.max(5, meta.height ?? 50) * step
        if (typeof meta.chartId === 'number') {
          placed.push({ chartId: meta.chartId, title: meta.sliceNameOverride || meta.sliceName, place: { x, y, size: { width, height } } })
        }
        return height
      }
      case 'MARKDOWN':
        return Math.max(5, meta.height ?? 50) * step
      case 'HEADER':
        return 40
      case 'DIVIDER':
        return 16
      case 'TABS':
        return children[0] === undefined ? 0 : put(children[0], x, y, width)
      default: {
        let top = y
        for (const child of children) {
          const height = put(child, x, top, width)
          if (height > 0) top += height + gutter
        }
        return Math.max(0, top - y - gutter)
      }
    }
  }
  put('ROOT_ID', gutter, gutter, page.width - 2 * gutter)
  // The last row ends with the page instead of being cut; what would be a sliver is left out.
  return placed.flatMap(({ place, ...chart }) => {
    const height = Math.min(place.size.height, page.height - gutter - place.y)
    return height < sliver && height < place.size.height ? [] : [{ ...chart, place: { ...place, size: { width: place.size.width, height } } }]
  })
}
