import { z } from 'zod'
import { defineChart } from '../chart.ts'
import { flag, number, oneOf } from '../form-parts.ts'
import { checkbox, colorScheme, isOn, legendControls, select } from '../shared-controls.ts'
import {
  analyticsSection,
  orderControls,
  querySection,
  titleSection,
  tooltipControls,
  valueControls,
  xAxisControls,
  yAxisControls,
} from '../time-series-controls.ts'
import { timeSeriesShape } from '../time-series-form.ts'
import { timeSeriesPicture } from '../time-series-picture.ts'
import { timeSeriesQueries } from '../time-series-query.ts'
import { lineExample } from './example.ts'

const form = z.looseObject({
  ...timeSeriesShape,
  viz_type: z.string().default('echarts_timeseries_line'),
  seriesType: oneOf(['line', 'scatter', 'smooth', 'bar', 'start', 'middle', 'end'], 'line'),
  area: flag(false),
  opacity: number(0.2),
  markerEnabled: flag(false),
  markerSize: number(6),
})

export const line = defineChart<z.infer<typeof form>>({
  id: 'echarts_timeseries_line',
  name: 'Line Chart',
  description: 'Shows how one or several measures change over time, one line per series.',
  category: 'Evolution',
  tags: ['ECharts', 'Predictive', 'Advanced-Analytics', 'Aesthetic', 'Line', 'Popular'],
  form,
  sections: [
    querySection,
    analyticsSection,
    titleSection,
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      controls: [
        ...orderControls,
        colorScheme,
        select('seriesType', 'Series Style', [
          ['line', 'Line'],
          ['scatter', 'Scatter'],
          ['smooth', 'Smooth Line'],
          ['bar', 'Bar'],
          ['start', 'Step - start'],
          ['middle', 'Step - middle'],
          ['end', 'Step - end'],
        ]),
        ...valueControls,
        checkbox('area', 'Area Chart'),
        { kind: 'slider', name: 'opacity', label: 'Area chart opacity', min: 0, max: 1, step: 0.1, renderTrigger: true, visible: isOn('area') },
        checkbox('markerEnabled', 'Marker', { help: 'Draw a dot at every value' }),
        { kind: 'slider', name: 'markerSize', label: 'Marker Size', min: 0, max: 20, step: 1, renderTrigger: true, visible: isOn('markerEnabled') },
        checkbox('zoomable', 'Data Zoom'),
        checkbox('minorTicks', 'Minor ticks'),
        ...legendControls,
        ...xAxisControls,
        ...tooltipControls,
        ...yAxisControls,
      ],
    },
  ],
  queries: timeSeriesQueries,
  picture: (given, frames, surroundings) => {
    const { seriesType } = given
    const isStep = seriesType === 'start' || seriesType === 'middle' || seriesType === 'end'
    return timeSeriesPicture(given, frames, surroundings, {
      kindName: 'Line chart',
      mark: seriesType === 'scatter' || seriesType === 'bar' ? seriesType : 'line',
      isSmooth: seriesType === 'smooth',
      ...(isStep ? { step: seriesType } : {}),
      isArea: given.area,
      opacity: given.opacity,
      hasMarkers: given.markerEnabled,
      markerSize: given.markerSize,
      isHorizontal: false,
    })
  },
  example: lineExample,
})
