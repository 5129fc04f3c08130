import type { Palette, Picture, Size } from '@sightline/charts'
import { drawPicture } from './draw-picture.ts'
import { svgTag } from './svg.ts'

type Part = Readonly<Record<string, unknown>>

const hidden = { show: false }
const listOf = (value: unknown): readonly Part[] => (Array.isArray(value) ? (value as Part[]) : value ? [value as Part] : [])

const bareAxis = (axis: Part): Part => ({
  ...axis,
  name: '',
  axisLabel: hidden,
  axisLine: hidden,
  splitLine: hidden,
  minorTick: hidden,
  minorSplitLine: hidden,
})

function bareSeries(series: Part): Part {
  if (series['type'] !== 'pie') return { ...series, label: hidden }
  const [inner, outer] = series['radius'] as [number, number]
  const data = listOf(series['data']).map((slice) => ({ ...slice, label: hidden, labelLine: hidden }))
  return { ...series, data, label: hidden, center: ['50%', '50%'], radius: [inner > 0 ? `${Math.round((inner / outer) * 94)}%` : 0, '94%'] }
}

/** Shape and colour only: text in a card the size of a hand would be dust. */
function bare(picture: Extract<Picture, { readonly kind: 'echarts' }>): Picture {
  const option = picture.option as Part
  const { dataZoom: _zoom, graphic: _graphic, ...rest } = option
  const isCartesian = rest['xAxis'] !== undefined
  return {
    ...picture,
    option: {
      ...rest,
      legend: hidden,
      ...(isCartesian
        ? {
            grid: { left: 0, right: 0, top: 3, bottom: 0, outerBoundsMode: 'none' },
            xAxis: listOf(rest['xAxis']).map(bareAxis),
            yAxis: listOf(rest['yAxis']).map(bareAxis),
          }
        : {}),
      series: listOf(rest['series']).map(bareSeries),
    } as never,
  }
}

/** A picture for a very small place. */
export function drawMini(picture: Picture, size: Size, palette: Palette, prefix: string): string {
  switch (picture.kind) {
    case 'echarts':
      return drawPicture(bare(picture), size, palette, prefix)
    case 'number':
      return drawPicture({ ...picture, caption: '', valueShare: Math.min(0.8, 15 / size.height) }, size, palette)
    case 'empty':
      return svgTag(size.width, size.height, '')
    case 'table': {
      // Drawn large and shrunk: its texts become texture, its bars stay.
      const large = { width: size.width * 2.2, height: size.height * 2.2 }
      const drawn = drawPicture(picture, large, palette)
      return drawn.replace(
        /^<svg [^>]*>/,
        `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${large.width} ${large.height}">`,
      )
    }
  }
}
