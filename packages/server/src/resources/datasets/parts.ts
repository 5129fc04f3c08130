import { randomUUID } from 'node:crypto'
import type { DatasetColumnPut, DatasetMetricPut } from '@sightline/contract'
import type { Writer } from '../../data-permissions/pairs.ts'
import type { DatasetColumnRow, DatasetMetricRow } from '../../datasets/load-dataset.ts'
import { createdBy, type Stamp } from '../../datasets/write-columns.ts'

type Part = { readonly id?: number | undefined; readonly name: string }

/** What is wrong with a list of columns or metrics that replaces the known one, or null. `things` is "columns" or "metrics". */
export function whatIsWrong(
  things: string,
  sent: readonly Part[],
  known: readonly { readonly id: number; readonly name: string }[],
  matchByName: boolean,
): string | null {
  if (new Set(sent.map(({ name }) => name)).size < sent.length) return `One or more ${things} are duplicated`
  if (matchByName) return null
  const ids = new Set(known.map(({ id }) => id))
  const sentIds = sent.flatMap(({ id }) => (id === undefined ? [] : [id]))
  if (new Set(sentIds).size < sentIds.length) return `One or more ${things} are duplicated`
  if (sentIds.some((id) => !ids.has(id))) return `One or more ${things} do not exist`
  const names = new Set(known.map(({ name }) => name))
  if (sent.some(({ id, name }) => id === undefined && names.has(name))) return `One or more ${things} already exist`
  return null
}

/** Rows with an id are changed, rows without one are new, known rows that are not in the list are removed. */
export async function replaceColumns(
  tx: Writer,
  datasetId: number,
  sent: readonly DatasetColumnPut[],
  known: readonly DatasetColumnRow[],
  matchByName: boolean,
  stamp: Stamp,
): Promise<void> {
  const kept = new Set<number>()
  const fresh: DatasetColumnPut[] = []
  for (const column of sent) {
    const old = known.find((row) => (matchByName ? row.column_name === column.column_name : row.id === column.id))
    if (!old) {
      fresh.push(column)
      continue
    }
    kept.add(old.id)
    const changes = columnValues(column)
    if (Object.entries(changes).some(([key, value]) => old[key as keyof DatasetColumnRow] !== value))
      await tx
        .updateTable('dataset_columns')
        .set({ ...changes, changed_on: stamp.at, changed_by_id: stamp.by })
        .where('id', '=', old.id)
        .execute()
  }
  const gone = known.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
  if (gone.length > 0) await tx.deleteFrom('dataset_columns').where('id', 'in', gone).execute()
  const uuidOf = await freshUuids(tx, 'dataset_columns', fresh)
  for (const column of fresh) {
    const defaults = { is_active: true, is_dttm: false, filterable: true, groupby: true }
    await tx
      .insertInto('dataset_columns')
      .values({ ...defaults, ...columnValues(column), column_name: column.column_name, uuid: uuidOf(column.uuid), dataset_id: datasetId, ...createdBy(stamp) })
      .execute()
  }
}

/** A new row keeps the uuid it came with, so that it is found again by it; one that another row has already is not taken away from that. */
async function freshUuids(
  tx: Writer,
  table: 'dataset_columns' | 'dataset_metrics',
  fresh: readonly { readonly uuid?: string | null | undefined }[],
): Promise<(sent: string | null | undefined) => string> {
  const sent = fresh.flatMap(({ uuid }) => (uuid ? [uuid.toLowerCase()] : []))
  const rows = sent.length === 0 ? [] : await tx.selectFrom(table).select('uuid').where('uuid', 'in', sent).execute()
  const taken = new Set(rows.map(({ uuid }) => uuid))
  return (uuid) => {
    const wanted = uuid?.toLowerCase()
    if (!wanted || taken.has(wanted)) return randomUUID()
    taken.add(wanted)
    return wanted
  }
}

export async function replaceMetrics(
  tx: Writer,
  datasetId: number,
  sent: readonly DatasetMetricPut[],
  known: readonly DatasetMetricRow[],
  stamp: Stamp,
): Promise<void> {
  const kept = new Set<number>()
  const fresh: DatasetMetricPut[] = []
  for (const metric of sent) {
    const old = known.find((row) => row.id === metric.id)
    if (!old) {
      fresh.push(metric)
      continue
    }
    kept.add(old.id)
    const changes = metricValues(metric)
    if (Object.entries(changes).some(([key, value]) => old[key as keyof DatasetMetricRow] !== value))
      await tx
        .updateTable('dataset_metrics')
        .set({ ...changes, changed_on: stamp.at, changed_by_id: stamp.by })
        .where('id', '=', old.id)
        .execute()
  }
  const gone = known.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
  if (gone.length > 0) await tx.deleteFrom('dataset_metrics').where('id', 'in', gone).execute()
  const uuidOf = await freshUuids(tx, 'dataset_metrics', fresh)
  for (const metric of fresh) {
    await tx
      .insertInto('dataset_metrics')
      .values({
        ...metricValues(metric),
        metric_name: metric.metric_name,
        expression: metric.expression,
        uuid: uuidOf(metric.uuid),
        dataset_id: datasetId,
        ...createdBy(stamp),
      })
      .execute()
  }
}

/** Keys that were not sent leave the stored value alone; a flag sent as null means its default. */
function columnValues({ id: _id, uuid: _uuid, is_active, is_dttm, python_date_format, ...rest }: DatasetColumnPut) {
  return sentOnly({
    ...rest,
    python_date_format: python_date_format === '' ? null : python_date_format,
    is_active: is_active === null ? true : is_active,
    is_dttm: is_dttm === null ? false : is_dttm,
  })
}

function metricValues({ id: _id, uuid: _uuid, currency, ...rest }: DatasetMetricPut) {
  const text =
    currency === undefined ? undefined : currency === null || currency === '' ? null : typeof currency === 'string' ? currency : JSON.stringify(currency)
  return sentOnly({ ...rest, currency: text })
}

export type SentOnly<T> = { [K in keyof T]?: Exclude<T[K], undefined> }
export const sentOnly = <T extends object>(values: T): SentOnly<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as SentOnly<T>
