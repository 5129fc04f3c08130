// A bundle as a moving team would bring it: one chart per recorded variant (goldens/charts) with its datasets, on a dashboard with a tab per chart type.
//   node scripts/make-variants-bundle.mjs FILE.zip [ADDRESS OF THE DATABASE]
// It also holds what no version of ours draws or knows: a chart type, controls, keys, a block and an annotation layer of another program.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { zip } from '../goldens/replay.mjs'

const goldens = new URL('../goldens/', import.meta.url)
const read = (name) => JSON.parse(readFileSync(new URL(name, goldens), 'utf8'))
const version = '1.0.0'

/** The same name has the same uuid whenever the bundle is made. */
function uuidOf(name) {
  const hex = createHash('md5').update(`variants bundle: ${name}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** Block style, the way the programs that write bundles print it; texts are quoted, so that they are texts for every reader. */
function printYaml(value, indent = '') {
  const isSimple = (one) => one === null || typeof one !== 'object' || Object.keys(one).length === 0
  const inner = (one) => (isSimple(one) ? ` ${JSON.stringify(one)}\n` : `\n${printYaml(one, `${indent}  `)}`)
  if (Array.isArray(value)) return value.map((one) => `${indent}-${inner(one)}`).join('')
  return Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .map(([key, one]) => `${indent}${/^[a-z_]+$/i.test(key) ? key : JSON.stringify(key)}:${inner(one)}`)
    .join('')
}

function datasetOf(name, { table, sql = null, main_dttm_col = null, metrics = [], calculated = [] }, tables, schema) {
  const plain = Object.entries(tables[table] ?? {}).map(([column_name, type]) => ({ column_name, type, is_dttm: /DATE|TIME/i.test(type) }))
  return {
    table_name: table ?? name,
    main_dttm_col,
    schema,
    sql,
    params: { kept_by_an_older_program: name },
    template_params: null,
    extra: { certification: { certified_by: 'the team' } },
    uuid: uuidOf(`dataset ${name}`),
    metrics: metrics.map((metric) => ({ ...metric, uuid: uuidOf(`metric ${name} ${metric.metric_name}`) })),
    columns: [...plain, ...calculated].map((column) => ({ ...column, datetime_format: null })),
    folders: [{ name: 'of a newer program', children: [name] }],
    version,
    database_uuid: uuidOf('database'),
  }
}

function chartOf(type, { variant, form, requests }, number, source) {
  const { params, queries } = JSON.parse(JSON.stringify({ params: form, queries: requests[0]?.queries ?? [] }).replaceAll(/\$\{[^}]+\}/g, '1'))
  return {
    slice_name: `${type}: ${variant}`,
    description: null,
    viz_type: params.viz_type,
    params,
    query_context: JSON.stringify({ datasource: { id: 1, type: 'table' }, queries, form_data: params }),
    cache_timeout: null,
    uuid: uuidOf(`chart ${number}`),
    version,
    dataset_uuid: uuidOf(`dataset ${source}`),
  }
}

/** A chart that only another program draws. */
const strangeChart = (number, source) => ({
  slice_name: 'A chart of another program',
  viz_type: 'holograph_of_tomorrow',
  params: {
    viz_type: 'holograph_of_tomorrow',
    datasource: '1__table',
    strange_control: { deep: [null, true, 1.5, 'x', { again: [] }] },
    annotation_layers: [
      { name: 'holidays', annotationType: 'EVENT', sourceType: 'NATIVE', value: 7, style: 'solid', overrides: { time_range: null } },
      { name: 'goal', annotationType: 'FORMULA', value: 'x * 2', show: true },
    ],
  },
  query_context: null,
  uuid: uuidOf(`chart ${number}`),
  version,
  dataset_uuid: uuidOf(`dataset ${source}`),
  tags: ['moved', 'by hand'],
})

function dashboardOf(tabs, source) {
  const [first, second] = Object.values(tabs).flat()
  return {
    dashboard_title: 'Variants',
    description: 'One chart per recorded variant',
    css: '.header { color: red; }',
    slug: 'variants',
    certified_by: 'the team',
    published: true,
    uuid: uuidOf('dashboard'),
    position: layoutOf(tabs),
    metadata: {
      color_scheme: 'supersetColors',
      label_colors: { north: '#112233' },
      refresh_frequency: 300,
      expanded_slices: { [first.id]: true },
      timed_refresh_immune_slices: [second.id],
      filter_scopes: { [first.id]: { region: { scope: ['ROOT_ID'], immune: [second.id] } } },
      default_filters: '{}',
      cross_filters_enabled: true,
      chart_configuration: {
        [first.id]: { id: first.id, crossFilters: { scope: { rootPath: ['ROOT_ID'], excluded: [first.id] }, chartsInScope: [second.id] } },
      },
      global_chart_configuration: { scope: { rootPath: ['ROOT_ID'], excluded: [] }, chartsInScope: [first.id, second.id] },
      native_filter_configuration: [
        {
          id: 'NATIVE_FILTER-a',
          name: 'Region',
          type: 'NATIVE_FILTER',
          filterType: 'filter_select',
          targets: [{ datasetUuid: uuidOf(`dataset ${source}`), column: { name: 'region' } }],
          defaultDataMask: { filterState: { value: ['north'] }, extraFormData: { filters: [{ col: 'region', op: 'IN', val: ['north'] }] } },
          controlValues: { multiSelect: true, enableEmptyFilter: false },
          cascadeParentIds: [],
          scope: { rootPath: ['ROOT_ID'], excluded: [second.id] },
          chartsInScope: [first.id],
          of_a_newer_program: { kept: true },
        },
        { id: 'NATIVE_FILTER_DIVIDER-b', type: 'DIVIDER', title: 'More', description: 'below', scope: { rootPath: ['ROOT_ID'], excluded: [] } },
        {
          id: 'NATIVE_FILTER-c',
          name: 'Strange',
          type: 'NATIVE_FILTER',
          filterType: 'filter_of_tomorrow',
          targets: [{}],
          scope: { rootPath: [], excluded: [] },
        },
      ],
      not_known_here: [1, { two: 2 }],
    },
    theme_uuid: uuidOf('theme'),
    tags: ['moved'],
    version,
  }
}

function layoutOf(tabs) {
  const blocks = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['TABS-1'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: [], parents: ['ROOT_ID'] },
    HEADER_ID: { type: 'HEADER', id: 'HEADER_ID', meta: { text: 'Variants' } },
    'TABS-1': { type: 'TABS', id: 'TABS-1', children: Object.keys(tabs).map((tab) => `TAB-${tab}`), meta: {}, parents: ['ROOT_ID'] },
    'HOLOGRAM-1': { type: 'HOLOGRAM', id: 'HOLOGRAM-1', children: ['NOBODY'], meta: { any: [true, null] }, of_a_newer_program: 1 },
  }
  for (const [tab, charts] of Object.entries(tabs)) {
    const parents = ['ROOT_ID', 'TABS-1', `TAB-${tab}`]
    blocks[`TAB-${tab}`] = { type: 'TAB', id: `TAB-${tab}`, children: [`ROW-${tab}`], meta: { text: tab }, parents: parents.slice(0, 2) }
    blocks[`ROW-${tab}`] = { type: 'ROW', id: `ROW-${tab}`, children: charts.map(({ id }) => `CHART-${id}`), meta: {}, parents }
    for (const { id, uuid } of charts)
      blocks[`CHART-${id}`] = {
        type: 'CHART',
        id: `CHART-${id}`,
        children: [],
        meta: { chartId: id, uuid, width: 4, height: 50, of_a_newer_program: 'kept' },
        parents: [...parents, `ROW-${tab}`],
      }
  }
  return blocks
}

/** `address` and `schema`: of the database of the recorded tables; `type`: what the bundle says it is; `every`: take only each so manyth variant. Answers the archive, how many charts and chart types are in it, and its files by path. */
export function makeVariantsBundle({ address = 'postgresql://reader@far.invalid:5432/x', schema = 'public', type = 'Dashboard', every = 1 } = {}) {
  const [tables, known] = [read('tables.json'), read('datasets.json')]
  const files = {
    'metadata.yaml': { version, type, timestamp: '2024-01-01T00:00:00+00:00' },
    'databases/variants.yaml': {
      database_name: 'variants',
      sqlalchemy_uri: address,
      extra: { metadata_params: {}, engine_params: {}, of_a_newer_program: { a: [1] } },
      uuid: uuidOf('database'),
      version,
      impersonate_user: false,
    },
  }
  const [tabs, types] = [{}, new Set()]
  let number = 0
  const add = (tab, chart) => {
    files[`charts/chart_${number}.yaml`] = chart
    ;(tabs[tab] ??= []).push({ id: number, uuid: chart.uuid })
    types.add(chart.viz_type)
  }
  for (const file of readdirSync(new URL('charts/', goldens)).filter((name) => name.endsWith('.json')))
    for (const variant of read(`charts/${file}`)) {
      number++
      if (number % every !== 0) continue
      const source = /\$\{dataset:([^}]+)\}/.exec(String(variant.form.datasource))?.[1] ?? 'orders'
      files[`datasets/variants/${source.replaceAll(' ', '_')}.yaml`] ??= datasetOf(source, known[source] ?? {}, tables, schema)
      add(file.replace('.json', ''), chartOf(file.replace('.json', ''), variant, number, source))
    }
  const recorded = { charts: number, types: types.size }
  number++
  add('another program', strangeChart(number, 'orders'))
  files['dashboards/variants_1.yaml'] = dashboardOf(tabs, 'orders')
  const texts = Object.fromEntries(Object.entries(files).map(([path, content]) => [`variants/${path}`, printYaml(content)]))
  return { bytes: zip(texts), recorded, charts: number, files }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [path, address] = process.argv.slice(2)
  if (!path) throw new Error('The name of the file to write is missing.')
  const { bytes, recorded } = makeVariantsBundle(address ? { address } : {})
  writeFileSync(path, bytes)
  console.log(`${path}: ${recorded.charts} charts of ${recorded.types} types, ${Math.round(bytes.length / 1024)} KB`)
}
