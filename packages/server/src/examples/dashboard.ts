export const exampleDashboard = {
  name: 'Hollowbrook trading',
  slug: 'hollowbrook-trading',
  description: 'How the shop did in the last twelve months of the example data.',
}

/** Rows of twelve columns; heights in steps of eight pixels. */
const rows: readonly (readonly { readonly chart: string; readonly width: number; readonly height: number; readonly title?: string }[])[] = [
  [
    { chart: 'Revenue in twelve months', title: 'Revenue', width: 3, height: 19 },
    { chart: 'Orders in twelve months', title: 'Orders', width: 3, height: 19 },
    { chart: 'Average basket', width: 3, height: 19 },
    { chart: 'Return rate', width: 3, height: 19 },
  ],
  [
    { chart: 'Weekly revenue', width: 8, height: 42 },
    { chart: 'Revenue by channel', width: 4, height: 42 },
  ],
  [
    { chart: 'Revenue by region', width: 6, height: 46 },
    { chart: 'Best sellers', width: 6, height: 46 },
  ],
]

export const chartsOfDashboard: readonly string[] = rows.flat().map(({ chart }) => chart)

export interface PlacedChart {
  readonly id: number
  readonly uuid: string
  readonly name: string
}

/** The layout document of the interchange format. */
export function layoutOf(charts: ReadonlyMap<string, PlacedChart>): Record<string, unknown> {
  const layout: Record<string, unknown> = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: rows.map((_, index) => `ROW-trade${index + 1}`), parents: ['ROOT_ID'] },
    HEADER_ID: { type: 'HEADER', id: 'HEADER_ID', meta: { text: exampleDashboard.name } },
  }
  rows.forEach((row, index) => {
    const id = `ROW-trade${index + 1}`
    const children = row.map((_, place) => `CHART-trade${index + 1}${place + 1}`)
    layout[id] = { type: 'ROW', id, children, parents: ['ROOT_ID', 'GRID_ID'], meta: { background: 'BACKGROUND_TRANSPARENT' } }
    row.forEach(({ chart, width, height, title }, place) => {
      const placed = charts.get(chart)
      if (!placed) throw new Error(`The example dashboard names no saved chart: ${chart}`)
      const key = children[place] ?? ''
      const meta = { chartId: placed.id, uuid: placed.uuid, sliceName: placed.name, ...(title ? { sliceNameOverride: title } : {}), width, height }
      layout[key] = { type: 'CHART', id: key, children: [], parents: ['ROOT_ID', 'GRID_ID', id], meta }
    })
  })
  return layout
}

const filter = (id: string, name: string, filterType: string, more: Readonly<Record<string, unknown>>) => ({
  id: `NATIVE_FILTER-${id}`,
  type: 'NATIVE_FILTER',
  name,
  description: '',
  filterType,
  controlValues: { enableEmptyFilter: false },
  defaultDataMask: { extraFormData: {}, filterState: {}, ownState: {} },
  cascadeParentIds: [],
  scope: { rootPath: ['ROOT_ID'], excluded: [] },
  ...more,
})

/** Filters on region, channel and time; colours of channels and regions that every chart shares. */
export function metadataOf(ordersId: number, chartIds: readonly number[]): Record<string, unknown> {
  const choice = { enableEmptyFilter: false, multiSelect: true, defaultToFirstItem: false, inverseSelection: false, searchAllOptions: false }
  const of = (column: string) => [{ datasetId: ordersId, column: { name: column } }]
  return {
    color_scheme: 'supersetColors',
    label_colors: {},
    shared_label_colors: {},
    expanded_slices: {},
    refresh_frequency: 0,
    timed_refresh_immune_slices: [],
    cross_filters_enabled: true,
    filter_bar_orientation: 'VERTICAL',
    default_filters: '{}',
    global_chart_configuration: { scope: { rootPath: ['ROOT_ID'], excluded: [] }, chartsInScope: chartIds },
    chart_configuration: Object.fromEntries(
      chartIds.map((id) => [id, { id, crossFilters: { scope: 'global', chartsInScope: chartIds.filter((other) => other !== id) } }]),
    ),
    native_filter_configuration: [
      filter('time', 'Time range', 'filter_time', { targets: [{}], chartsInScope: chartIds, tabsInScope: [] }),
      filter('region', 'Region', 'filter_select', { targets: of('region'), controlValues: choice, chartsInScope: chartIds, tabsInScope: [] }),
      filter('channel', 'Channel', 'filter_select', { targets: of('channel'), controlValues: choice, chartsInScope: chartIds, tabsInScope: [] }),
    ],
  }
}
