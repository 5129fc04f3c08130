import { type Palette, type Picture, type Size, chartOf, darkPalette, lightPalette } from '@sightline/charts'
import { drawCard, drawMiniCard, drawPage, roomOfCard, roomOfMiniCard } from './draw-card.ts'
import type { ChartDrawing, DrawRequest } from './request.ts'

const refused = (hint: string): Picture => ({ kind: 'empty', title: 'Nothing to show', hint, summary: hint })

/** The picture of a chart as the browser would make it; a chart that cannot be drawn says so instead of failing the whole page. */
function pictureOf(drawing: ChartDrawing, size: Size, palette: Palette): Picture {
  if (drawing.refusal !== undefined) return refused(drawing.refusal)
  const chart = chartOf(drawing.vizType)
  if (!chart) return refused('This visualization type is not supported.')
  const form: { success: boolean; data?: unknown } = chart.form.safeParse(drawing.form)
  if (!form.success) return refused('The chart has settings that cannot be read.')
  const { dataset, timeZone, labelColors } = drawing
  return chart.picture(form.data, drawing.frames, { size, palette, dataset, timeZone, ...(labelColors ? { labelColors } : {}) })
}

export function drawRequest(request: DrawRequest): string {
  const palette = request.theme === 'dark' ? darkPalette : lightPalette
  if (request.kind === 'chart') {
    const [drawing] = request.charts
    const room = roomOfCard(request.size, drawing?.title !== undefined)
    const picture = drawing ? pictureOf(drawing, room, palette) : refused('There is no chart.')
    return drawCard(picture, request.size, palette, drawing?.title)
  }
  const cards = request.charts.flatMap(({ place, ...drawing }, index) =>
    place ? [{ svg: drawOne(request, drawing, place.size, palette, `c${index}-`), ...place }] : [],
  )
  return drawPage(cards, request.size, palette, request.kind === 'mini-page' ? 3 : 6)
}

/** One failed chart of a page is drawn as one failed chart. */
function drawOne({ kind }: DrawRequest, drawing: ChartDrawing, size: Size, palette: Palette, prefix: string): string {
  const draw = (picture: Picture): string =>
    kind === 'mini-page' ? drawMiniCard(picture, size, palette, prefix) : drawCard(picture, size, palette, drawing.title ?? '', prefix)
  try {
    return draw(pictureOf(drawing, kind === 'mini-page' ? roomOfMiniCard(size) : roomOfCard(size, true), palette))
  } catch {
    return draw(refused('This chart could not be drawn.'))
  }
}
