import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { uuidOfName } from '../uuid-of-name.ts'
import { zipOf } from './bundles.ts'
import { goldens, readGolden } from './golden-server.ts'

interface Variant {
  readonly variant: string
  readonly form: Readonly<Record<string, unknown>>
  readonly requests: readonly { readonly queries?: readonly unknown[] }[]
}
interface GoldenDataset {
  readonly table?: string
  readonly sql?: string
  readonly main_dttm_col?: string
  readonly metrics: readonly object[]
  readonly calculated?: readonly { readonly column_name: string }[]
}

const version = '1.0.0'
const databaseUuid = uuidOfName('variants')
const datasetUuid = (name: string) => uuidOfName(`variants ${name}`)

/** A bundle as a moving team would bring it: one chart per recorded variant with its datasets, on a dashboard with a tab per chart type. */
export async function makeVariantsBundle(): Promise<{ readonly bundle: Buffer; readonly charts: number }> {
  const files: Record<string, string> = {
    'metadata.yaml': stringify({ version, type: 'Dashboard', timestamp: '2024-01-01T00:00:00+00:00' }),
    'databases/variants.yaml': stringify({ database_name: 'variants', sqlalchemy_uri: 'postgresql://u@far.invalid:5432/x', uuid: databaseUuid, version }),
  }
  const tables = readGolden<Readonly<Record<string, Readonly<Record<string, string>>>>>('tables.json')
  const known = readGolden<Readonly<Record<string, GoldenDataset>>>('datasets.json')
  const tabs: Record<string, string[]> = {}
  let number = 0
  for (const file of readdirSync(join(goldens, 'charts')).filter((name) => name.endsWith('.json'))) {
    for (const one of readGolden<readonly Variant[]>(`charts/${file}`)) {
      number++
      const source = /\$\{dataset:([^}]+)\}/.exec(String(one.form['datasource']))?.[1] ?? 'orders'
      files[`datasets/variants/${source.replaceAll(' ', '_')}.yaml`] ??= stringify(datasetOf(source, known[source] ?? { metrics: [] }, tables))
      const chart = chartOf(file.replace('.json', ''), one, number, source)
      files[`charts/chart_${number}.yaml`] = stringify(chart)
      ;(tabs[file] ??= []).push(`${number} ${chart.uuid}`)
    }
  }
  const position = layoutOf(tabs)
  const metadata = { native_filter_configuration: [], expanded_slices: { 1: true } }
  files['dashboards/variants_1.yaml'] = stringify({
    dashboard_title: 'Variants',
    slug: 'variants',
    uuid: uuidOfName('variants board'),
    position,
    metadata,
    version,
  })
  return { bundle: await zipOf(files), charts: number }
}

function datasetOf(name: string, one: GoldenDataset, tables: Readonly<Record<string, Readonly<Record<string, string>>>>) {
  const plain = Object.entries(tables[one.table ?? ''] ?? {}).map(([column_name, type]) => ({ column_name, type }))
  return {
    table_name: one.table ?? name,
    schema: 'public',
    sql: one.sql ?? null,
    main_dttm_col: one.main_dttm_col ?? null,
    metrics: one.metrics,
    columns: [...plain, ...(one.calculated ?? [])],
    uuid: datasetUuid(name),
    version,
    database_uuid: databaseUuid,
  }
}

function chartOf(type: string, { variant, form, requests }: Variant, number: number, source: string) {
  const plain = JSON.parse(JSON.stringify({ form, queries: requests[0]?.queries ?? [] }).replaceAll(/\$\{[^}]+\}/g, '1')) as Pick<Variant, 'form'> & {
    queries: unknown
  }
  return {
    slice_name: `${type}: ${variant}`,
    viz_type: String(form['viz_type']),
    params: plain.form,
    query_context: JSON.stringify({ datasource: { id: 1, type: 'table' }, queries: plain.queries, form_data: plain.form }),
    uuid: uuidOfName(`variant ${number}`),
    version,
    dataset_uuid: datasetUuid(source),
  }
}

function layoutOf(tabs: Readonly<Record<string, readonly string[]>>) {
  const blocks: Record<string, unknown> = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['TABS-1'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: [], parents: ['ROOT_ID'] },
    'TABS-1': { type: 'TABS', id: 'TABS-1', children: Object.keys(tabs).map((tab) => `TAB-${tab}`), meta: {}, parents: ['ROOT_ID'] },
  }
  for (const [tab, charts] of Object.entries(tabs)) {
    const parents = ['ROOT_ID', 'TABS-1', `TAB-${tab}`]
    blocks[`TAB-${tab}`] = { type: 'TAB', id: `TAB-${tab}`, children: [`ROW-${tab}`], meta: { text: tab }, parents: parents.slice(0, 2) }
    blocks[`ROW-${tab}`] = { type: 'ROW', id: `ROW-${tab}`, children: charts.map((chart) => `CHART-${chart.split(' ')[0]}`), meta: {}, parents }
    for (const [chartId, uuid] of charts.map((chart) => chart.split(' ')))
      blocks[`CHART-${chartId}`] = {
        type: 'CHART',
        id: `CHART-${chartId}`,
        children: [],
        meta: { chartId: Number(chartId), uuid, width: 4, height: 50 },
        parents: [...parents, `ROW-${tab}`],
      }
  }
  return blocks
}
