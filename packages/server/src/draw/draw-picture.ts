import type { Palette, Picture, Size } from '@sightline/charts'
import { BarChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import { DataZoomComponent, GraphicComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, setPlatformAPI, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'
import { drawEmpty, drawNumber } from './draw-number.ts'
import { drawTable } from './draw-table.ts'
import { dropUnprintable, svgTag } from './svg.ts'
import { textWidth } from './text-width.ts'

use([
  BarChart,
  DataZoomComponent,
  GraphicComponent,
  GridComponent,
  LabelLayout,
  LegendComponent,
  LineChart,
  PieChart,
  ScatterChart,
  SVGRenderer,
  TooltipComponent,
])

// Without a canvas, ECharts would guess the widths of texts; ours are those of the font we draw with.
setPlatformAPI({
  measureText: (text, font) => ({ width: textWidth(text, Number(/(\d+(?:\.\d+)?)px/.exec(font ?? '')?.[1] ?? 12)) }),
})

/**
 * ECharts counts the names it gives to clip paths per process, and adds hover styles that a still picture has no use for.
 * Without both, the same picture is the same text.
 */
const steady = (svg: string, prefix: string): string => {
  const names = new Map<string, string>()
  return dropUnprintable(svg)
    .replace(/<style[\s\S]*?<\/style>\s*/g, '')
    .replace(/ class="[^"]*"/g, '')
    .replace(/(id="|url\(#)(zr\d+-[\w-]+)/g, (_all, start: string, name: string) => {
      if (!names.has(name)) names.set(name, `${prefix}${names.size}`)
      return `${start}${names.get(name)}`
    })
}

function drawEcharts(picture: Extract<Picture, { readonly kind: 'echarts' }>, { width, height }: Size, prefix: string): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height })
  try {
    chart.setOption({ ...picture.option, animation: false, tooltip: { show: false } })
    return steady(chart.renderToSVGString(), prefix)
  } finally {
    chart.dispose()
  }
}

/** The SVG of a picture: the same description the browser draws, drawn without one. `prefix` keeps the names of several pictures in one SVG apart. */
export function drawPicture(picture: Picture, size: Size, palette: Palette, prefix = 'n'): string {
  switch (picture.kind) {
    case 'echarts':
      return drawEcharts(picture, size, prefix)
    case 'table':
      return svgTag(size.width, size.height, drawTable(picture, size, palette))
    case 'number':
      return svgTag(size.width, size.height, drawNumber(picture, size, palette))
    case 'empty':
      return svgTag(size.width, size.height, drawEmpty(picture, size, palette))
  }
}
