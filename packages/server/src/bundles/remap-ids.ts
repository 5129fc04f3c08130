import { isDocument, printDocument, readDocument, type Document } from './documents.ts'

// Ids mean nothing in another store: charts are found again by their uuids, and what a dashboard says about ids is rewritten. Pure.

interface Placed {
  readonly uuid: string
  readonly oldId: unknown
}

function placedCharts(position: Document): readonly Placed[] {
  return Object.values(position).flatMap((block) => {
    const meta = isDocument(block) && block['type'] === 'CHART' && isDocument(block['meta']) ? block['meta'] : undefined
    return typeof meta?.['uuid'] === 'string' ? [{ uuid: meta['uuid'].toLowerCase(), oldId: meta['chartId'] }] : []
  })
}

export const chartUuidsIn = (position: Document): readonly string[] => [...new Set(placedCharts(position).map(({ uuid }) => uuid))]

/** Of the datasets that filters ask for values. */
export function datasetUuidsIn(metadata: Document): readonly string[] {
  const filters = metadata['native_filter_configuration']
  const targets = (Array.isArray(filters) ? filters : []).flatMap((filter) => (isDocument(filter) && Array.isArray(filter['targets']) ? filter['targets'] : []))
  return [
    ...new Set(targets.flatMap((target) => (isDocument(target) && typeof target['datasetUuid'] === 'string' ? [target['datasetUuid'].toLowerCase()] : []))),
  ]
}

/** The layout with the ids that the charts have here. */
export const remapPosition = (position: Document, idOfChart: (uuid: string) => number | undefined): Document =>
  Object.fromEntries(
    Object.entries(position).map(([key, block]) => {
      const meta = isDocument(block) && block['type'] === 'CHART' && isDocument(block['meta']) ? block['meta'] : undefined
      const id = typeof meta?.['uuid'] === 'string' ? idOfChart(meta['uuid'].toLowerCase()) : undefined
      return [key, id === undefined ? block : { ...(block as Document), meta: { ...meta, chartId: id } }]
    }),
  )

/** What a dashboard says besides its layout. Ids of charts that it does not show are dropped, everything else stays. */
export function remapMetadata(
  metadata: Document,
  position: Document,
  idOfChart: (uuid: string) => number | undefined,
  idOfDataset: (uuid: string) => number | undefined,
): Document {
  const ids = new Map<string, number>()
  for (const { uuid, oldId } of placedCharts(position)) {
    const id = idOfChart(uuid)
    if (id === undefined) continue
    ids.set(uuid, id)
    ids.set(String(oldId), id)
  }
  const idOf = (old: unknown): number | undefined => ids.get(String(old).toLowerCase())
  const list = (value: unknown): unknown => (Array.isArray(value) ? value.flatMap((old) => idOf(old) ?? []) : value)
  const keyed = (value: unknown, inner: (value: unknown, id: number) => unknown = (same) => same): unknown =>
    isDocument(value)
      ? Object.fromEntries(
          Object.entries(value).flatMap(([old, one]) => {
            const id = idOf(old)
            return id === undefined ? [] : [[String(id), inner(one, id)]]
          }),
        )
      : value
  const scope = (value: unknown): unknown => change(value, { excluded: list })
  const scoped = { scope, chartsInScope: list }
  const target = (value: unknown): unknown => {
    const id = isDocument(value) && typeof value['datasetUuid'] === 'string' ? idOfDataset(value['datasetUuid'].toLowerCase()) : undefined
    if (!isDocument(value) || id === undefined) return value
    const { datasetUuid: _uuid, ...rest } = value
    return { ...rest, datasetId: id }
  }
  const each = (one: (value: unknown) => unknown) => (value: unknown) => (Array.isArray(value) ? value.map(one) : value)
  return change(metadata, {
    timed_refresh_immune_slices: list,
    filter_scopes: (value) => keyed(value, immunity(list)),
    expanded_slices: (value) => keyed(value),
    default_filters: (value) => (typeof value === 'string' ? printDocument(keyed(readDocument(value))) : keyed(value)),
    native_filter_configuration: each((filter) => change(filter, { ...scoped, targets: each(target) })),
    chart_configuration: (value) => keyed(value, (one, id) => change(one, { id: () => id, crossFilters: (cross) => change(cross, scoped) })),
    global_chart_configuration: (value) => change(value, scoped),
  }) as Document
}

/** Filters of the old kind: per column a scope, and the charts it leaves alone. */
const immunity = (list: (value: unknown) => unknown) => (columns: unknown) =>
  isDocument(columns) ? Object.fromEntries(Object.entries(columns).map(([column, scope]) => [column, change(scope, { immune: list })])) : columns

/** A document with some of its values changed where they are there. */
const change = (value: unknown, changes: Readonly<Record<string, (value: unknown) => unknown>>): unknown =>
  isDocument(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, Object.hasOwn(changes, key) ? changes[key]!(one) : one])) : value
