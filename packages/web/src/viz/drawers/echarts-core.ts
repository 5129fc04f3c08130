import { BarChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import {
  DataZoomComponent,
  GraphicComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  MarkPointComponent,
  TitleComponent,
  ToolboxComponent,
  TooltipComponent,
} from 'echarts/components'
import { init, use, type ECharts } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { CanvasRenderer, SVGRenderer } from 'echarts/renderers'

let isReady = false

/**
 * A chart instance in an element. The parts are registered by the first call, not by loading this file: the bundler takes a bare call of
 * `use` for one without effect and drops it with everything it registers.
 */
export const createInstance = (place: HTMLElement, renderer: 'svg' | 'canvas'): ECharts => {
  if (!isReady) {
    use([
      BarChart,
      LineChart,
      PieChart,
      ScatterChart,
      DataZoomComponent,
      GraphicComponent,
      GridComponent,
      LegendComponent,
      MarkAreaComponent,
      MarkLineComponent,
      MarkPointComponent,
      TitleComponent,
      ToolboxComponent,
      TooltipComponent,
      LabelLayout,
      CanvasRenderer,
      SVGRenderer,
    ])
    isReady = true
  }
  return init(place, null, { renderer })
}
