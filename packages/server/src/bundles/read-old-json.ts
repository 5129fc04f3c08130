import type { Db } from '../db/store.ts'
import { uuidOfName } from '../uuid-of-name.ts'
import { isDocument, parseJson, printDocument, readDocument, type Document } from './documents.ts'
import type { Bundle } from './read-bundle.ts'

// Before there were bundles, dashboards left as one JSON file: rows as they were stored, each under the name of its class. Such a file becomes the bundle
// that it would be today. Its databases are not in it; they are found by their names.

/** Larger ones are not taken: all of it is read at once. */
const mostBytes = 2 * 2 ** 20

/** Null for what is no such file. */
export async function readOldJson(db: Db, file: Buffer): Promise<Bundle | null> {
  const whole = parse(file)
  if (!whole) return null
  const uuids = new Map((await db.selectFrom('databases').select(['database_name', 'uuid']).execute()).map((row) => [row.database_name, row.uuid]))
  const files = new Map<string, Document>()
  const datasets = rowsIn(whole['datasources'], 'SqlaTable').map((row) => datasetOf(row, uuids))
  datasets.forEach((dataset, index) => files.set(`datasets/${index + 1}.yaml`, dataset.content))
  const idOfPlace = (place: string) => datasets.find((dataset) => dataset.place === place)?.content['uuid']
  for (const [index, dashboard] of rowsIn(whole['dashboards'], 'Dashboard').entries()) {
    const charts = rowsIn(dashboard['slices'], 'Slice').map((row) => chartOf(row, idOfPlace))
    for (const { content, oldId } of charts) files.set(`charts/${String(oldId)}.yaml`, content)
    files.set(`dashboards/${index + 1}.yaml`, dashboardOf(dashboard, new Map(charts.map(({ oldId, content }) => [oldId, content['uuid']]))))
  }
  return files
}

function parse(file: Buffer): Document | null {
  if (file.length > mostBytes || file.toString('utf8', 0, 64).trimStart()[0] !== '{') return null
  try {
    const value = parseJson(file.toString('utf8'))
    return isDocument(value) && Array.isArray(value['dashboards']) ? value : null
  } catch {
    return null
  }
}

/** `[{"__Slice__": {…}}, …]` → the rows. */
const rowsIn = (list: unknown, name: string): readonly Document[] =>
  (Array.isArray(list) ? list : []).flatMap((one) => {
    const row = isDocument(one) ? one[`__${name}__`] : undefined
    return isDocument(row) ? [row] : []
  })

const pick = (row: Document, keys: string): Document =>
  Object.fromEntries(keys.split(' ').flatMap((key) => (row[key] === undefined || isDocument(row[key]) ? [] : [[key, row[key]]])))
const textIn = (row: Document, key: string): string | null => (typeof row[key] === 'string' && row[key] !== '' ? row[key] : null)
const documentIn = (row: Document, key: string): Document => readDocument(textIn(row, key))

/** Rows of that time have a uuid or none; one that has none is known by where it was. */
const uuidOf = (row: Document, name: string): string =>
  /^[0-9a-f-]{36}$/i.test(textIn(row, 'uuid') ?? '') ? String(row['uuid']) : uuidOfName(`old file: ${name}`)
const placeOf = (database: unknown, schema: unknown, table: unknown): string => printDocument([database ?? null, schema || null, table ?? null])

const version = '1.0.0'
const columnKeys = 'column_name verbose_name is_dttm is_active type groupby filterable expression description python_date_format'
const metricKeys = 'metric_name verbose_name metric_type expression description d3format warning_text'

function datasetOf(row: Document, databases: ReadonlyMap<unknown, string>) {
  const { database_name: database } = documentIn(row, 'params')
  const place = placeOf(database, row['schema'], row['table_name'])
  const content = {
    ...pick(row, 'table_name main_dttm_col description default_endpoint offset cache_timeout schema sql filter_select_enabled fetch_values_predicate'),
    template_params: textIn(row, 'template_params'),
    uuid: uuidOf(row, `dataset ${place}`),
    columns: rowsIn(row['columns'], 'TableColumn').map((column) => pick(column, columnKeys)),
    metrics: rowsIn(row['metrics'], 'SqlMetric').map((metric) => pick(metric, metricKeys)),
    version,
    // A name that nobody here has is told as a database that is not there.
    database_uuid: databases.get(database) ?? uuidOfName(`no database ${String(database)}`),
  }
  return { place, content: content as Document }
}

function chartOf(row: Document, idOfPlace: (place: string) => unknown) {
  const params = documentIn(row, 'params')
  const { remote_id, datasource_name, schema, database_name, ...form } = params
  const table = String(datasource_name ?? row['datasource_name'] ?? '')
  // Some of that time wrote the schema before the name, some did not.
  const bare = typeof schema === 'string' && table.startsWith(`${schema}.`) ? table.slice(schema.length + 1) : table
  const oldId = remote_id ?? row['id'] ?? textIn(row, 'slice_name')
  const content = {
    ...pick(row, 'slice_name description viz_type cache_timeout certified_by certification_details'),
    params: form,
    query_context: textIn(row, 'query_context'),
    uuid: uuidOf(row, `chart ${String(oldId)} ${String(row['slice_name'])}`),
    version,
    dataset_uuid: idOfPlace(placeOf(database_name, schema, bare)),
  }
  return { oldId, content: content as Document }
}

function dashboardOf(row: Document, charts: ReadonlyMap<unknown, unknown>): Document {
  const { remote_id, import_time: _time, ...metadata } = documentIn(row, 'json_metadata')
  const position = Object.entries(documentIn(row, 'position_json')).map(([key, block]) => {
    const meta = isDocument(block) && block['type'] === 'CHART' && isDocument(block['meta']) ? block['meta'] : undefined
    const uuid = meta && charts.get(meta['chartId'])
    return [key, uuid === undefined ? block : { ...(block as Document), meta: { ...meta, uuid } }] as const
  })
  return {
    ...pick(row, 'dashboard_title description css slug certified_by certification_details published'),
    uuid: uuidOf(row, `dashboard ${String(remote_id ?? row['id'])} ${String(row['dashboard_title'])}`),
    position: Object.fromEntries(position),
    metadata,
    version,
  }
}
