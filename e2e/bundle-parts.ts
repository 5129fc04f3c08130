import { randomUUID } from 'node:crypto'
import { type Page } from '@playwright/test'
import { type Api } from './fixtures.ts'

/** What journeys of bundles have in common. JSON is YAML, so files are printed as JSON. */

export interface GivenZip {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

// The replayer is plain JavaScript, so its types are said here.
const { zip } = (await import(new URL('../goldens/replay.mjs', import.meta.url).href)) as { readonly zip: (files: Readonly<Record<string, string>>) => Buffer }

/** Files by their names → a zip. */
export function zipOf(name: string, files: Readonly<Record<string, unknown>>): GivenZip {
  const texts = Object.entries(files).map(([path, content]) => [path, typeof content === 'string' ? content : JSON.stringify(content)])
  return { name, mimeType: 'application/zip', buffer: zip(Object.fromEntries(texts) as Record<string, string>) }
}

const version = '1.0.0'
export const metadata = (type: string) => ({ version, type, timestamp: '2026-01-01T00:00:00+00:00' })

export const databaseFile = (name: string, address: string, uuid: string = randomUUID(), more: Readonly<Record<string, unknown>> = {}) => ({
  database_name: name,
  sqlalchemy_uri: address,
  expose_in_sqllab: true,
  extra: {},
  uuid,
  version,
  ...more,
})

export const datasetFile = (table: string, schema: string | null, databaseUuid: string, columns: readonly string[], uuid: string = randomUUID()) => ({
  table_name: table,
  schema,
  sql: null,
  uuid,
  version,
  database_uuid: databaseUuid,
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
  columns: columns.map((column_name) => ({ column_name, type: 'VARCHAR', is_active: true, groupby: true, filterable: true })),
})

export const chartFile = (name: string, datasetUuid: string, form: Readonly<Record<string, unknown>>, uuid: string = randomUUID()) => ({
  slice_name: name,
  viz_type: form['viz_type'],
  params: form,
  uuid,
  version,
  dataset_uuid: datasetUuid,
})

/** A dashboard of one row with these charts. */
export const dashboardFile = (title: string, charts: readonly ReturnType<typeof chartFile>[], uuid: string = randomUUID()) => ({
  dashboard_title: title,
  uuid,
  version,
  published: true,
  metadata: {},
  position: {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1'], parents: ['ROOT_ID'] },
    'ROW-1': {
      type: 'ROW',
      id: 'ROW-1',
      children: charts.map((_, at) => `CHART-${at}`),
      parents: ['ROOT_ID', 'GRID_ID'],
      meta: { background: 'BACKGROUND_TRANSPARENT' },
    },
    ...Object.fromEntries(
      charts.map((chart, at) => [
        `CHART-${at}`,
        {
          type: 'CHART',
          id: `CHART-${at}`,
          children: [],
          parents: ['ROOT_ID', 'GRID_ID', 'ROW-1'],
          meta: { chartId: 900 + at, uuid: chart.uuid, sliceName: chart.slice_name, width: 4, height: 30 },
        },
      ]),
    ),
  },
})

/** The database of the examples as a file of a bundle: it is recognised by its uuid. */
export async function examplesFile(api: Api) {
  const { result } = await api.get('/api/v1/database/?q=(filters:!((col:database_name,opr:eq,value:examples)))')
  const { result: connection } = await api.get(`/api/v1/database/${result[0].id}/connection`)
  return databaseFile('examples', connection.sqlalchemy_uri, connection.uuid)
}

/** How many rows a list has. */
export const countOf = async (api: Api, resource: string): Promise<number> => (await api.get(`/api/v1/${resource}/?q=(page_size:1)`)).count

/** Drags a zip over the page and lets it go there. */
export async function dropZip(page: Page, zip: GivenZip, whileOver: () => Promise<void>): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ({ name, mimeType, text }) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], name, { type: mimeType }))
      return data
    },
    { name: zip.name, mimeType: zip.mimeType, text: zip.buffer.toString('base64') },
  )
  await page.dispatchEvent('main', 'dragenter', { dataTransfer })
  await whileOver()
  await page.dispatchEvent('main', 'drop', { dataTransfer })
}
