export type Side = 'top' | 'bottom' | 'left' | 'right'
export type Align = 'start' | 'center' | 'end'

export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface Placement {
  readonly left: number
  readonly top: number
  readonly side: Side
}

const opposite: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' }
const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, Math.max(low, high)))

const roomOn = (side: Side, anchor: Box, viewport: { readonly width: number; readonly height: number }): number => {
  if (side === 'top') return anchor.top
  if (side === 'bottom') return viewport.height - anchor.top - anchor.height
  return side === 'left' ? anchor.left : viewport.width - anchor.left - anchor.width
}

/**
 * Where a floating box goes so that it stands beside its anchor and never covers it: on the wished side, on the opposite one
 * when only that has room, shifted along the anchor to stay inside the window.
 */
export const placeBeside = (
  anchor: Box,
  size: { readonly width: number; readonly height: number },
  viewport: { readonly width: number; readonly height: number },
  wish: { readonly side: Side; readonly align: Align; readonly gap?: number },
): Placement => {
  const gap = wish.gap ?? 4
  const margin = 8
  const need = (wish.side === 'top' || wish.side === 'bottom' ? size.height : size.width) + gap + margin
  const isTight = roomOn(wish.side, anchor, viewport) < need
  const side = isTight && roomOn(opposite[wish.side], anchor, viewport) > roomOn(wish.side, anchor, viewport) ? opposite[wish.side] : wish.side
  const isVertical = side === 'top' || side === 'bottom'
  const along = (start: number, length: number, own: number): number =>
    wish.align === 'start' ? start : wish.align === 'end' ? start + length - own : start + (length - own) / 2
  const left = isVertical ? along(anchor.left, anchor.width, size.width) : side === 'left' ? anchor.left - size.width - gap : anchor.left + anchor.width + gap
  const top = isVertical ? (side === 'top' ? anchor.top - size.height - gap : anchor.top + anchor.height + gap) : along(anchor.top, anchor.height, size.height)
  return { left: clamp(left, margin, viewport.width - size.width - margin), top: clamp(top, margin, viewport.height - size.height - margin), side }
}
