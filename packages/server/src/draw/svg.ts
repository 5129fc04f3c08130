const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Characters XML does not allow (and lone halves of pairs): one of them would spoil the whole picture. */
// oxlint-disable-next-line no-control-regex -- these are what is meant
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\ud800-\udfff]/gu

export const dropUnprintable = (text: string): string => text.replace(unprintable, '')

/** Text from data, safe inside an SVG. */
const escapeXml = (text: string): string => dropUnprintable(text).replace(/[&<>"']/g, (mark) => marks[mark] ?? mark)

export interface TextLook {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly fill: string
  readonly family: string
  readonly weight?: 400 | 500 | 600
  readonly anchor?: 'start' | 'middle' | 'end'
}

export const textTag = (text: string, { x, y, size, fill, family, weight = 400, anchor = 'start' }: TextLook): string =>
  `<text x="${round(x)}" y="${round(y)}" font-size="${round(size)}" font-weight="${weight}" font-family="${escapeXml(family)}" fill="${fill}" text-anchor="${anchor}">${escapeXml(text)}</text>`

export const rectTag = (x: number, y: number, width: number, height: number, fill: string, radius = 0): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(Math.max(0, width))}" height="${round(Math.max(0, height))}" fill="${fill}"${radius ? ` rx="${radius}"` : ''}/>`

export const round = (value: number): number => Math.round(value * 100) / 100

export const svgTag = (width: number, height: number, content: string, background?: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${round(width)}" height="${round(height)}" viewBox="0 0 ${round(width)} ${round(height)}">${background ? rectTag(0, 0, width, height, background) : ''}${content}</svg>`
