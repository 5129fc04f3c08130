import { defineChart } from '../chart.ts'
import { listOf } from '../labels.ts'
import {
  adhocFilters,
  checkbox,
  dimensions,
  metrics,
  numbers,
  rowLimit,
  select,
  sortDescending,
  sortMetric,
  timeFormat,
  timeGrain,
} from '../shared-controls.ts'
import { tableExample } from './example.ts'
import { type TableForm, tableForm } from './form.ts'
import { tablePicture } from './picture.ts'
import { tableQueries } from './queries.ts'

const isGrouped = (form: Readonly<Record<string, unknown>>): boolean => form['query_mode'] !== 'raw'
const isRawMode = (form: Readonly<Record<string, unknown>>): boolean => form['query_mode'] === 'raw'
const lengths = [[0, 'All'], ...numbers(10, 20, 50, 100, 200)] as const

export const table = defineChart<TableForm>({
  id: 'table',
  name: 'Table',
  description: 'Rows and columns: the values themselves, grouped or as they are stored.',
  category: 'Table',
  tags: ['Additive', 'Business', 'Pattern', 'Popular', 'Report', 'Sequential', 'Tabular', 'Description'],
  form: tableForm,
  sections: [
    {
      label: 'Query',
      tab: 'data',
      expanded: true,
      controls: [
        {
          kind: 'radio',
          name: 'query_mode',
          label: 'Query mode',
          options: [
            ['aggregate', 'Aggregate'],
            ['raw', 'Raw records'],
          ],
        },
        { ...dimensions, visible: isGrouped, resetOnHide: false },
        {
          ...timeGrain,
          resetOnHide: false,
          visible: (form, kindOf) => isGrouped(form) && (!kindOf || listOf(form['groupby']).some((column) => kindOf(column) === 'temporal')),
        },
        { kind: 'hidden', name: 'temporal_columns_lookup', label: '' },
        { ...metrics, required: false, visible: isGrouped, resetOnHide: false },
        {
          kind: 'columns',
          name: 'all_columns',
          label: 'Columns',
          help: 'Columns to show',
          multiple: true,
          required: true,
          visible: isRawMode,
          resetOnHide: false,
        },
        {
          kind: 'metrics',
          name: 'percent_metrics',
          label: 'Percentage metrics',
          help: 'Shown as shares of their column',
          multiple: true,
          visible: isGrouped,
          resetOnHide: false,
        },
        adhocFilters,
        { ...sortMetric, visible: isGrouped, resetOnHide: false },
        { kind: 'order-by', name: 'order_by_cols', label: 'Ordering', multiple: true, visible: isRawMode, resetOnHide: false },
        { kind: 'checkbox', name: 'server_pagination', label: 'Server pagination', help: 'Fetch one page at a time' },
        { ...rowLimit, visible: (form) => form['server_pagination'] !== true },
        select('server_page_length', 'Server Page Length', lengths, {
          freeForm: true,
          renderTrigger: false,
          visible: (form) => form['server_pagination'] === true,
        }),
        { ...sortDescending, label: 'Sort descending', visible: isGrouped, resetOnHide: false },
        {
          kind: 'checkbox',
          name: 'show_totals',
          label: 'Show totals',
          help: 'A last row with the metrics over all rows',
          visible: isGrouped,
          resetOnHide: false,
        },
      ],
    },
    {
      label: 'Options',
      tab: 'customize',
      expanded: true,
      controls: [
        timeFormat('table_timestamp_format', 'Timestamp format'),
        select('page_length', 'Page length', lengths, { freeForm: true, visible: (form) => form['server_pagination'] !== true }),
        checkbox('include_search', 'Search box'),
        checkbox('show_cell_bars', 'Cell bars'),
        checkbox('align_pn', 'Align +/-'),
        checkbox('color_pn', 'Color +/-'),
        checkbox('allow_rearrange_columns', 'Allow columns to be rearranged'),
        { kind: 'column-config', name: 'column_config', label: 'Customize columns', renderTrigger: true },
        { kind: 'conditional-formatting', name: 'conditional_formatting', label: 'Conditional formatting', renderTrigger: true },
      ],
    },
  ],
  queries: tableQueries,
  picture: tablePicture,
  example: tableExample,
})
