import type { Palette, Picture, Size } from '@sightline/charts'
import { BarChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import { AriaComponent, DataZoomComponent, GraphicComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, setPlatformAPI, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'
import { drawEmpty, drawNumber } from './draw-number.ts'
import { drawTable } from './draw-table.ts'
import { svgTag } from './svg.ts'
import { textWidth } from './text-width.ts'

use([
  AriaComponent,
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

/** Numbers ECharts draws into names are counted per process; without the counts the same picture is the same text. */
const steady = (svg: string): string => {
  const names = new Map<string, string>()
  return svg.replace(/zr\d+-[a-z]+-?\d*/g, (name) => {
    if (!names.has(name)) names.set(name, `n${names.size}`)
    return names.get(name) ?? name
  })
}

function drawEcharts(picture: Extract<Picture, { readonly kind: 'echarts' }>, { width, height }: Size): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height })
  try {
    chart.setOption({ ...picture.option, animation: false, tooltip: { show: false } })
    return steady(chart.renderToSVGString())
  } finally {
    chart.dispose()
  }
}

/** What is inside the `<svg>` of a picture: the same description the browser draws, drawn without one. */
export function drawPicture(picture: Picture, size: Size, palette: Palette): string {
  switch (picture.kind) {
    case 'echarts':
      return drawEcharts(picture, size)
    case 'table':
      return svgTag(size.width, size.height, drawTable(picture, size, palette))
    case 'number':
      return svgTag(size.width, size.height, drawNumber(picture, size, palette))
    case 'empty':
      return svgTag(size.width, size.height, drawEmpty(picture, size, palette))
  }
}
