import type { Offer } from './offer.ts'

/** Strokes on a field of 24 by 24. */
const strokes = {
  number: 'M5 9h15M4 15h15M10 4 8 20M16 4l-2 16',
  time: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 8v4.5l3 1.8',
  text: 'M5 8V5h14v3M12 5v14M9 19h6',
  flag: 'M8 7h8a5 5 0 0 1 0 10H8A5 5 0 0 1 8 7zM8 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  json: 'M9 4H8a2 2 0 0 0-2 2v4l-2 2 2 2v4a2 2 0 0 0 2 2h1M15 4h1a2 2 0 0 1 2 2v4l2 2-2 2v4a2 2 0 0 1-2 2h-1',
  table: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 10v9',
  schema: 'M4 19V6h6l2 2.5h8V19z',
  call: 'M17 5c-3-1-4 1-4.500 4L11 16c-.6 3-2 4-4.500 3M8 10h8',
  word: 'M8 8l-4 4 4 4M16 8l4 4-4 4',
  query: 'M7 4h10v16l-5-3.500L7 20z',
} as const

const kindOfType = (type: string): keyof typeof strokes =>
  /json|struct|map|array|variant|\[\]/i.test(type)
    ? 'json'
    : /bool/i.test(type)
      ? 'flag'
      : /date|time|interval/i.test(type)
        ? 'time'
        : /int|num|dec|float|double|real|serial|money/i.test(type)
          ? 'number'
          : 'text'

const strokeOf = ({ kind, type }: Offer): string => {
  if (kind === 'column') return type === undefined ? strokes.text : strokes[kindOfType(type)]
  if (kind === 'table') return strokes.table
  if (kind === 'schema') return strokes.schema
  if (kind === 'function') return strokes.call
  if (kind === 'query') return strokes.query
  return kind === 'parameter' ? strokes.json : strokes.word
}

/** The small sign before an offer. */
export function glyphOf(offer: Offer): HTMLElement {
  const holder = document.createElement('span')
  holder.className = 'cm-offer-glyph'
  holder.setAttribute('aria-hidden', 'true')
  const space = 'http://www.w3.org/2000/svg'
  const picture = document.createElementNS(space, 'svg')
  for (const [name, value] of Object.entries({ width: '14', height: '14', viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', 'stroke-width': '2' }))
    picture.setAttribute(name, value)
  const path = document.createElementNS(space, 'path')
  path.setAttribute('d', strokeOf(offer))
  path.setAttribute('stroke-linejoin', 'round')
  path.setAttribute('stroke-linecap', 'round')
  picture.append(path)
  holder.append(picture)
  return holder
}
