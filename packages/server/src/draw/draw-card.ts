import type { Palette, Picture, Size } from '@sightline/charts'
import { drawMini } from './draw-mini.ts'
import { drawPicture } from './draw-picture.ts'
import { rectTag, round, svgTag, textTag } from './svg.ts'
import { fitText } from './text-width.ts'

const padding = 16
const miniPadding = 7
const headHeight = 34

/** The room a picture has inside a card. */
export const roomOfCard = ({ width, height }: Size, hasTitle: boolean): Size => ({
  width: width - 2 * padding,
  height: height - padding - (hasTitle ? headHeight : padding),
})

/** A picture on its surface, with a title above it when it stands among others. */
export function drawCard(picture: Picture, size: Size, palette: Palette, title?: string, prefix?: string): string {
  const room = roomOfCard(size, title !== undefined)
  const inner = drawPicture(picture, room, palette, prefix).replace('<svg ', `<svg x="${padding}" y="${title === undefined ? padding : headHeight}" `)
  const head =
    title === undefined
      ? ''
      : textTag(fitText(title, 13, room.width), { x: padding, y: 23, size: 13, fill: palette.ink, family: palette.fontFamily, weight: 500 })
  return svgTag(size.width, size.height, `${head}${inner}`, palette.surface)
}

/** A picture without words, on a card for a very small page. */
export function drawMiniCard(picture: Picture, size: Size, palette: Palette, prefix: string): string {
  const inner = drawMini(picture, roomOfMiniCard(size), palette, prefix)
  return svgTag(size.width, size.height, inner.replace('<svg ', `<svg x="${miniPadding}" y="${miniPadding}" `))
}

export const roomOfMiniCard = ({ width, height }: Size): Size => ({
  width: Math.max(4, width - 2 * miniPadding),
  height: Math.max(4, height - 2 * miniPadding),
})

export interface Placed {
  readonly svg: string
  readonly x: number
  readonly y: number
  readonly size: Size
}

/** Cards on the ground of a page, as a dashboard shows them. */
export function drawPage(cards: readonly Placed[], size: Size, palette: Palette, radius = 6): string {
  const ground = palette.theme === 'dark' ? '#121211' : '#F7F7F5'
  const parts = cards.map(({ svg, x, y, size: { width, height } }) => {
    const frame = `<rect x="${round(x + 0.5)}" y="${round(y + 0.5)}" width="${round(width - 1)}" height="${round(height - 1)}" rx="${radius}" fill="none" stroke="${palette.theme === 'dark' ? '#2D2D2B' : '#E5E4DF'}"/>`
    return `${rectTag(x, y, width, height, palette.surface, radius)}${svg.replace('<svg ', `<svg x="${round(x)}" y="${round(y)}" `)}${frame}`
  })
  return svgTag(size.width, size.height, parts.join(''), ground)
}
