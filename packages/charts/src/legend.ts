import type { Palette } from './palette.ts'

interface LegendForm {
  readonly show_legend: boolean
  readonly legendType: 'scroll' | 'plain'
  readonly legendOrientation: 'top' | 'bottom' | 'left' | 'right'
  readonly legendMargin?: unknown
}

export interface Room {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

/** The legend and the room it takes; top left by default, in line with the card's title. */
export function legendOf(form: LegendForm, names: readonly string[], palette: Palette, mark: 'line' | 'block') {
  const isShown = form.show_legend && names.length > 0
  const margin = form.legendMargin === null || form.legendMargin === undefined || form.legendMargin === '' ? undefined : Number(form.legendMargin)
  const side = form.legendOrientation
  const isUpright = side === 'left' || side === 'right'
  const size = isShown ? (margin && margin > 0 ? margin : isUpright ? 150 : 30) : 0
  const room: Room = { top: 8, right: 4, bottom: 6, left: 0, ...(isShown ? { [side]: size } : {}) }
  const legend = {
    show: isShown,
    type: form.legendType,
    data: [...names],
    orient: isUpright ? ('vertical' as const) : ('horizontal' as const),
    ...(side === 'bottom' ? { bottom: 0, left: 0 } : side === 'right' ? { right: 0, top: 2 } : { left: 0, top: 2 }),
    padding: 0,
    itemGap: 14,
    itemWidth: mark === 'line' ? 14 : 9,
    itemHeight: mark === 'line' ? 2 : 9,
    icon: mark === 'line' ? 'rect' : 'roundRect',
    itemStyle: { borderWidth: 0 },
    textStyle: { color: palette.inkMuted, fontSize: 11, fontFamily: palette.fontFamily, padding: [0, 0, 0, 2] },
    pageIconColor: palette.axis,
    pageIconInactiveColor: palette.grid,
    pageIconSize: 10,
    pageTextStyle: { color: palette.axis, fontSize: 11 },
    inactiveColor: palette.compare,
    ...(isShown && !isUpright ? {} : { selector: false }),
  }
  return { legend, room }
}
