import type { Palette, Picture, Size } from '@sightline/charts'
import { textTag } from './svg.ts'
import { fitText, textWidth } from './text-width.ts'

type Big = Extract<Picture, { readonly kind: 'number' }>
type Empty = Extract<Picture, { readonly kind: 'empty' }>

export function drawNumber(picture: Big, { width, height }: Size, palette: Palette): string {
  const wanted = Math.min(height * (picture.valueShare ?? (picture.size === 'large' ? 0.4 : 0.3)), 64)
  const natural = textWidth(picture.value, 1) * 1.06
  const size = Math.max(12, Math.min(wanted, width / Math.max(1, natural)))
  const captionSize = picture.caption
    ? Math.max(11, Math.min(size * 0.36, 18, height * (picture.captionShare ?? 0.15), width / Math.max(1, textWidth(picture.caption, 1))))
    : 0
  const whole = size * 0.8 + (captionSize ? captionSize + 12 : 0)
  const top = Math.max(0, (height - whole) / 2)
  const value = textTag(picture.value, {
    x: 0,
    y: top + size * 0.8,
    size,
    fill: picture.color ?? palette.ink,
    family: palette.fontFamily,
    weight: 600,
  })
  if (!captionSize) return value
  const caption = fitText(picture.caption, captionSize, width)
  return `${value}${textTag(caption, { x: 0, y: top + size * 0.8 + captionSize + 10, size: captionSize, fill: palette.inkMuted, family: palette.fontFamily })}`
}

export function drawEmpty(picture: Empty, { width, height }: Size, palette: Palette): string {
  const middle = { x: width / 2, family: palette.fontFamily, anchor: 'middle' as const }
  const title = textTag(fitText(picture.title, 14, width), { ...middle, y: height / 2 - 4, size: 14, fill: palette.ink, weight: 500 })
  return `${title}${textTag(fitText(picture.hint, 12, width), { ...middle, y: height / 2 + 16, size: 12, fill: palette.axis })}`
}
