import { z } from 'zod'
import { anything, flag, rowLimit } from '../form-parts.ts'

export const columnSettings = z.looseObject({
  columnWidth: z.coerce.number().nullish().catch(null),
  horizontalAlign: z.enum(['left', 'right', 'center']).nullish().catch(null),
  d3NumberFormat: z.string().nullish(),
  d3SmallNumberFormat: z.string().nullish(),
  d3TimeFormat: z.string().nullish(),
  currencyFormat: anything,
  showCellBars: z.boolean().nullish(),
  alignPositiveNegative: z.boolean().nullish(),
  colorPositiveNegative: z.boolean().nullish(),
})
export type ColumnSettings = z.infer<typeof columnSettings>

export const tableForm = z.looseObject({
  viz_type: z.string().default('table'),
  query_mode: z.enum(['aggregate', 'raw']).nullish().catch(null),
  groupby: anything,
  time_grain_sqla: z.string().nullish(),
  temporal_columns_lookup: z.record(z.string(), anything).nullish().catch(null),
  metrics: anything,
  percent_metrics: anything,
  all_columns: anything,
  adhoc_filters: z.array(z.record(z.string(), anything)).nullish(),
  timeseries_limit_metric: anything,
  order_by_cols: anything,
  server_pagination: flag(false),
  row_limit: rowLimit(1000),
  server_page_length: z.coerce.number().int().nonnegative().catch(10).default(10),
  order_desc: flag(true),
  show_totals: flag(false),
  table_timestamp_format: z.string().nullish().default('smart_date'),
  page_length: z.union([z.number(), z.string()]).nullish(),
  include_search: flag(false),
  show_cell_bars: flag(true),
  align_pn: flag(false),
  color_pn: flag(true),
  allow_rearrange_columns: flag(false),
  column_config: z.record(z.string(), columnSettings).nullish().catch(null),
  conditional_formatting: z.array(anything).nullish().catch(null),
})
export type TableForm = z.infer<typeof tableForm>
