import { z } from 'zod'
import { defineChart } from '../chart.ts'
import { oneOf } from '../form-parts.ts'
import { checkbox, colorScheme, legendControls } from '../shared-controls.ts'
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
import { barExample } from './example.ts'

const form = z.looseObject({
  ...timeSeriesShape,
  viz_type: z.string().default('echarts_timeseries_bar'),
  orientation: oneOf(['vertical', 'horizontal'], 'vertical'),
})

export const bar = defineChart<z.infer<typeof form>>({
  id: 'echarts_timeseries_bar',
  name: 'Bar Chart',
  description: 'Compares measures by bars, over time or over categories, side by side or stacked.',
  category: 'Evolution',
  tags: ['ECharts', 'Predictive', 'Advanced-Analytics', 'Aesthetic', 'Time', 'Transformable', 'Stacked', 'Vertical', 'Bar', 'Popular'],
  form,
  sections: [
    querySection,
    analyticsSection,
    {
      label: 'Chart Orientation',
      tab: 'customize',
      expanded: true,
      controls: [
        {
          kind: 'radio',
          name: 'orientation',
          label: 'Bar orientation',
          renderTrigger: true,
          options: [
            ['vertical', 'Vertical'],
            ['horizontal', 'Horizontal'],
          ],
        },
      ],
    },
    titleSection,
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      controls: [
        ...orderControls,
        colorScheme,
        ...valueControls,
        checkbox('minorTicks', 'Minor ticks'),
        checkbox('zoomable', 'Data Zoom'),
        ...legendControls,
        ...xAxisControls,
        ...tooltipControls,
        ...yAxisControls,
      ],
    },
  ],
  queries: timeSeriesQueries,
  picture: (given, frames, surroundings) =>
    timeSeriesPicture(given, frames, surroundings, { kindName: 'Bar chart', mark: 'bar', isHorizontal: given.orientation === 'horizontal' }),
  example: barExample,
})
