import type { Layout, Place } from '@sightline/core'

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Where a dragged block would land, and the line that shows it. */
export interface Drop {
  readonly place: Place
  readonly line: { readonly left: number; readonly top: number; readonly length: number; readonly isVertical: boolean }
}

/** This close to the edge of a row means: between the rows. */
const nearEdge = 14

/**
 * The place under the pointer. `boxOf` gives the rectangle of a block on the screen; containers are the grid and the open tabs. Rows are
 * looked into; everything else is passed above or below.
 */
export function findDrop(
  layout: Layout,
  container: string,
  pointer: { readonly x: number; readonly y: number },
  boxOf: (id: string) => Box | undefined,
  gap: number,
): Drop | undefined {
  const children = layout[container]?.children ?? []
  const frame = boxOf(container)
  if (!frame) return undefined
  const between = (index: number, y: number): Drop => ({
    place: { parent: container, index },
    line: { left: frame.left, top: y, length: frame.right - frame.left, isVertical: false },
  })
  for (const [index, id] of children.entries()) {
    const box = boxOf(id)
    const block = layout[id]
    if (!box || !block) continue
    if (pointer.y < box.top + nearEdge) return between(index, box.top - gap / 2)
    if (pointer.y > box.bottom) continue
    if (pointer.y > box.bottom - nearEdge) return between(index + 1, box.bottom + gap / 2)
    if (block.type === 'ROW') return inRow(layout, id, box, pointer.x, boxOf, gap)
    return pointer.y < (box.top + box.bottom) / 2 ? between(index, box.top - gap / 2) : between(index + 1, box.bottom + gap / 2)
  }
  const last = children.at(-1)
  const end = last === undefined ? undefined : boxOf(last)
  return between(children.length, end ? end.bottom + gap / 2 : frame.top + 2)
}

function inRow(layout: Layout, row: string, frame: Box, x: number, boxOf: (id: string) => Box | undefined, gap: number): Drop {
  const children = layout[row]?.children ?? []
  const line = (at: number): Drop['line'] => ({ left: at, top: frame.top, length: frame.bottom - frame.top, isVertical: true })
  for (const [index, id] of children.entries()) {
    const box = boxOf(id)
    if (box && x < (box.left + box.right) / 2) return { place: { parent: row, index }, line: line(box.left - gap / 2) }
  }
  const last = children.at(-1)
  const end = last === undefined ? undefined : boxOf(last)
  return { place: { parent: row, index: children.length }, line: line((end?.right ?? frame.left) + gap / 2) }
}
