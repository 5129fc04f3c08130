import { crc32 } from 'node:zlib'
import { randomUUID } from 'node:crypto'
import { type Page } from '@playwright/test'
import { type Api } from './fixtures.ts'

/** What journeys of bundles have in common. JSON is YAML, so files are printed as JSON. */

export interface GivenZip {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** Files by their names → a zip, stored without compression. */
export function zipOf(name: string, files: Readonly<Record<string, unknown>>): GivenZip {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let at = 0
  for (const [path, content] of Object.entries(files)) {
    const [named, data] = [Buffer.from(path), Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))]
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(0x0800, 2)
    fields.writeUInt16LE(0x5821, 8)
    fields.writeUInt32LE(crc32(data), 10)
    fields.writeUInt32LE(data.length, 14)
    fields.writeUInt32LE(data.length, 18)
    fields.writeUInt16LE(named.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, named, data])
    locals.push(local)
    centrals.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), fields, place, named]))
    at += local.length
  }
  const list = Buffer.concat(centrals)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(centrals.length, 4)
  end.writeUInt16LE(centrals.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(at, 12)
  return { name, mimeType: 'application/zip', buffer: Buffer.concat([...locals, list, Buffer.from('PK\u0005\u0006', 'latin1'), end]) }
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
