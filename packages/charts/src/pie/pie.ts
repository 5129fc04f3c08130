import { z } from 'zod'
import { buildQuery, uniqueColumns } from '../base-query.ts'
import { defineChart } from '../chart.ts'
import { anything, flag, number, oneOf, rowLimit as rowLimitPart } from '../form-parts.ts'
import { listOf } from '../labels.ts'
import {
  adhocFilters,
  checkbox,
  colorScheme,
  currency,
  dimensions,
  isOn,
  legendControls,
  metric,
  numberFormat,
  rowLimit,
  select,
  timeFormat,
} from '../shared-controls.ts'
import { pieExample } from './example.ts'
import { piePicture } from './picture.ts'

const form = z.looseObject({
  viz_type: z.string().default('pie'),
  groupby: anything,
  metric: anything,
  adhoc_filters: z.array(z.record(z.string(), anything)).nullish(),
  row_limit: rowLimitPart(100),
  sort_by_metric: flag(true),
  color_scheme: z.string().nullish().default('supersetColors'),
  label_colors: z.record(z.string(), z.string()).nullish().catch(null),
  show_labels_threshold: number(5),
  show_legend: flag(true),
  legendType: oneOf(['scroll', 'plain'], 'scroll'),
  legendOrientation: oneOf(['top', 'bottom', 'left', 'right'], 'top'),
  legendMargin: anything,
  label_type: oneOf(['key', 'value', 'percent', 'key_value', 'key_percent', 'key_value_percent', 'value_percent'], 'key'),
  number_format: z.string().nullish().default('SMART_NUMBER'),
  currency_format: anything,
  date_format: z.string().nullish().default('smart_date'),
  show_labels: flag(true),
  labels_outside: flag(true),
  label_line: flag(false),
  show_total: flag(false),
  outerRadius: number(70),
  donut: flag(false),
  innerRadius: number(30),
})
export type PieForm = z.infer<typeof form>

export const pie = defineChart<PieForm>({
  id: 'pie',
  name: 'Pie Chart',
  description: 'Shows how a whole is divided. Best for a handful of parts.',
  category: 'Part of a Whole',
  tags: ['Aesthetic', 'Categorical', 'Circular', 'Comparison', 'Percentages', 'Popular', 'Proportional', 'ECharts'],
  form,
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      controls: [dimensions, metric, adhocFilters, rowLimit, { kind: 'checkbox', name: 'sort_by_metric', label: 'Sort by metric' }],
    },
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      controls: [
        colorScheme,
        {
          kind: 'number',
          name: 'show_labels_threshold',
          label: 'Percentage threshold',
          help: 'Minimum threshold in percentage points for showing labels.',
          renderTrigger: true,
        },
        ...legendControls,
        select(
          'label_type',
          'Label Type',
          [
            ['key', 'Category Name'],
            ['value', 'Value'],
            ['percent', 'Percentage'],
            ['key_value', 'Category and Value'],
            ['key_percent', 'Category and Percentage'],
            ['key_value_percent', 'Category, Value and Percentage'],
          ],
          { heading: 'Labels' },
        ),
        numberFormat('number_format', 'Number format'),
        currency,
        timeFormat('date_format', 'Date format'),
        checkbox('show_labels', 'Show Labels'),
        checkbox('labels_outside', 'Put labels outside', { visible: isOn('show_labels') }),
        checkbox('label_line', 'Label Line', { visible: isOn('show_labels') }),
        checkbox('show_total', 'Show Total'),
        { kind: 'slider', name: 'outerRadius', label: 'Outer Radius', heading: 'Pie shape', min: 10, max: 100, step: 1, renderTrigger: true },
        checkbox('donut', 'Donut'),
        { kind: 'slider', name: 'innerRadius', label: 'Inner Radius', min: 0, max: 100, step: 1, renderTrigger: true, visible: isOn('donut') },
      ],
    },
  ],
  queries: (given) => {
    if (!given.metric) return []
    const orderby = given.sort_by_metric ? { orderby: [[given.metric, false]] } : {}
    return [buildQuery(given, { columns: uniqueColumns(listOf(given.groupby)), metrics: [given.metric], ...orderby })]
  },
  picture: piePicture,
  example: pieExample,
})
