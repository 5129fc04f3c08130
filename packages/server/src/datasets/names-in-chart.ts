/** What a saved chart asks of its dataset, by name. `sql` are texts that people wrote; which names stand in them is for the reader to say. */
export interface NamesInChart {
  readonly columns: ReadonlySet<string>
  readonly metrics: ReadonlySet<string>
  readonly sql: readonly string[]
}

type Kind = 'column' | 'metric' | 'either'
type Found = { readonly columns: Set<string>; readonly metrics: Set<string>; readonly sql: string[] }

const keysOf = (kind: Kind, names: string): [string, Kind][] => names.split(' ').map((name) => [name, kind])

/** Settings whose texts are names of the dataset. Charts of other origin have more of them: see `kindOfKey`. */
const known = new Map<string, Kind>([
  ...keysOf('column', 'x_axis granularity granularity_sqla groupby groupbyColumns groupbyRows all_columns all_columns_x all_columns_y columns series_columns'),
  ...keysOf('column', 'dimension entity geojson id js_columns line_column mapbox_label name parent point_radius series source source_category target'),
  ...keysOf('column', 'target_category latitude longitude latCol lonCol lonlatCol geohashCol col subject time_column'),
  ...keysOf('metric', 'metric metrics percent_metrics secondary_metric series_limit_metric timeseries_limit_metric'),
  ...keysOf('either', 'x y size orderby order_by_cols'),
])
/** Objects whose keys are settings again. */
const nests = new Set(['spatial', 'start_spatial', 'end_spatial', 'extras', 'filters', 'filter_configs', 'extra_filters', 'adhoc_filters'])
/** Texts of SQL outside an ad-hoc metric, column or filter. */
const sqlKeys = new Set(['where', 'having', 'sqlExpression'])

/** Reads the settings of a chart and the queries that were saved with it. What cannot be read holds no names. */
export function namesInChart(params: string | null, queryContext: string | null): NamesInChart {
  const found: Found = { columns: new Set(), metrics: new Set(), sql: [] }
  readSettings(parsed(params), found)
  const context = record(parsed(queryContext))
  readSettings(context['form_data'], found)
  if (Array.isArray(context['queries'])) for (const query of context['queries']) readSettings(query, found)
  return found
}

function readSettings(settings: unknown, found: Found): void {
  for (const [key, value] of Object.entries(record(settings))) {
    const kind = kindOfKey(key)
    if (kind) readNames(value, kind, found)
    else if (sqlKeys.has(key) && typeof value === 'string') found.sql.push(value)
    else if (isNest(key)) for (const one of Array.isArray(value) ? value : [value]) readSetting(one, found)
    else readAdhoc(value, found)
  }
}

/** A mixed chart has every setting twice, the second time with `_b`; charts of other makers name theirs after what they take. */
function kindOfKey(key: string): Kind | undefined {
  const plain = key.replace(/_b$/, '')
  const kind = known.get(plain)
  if (kind) return kind
  if (/(^|_)metrics?(_\d+)?$/i.test(plain)) return 'metric'
  return /(^|_)(columns?|cols?|dimensions?|group_?by)(_\d+)?$/i.test(plain) ? 'column' : undefined
}

const isNest = (key: string): boolean => nests.has(key.replace(/_b$/, ''))

/** A simple filter may still carry the SQL of an earlier edit, which does not count; one of HAVING compares metrics. */
function readSetting(value: unknown, found: Found): void {
  const setting = record(value)
  if (setting['expressionType'] === 'SIMPLE') readNames(setting['subject'], setting['clause'] === 'HAVING' ? 'either' : 'column', found)
  else readSettings(setting, found)
}

function readNames(value: unknown, kind: Kind, found: Found): void {
  if (typeof value === 'string') {
    const inner = value.startsWith('[') ? parsed(value) : null
    if (Array.isArray(inner)) return readNames(inner[0], kind, found)
    if (kind !== 'metric') found.columns.add(value)
    if (kind !== 'column') found.metrics.add(value)
    return
  }
  if (Array.isArray(value)) for (const one of value) readNames(one, kind, found)
  else readAdhoc(value, found)
}

/** Metrics, columns and filters that were written for this chart alone, wherever they stand. */
function readAdhoc(value: unknown, found: Found): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const one of value) readAdhoc(one, found)
    return
  }
  const thing = value as Record<string, unknown>
  const { expressionType, sqlExpression, column } = thing
  if (typeof sqlExpression === 'string' && expressionType !== 'SIMPLE') found.sql.push(sqlExpression)
  if (expressionType === 'SIMPLE') {
    const name = record(column)['column_name']
    if (typeof name === 'string') found.columns.add(name)
    if (typeof thing['subject'] === 'string') readSetting(thing, found)
  }
  // A size that is either fixed or a metric.
  if (thing['type'] === 'metric') readNames(thing['value'], 'metric', found)
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text || 'null')
  } catch {
    return null
  }
}
