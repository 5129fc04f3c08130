import { printDocument } from '../../bundles/documents.ts'

/** What becomes of a dashboard's documents when they are saved (see the save rules of the interface). Pure. */

export type Layout = Readonly<Record<string, unknown>>
type Document = Record<string, unknown>

export interface SavedMetadata {
  readonly json_metadata: string
  /** The layout that travelled inside, if one did. */
  readonly positions: Layout | undefined
}

const defaults: Document = {
  expanded_slices: {},
  refresh_frequency: 0,
  color_scheme: '',
  label_colors: {},
  shared_label_colors: {},
  color_scheme_domain: [],
  cross_filters_enabled: true,
}

/** The whole document is replaced by what was sent; only what every reader relies on is filled in. */
export function saveMetadata(sent: string): SavedMetadata {
  const { positions, show_native_filters: _dropped, ...document } = parseDocument(sent)
  return settle(document, document, layoutIn(positions))
}

/** A copy begins with what the original has stored; only what belongs to the layout, the colours and the refresh comes from what was sent. */
export function copyMetadata(stored: string | null, sent: string, copies: ReadonlyMap<number, number>): SavedMetadata {
  const { positions, ...document } = parseDocument(sent)
  return settle(parseDocument(stored), document, layoutIn(positions), copies)
}

function settle(document: Document, sent: Document, layout: Layout | undefined, copies: ReadonlyMap<number, number> = new Map()): SavedMetadata {
  const positions = layout && moveCharts(layout, copies)
  if (positions) {
    const placed = new Set(chartIdsIn(positions))
    const scopes = scopesOf(sent['filter_scopes'], placed, copies)
    if (Object.keys(scopes).length > 0) document['filter_scopes'] = scopes
    else delete document['filter_scopes']
    const filters = parseDocument(sent['default_filters'])
    document['default_filters'] = printDocument(Object.fromEntries(Object.entries(filters).filter(([id]) => placed.has(Number(id)))))
  }
  if ((sent['color_namespace'] ?? null) === null) delete document['color_namespace']
  else document['color_namespace'] = sent['color_namespace']
  document['timed_refresh_immune_slices'] ??= []
  for (const [key, value] of Object.entries(defaults)) document[key] = sent[key] ?? value
  return { json_metadata: printDocument(document), positions }
}

const layoutIn = (positions: unknown): Layout | undefined => (isDocument(positions) ? positions : undefined)

/** Blocks of charts that were copied show the copies. */
function moveCharts(layout: Layout, copies: ReadonlyMap<number, number>): Layout {
  if (copies.size === 0) return layout
  return Object.fromEntries(
    Object.entries(layout).map(([key, block]) => {
      const meta = isDocument(block) && isDocument(block['meta']) ? block['meta'] : undefined
      const copy = meta && copies.get(meta['chartId'] as number)
      return [key, copy === undefined ? block : { ...(block as Document), meta: { ...meta, chartId: copy } }]
    }),
  )
}

/** What an older filter chart reaches: only charts that the layout shows, and the copies in place of the originals. */
function scopesOf(scopes: unknown, placed: ReadonlySet<number>, copies: ReadonlyMap<number, number>): Document {
  if (!isDocument(scopes)) return {}
  const now = (id: unknown): number => copies.get(Number(id)) ?? Number(id)
  const reach = (value: unknown): unknown =>
    isDocument(value) && Array.isArray(value['immune']) ? { ...value, immune: value['immune'].map(now).filter((id) => placed.has(id)) } : value
  return Object.fromEntries(
    Object.entries(scopes).flatMap(([id, columns]) =>
      placed.has(now(id)) ? [[String(now(id)), isDocument(columns) ? mapValues(columns, reach) : columns] as const] : [],
    ),
  )
}

const mapValues = (document: Document, change: (value: unknown) => unknown): Document =>
  Object.fromEntries(Object.entries(document).map(([key, value]) => [key, change(value)]))

/** Charts a layout shows. */
export function chartIdsIn(layout: Layout): readonly number[] {
  const ids = Object.values(layout).flatMap((block) => {
    const id = isDocument(block) && block['type'] === 'CHART' && isDocument(block['meta']) ? block['meta']['chartId'] : undefined
    return Number.isInteger(id) && (id as number) > 0 && (id as number) < 2 ** 31 ? [id as number] : []
  })
  return [...new Set(ids)]
}

/** The layout as it is kept: each chart's block carries the chart's uuid, keys are sorted, no white space. */
export function printLayout(layout: Layout, uuids: ReadonlyMap<number, string>): string {
  const marked = Object.fromEntries(
    Object.entries(layout).map(([key, block]) => {
      const meta = isDocument(block) && isDocument(block['meta']) ? block['meta'] : undefined
      const uuid = meta && uuids.get(meta['chartId'] as number)
      return [key, uuid ? { ...(block as Document), meta: { ...meta, uuid } } : block]
    }),
  )
  return JSON.stringify(sorted(marked))
}

export function parseLayout(text: string | null | undefined): Layout | undefined {
  const layout = parseDocument(text)
  return Object.keys(layout).length > 0 ? layout : undefined
}

/** Trimmed, spaces become `-`, and nothing stays that an address would have to escape. */
export const slugOf = (text: string | null | undefined): string | null | undefined =>
  text === null || text === undefined
    ? text
    : text
        .trim()
        .replaceAll(' ', '-')
        .replace(/[^\w-]+/g, '') || null

const isDocument = (value: unknown): value is Document => typeof value === 'object' && value !== null && !Array.isArray(value)

function parseDocument(text: unknown): Document {
  try {
    const value: unknown = typeof text === 'string' && text !== '' ? JSON.parse(text) : {}
    return isDocument(value) ? value : {}
  } catch {
    return {}
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isDocument(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, sorted(value[key])]),
  )
}
