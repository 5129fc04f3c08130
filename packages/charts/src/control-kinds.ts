/** Every kind of control a chart's panel may name. One widget per kind in `web/src/controls`. */
export const controlKinds = [
  /** One metric: saved, simple or custom SQL. */
  'metric',
  'metrics',
  /** One column: of the dataset or custom SQL. */
  'column',
  'columns',
  /** As `column`, but decides the axis; see `visible` of the controls that follow it. */
  'x-axis',
  'adhoc-filters',
  'time-range',
  /** A select whose options are the grains of the dataset's database. */
  'time-grain',
  'select',
  /** Two or three choices side by side. */
  'radio',
  'checkbox',
  'text',
  'number',
  'slider',
  'color-scheme',
  'row-limit',
  'number-format',
  'time-format',
  'currency',
  /** Two numbers, each may be empty: `[min, max]`. */
  'bounds',
  /** Which column and direction raw rows are ordered by: JSON texts such as `["name", true]`. */
  'order-by',
  /** A select of the x column and the metrics of the form. */
  'x-axis-sort',
  'annotation-layers',
  'column-config',
  'conditional-formatting',
  /** Never shown; kept in the form. */
  'hidden',
] as const

export type ControlKind = (typeof controlKinds)[number]
