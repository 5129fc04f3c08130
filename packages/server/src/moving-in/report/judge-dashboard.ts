import { gridId, headerId, isBlockType, rootId } from '@sightline/core'
import { isDocument, readDocument, type Document } from '../../bundles/documents.ts'
import type { DashboardContent } from '../../bundles/file-schema.ts'

// What a dashboard of a bundle will show here, by its document alone. Pure.

interface Part {
  readonly name: string
  readonly why: string
}
interface Parts {
  readonly found: number
  readonly missing: Part[]
}
export interface DashboardJudgement {
  readonly state: 'faithful' | 'changed'
  readonly blocks: Parts
  readonly filters: Parts
  readonly changes: Part[]
}

export interface KnownThings {
  readonly hasChart: (uuid: string) => boolean
  /** Columns of a dataset that are there; undefined for a dataset that is not. */
  readonly columnsOf: (uuid: string) => ReadonlySet<string> | undefined
}

export function judgeDashboard({ position, metadata, css }: Pick<DashboardContent, 'position' | 'metadata' | 'css'>, known: KnownThings): DashboardJudgement {
  const blocks = judgeBlocks(position ?? {}, known)
  const filters = judgeFilters(metadata ?? {}, known)
  const changes = [...whatIsKeptOnly({ ...metadata, ...(css?.trim() ? { css } : {}) })]
  const isFaithful = blocks.missing.length + filters.missing.length + changes.length === 0
  return { state: isFaithful ? 'faithful' : 'changed', blocks, filters, changes }
}

function judgeBlocks(position: Document, known: KnownThings): Parts {
  const missing: Part[] = []
  const seen = new Set<string>([headerId])
  let found = 0
  const visit = (id: string): void => {
    if (seen.has(id)) return
    seen.add(id)
    const block = position[id]
    const why = whyNotShown(block, known)
    if (why !== null) missing.push({ name: nameOfBlock(id, block), why })
    else if (id !== rootId && id !== gridId) found++
    const children = isDocument(block) && Array.isArray(block['children']) ? block['children'] : []
    for (const child of children) if (typeof child === 'string') visit(child)
  }
  if (isDocument(position[rootId])) visit(rootId)
  return { found, missing }
}

function whyNotShown(block: unknown, { hasChart }: KnownThings): string | null {
  if (!isDocument(block)) return 'The layout names this block but does not hold it.'
  const { type, meta } = block
  if (!isBlockType(type)) return `Blocks of the type "${String(type)}" are not drawn.`
  if (type === 'DYNAMIC') return 'Components of plugins are not drawn.'
  if (type !== 'CHART') return null
  const uuid = isDocument(meta) && typeof meta['uuid'] === 'string' ? meta['uuid'].toLowerCase() : null
  return uuid !== null && hasChart(uuid) ? null : 'Its chart did not come over.'
}

function nameOfBlock(id: string, block: unknown): string {
  const meta = isDocument(block) && isDocument(block['meta']) ? block['meta'] : {}
  const name = [meta['sliceNameOverride'], meta['sliceName'], meta['text']].find((text) => typeof text === 'string' && text.trim() !== '')
  return typeof name === 'string' ? `${name} (${id})` : id
}

/** Whether a filter of the kind needs a dataset, and a column of it. */
const filterKinds: Readonly<Record<string, 'nothing' | 'dataset' | 'column'>> = {
  filter_select: 'column',
  filter_range: 'column',
  filter_time: 'nothing',
  filter_timecolumn: 'dataset',
  filter_timegrain: 'dataset',
}

function judgeFilters(metadata: Document, known: KnownThings): Parts {
  const filters = Array.isArray(metadata['native_filter_configuration']) ? metadata['native_filter_configuration'].filter(isDocument) : []
  const own = filters.filter(({ type }) => type !== 'DIVIDER')
  const missing = own.flatMap((filter): Part[] => {
    const why = whyFilterFails(filter, known)
    return why === null ? [] : [{ name: String(filter['name'] || filter['id'] || 'Filter'), why }]
  })
  return { found: own.length - missing.length, missing }
}

function whyFilterFails(filter: Document, { columnsOf }: KnownThings): string | null {
  const kind = String(filter['filterType'])
  const needs = Object.hasOwn(filterKinds, kind) ? filterKinds[kind]! : undefined
  if (needs === undefined) return `Filters of the type "${kind}" are not known here.`
  if (needs === 'nothing') return null
  const [target] = Array.isArray(filter['targets']) ? filter['targets'] : []
  const uuid = isDocument(target) && typeof target['datasetUuid'] === 'string' ? target['datasetUuid'].toLowerCase() : null
  const columns = uuid === null ? undefined : columnsOf(uuid)
  if (!columns) return 'Its dataset did not come over.'
  if (needs === 'dataset') return null
  const column = isDocument(target) && isDocument(target['column']) ? String(target['column']['name']) : ''
  return columns.has(column) ? null : `Its dataset has no column "${column}".`
}

/** What the document of a dashboard says that is kept and leaves again with it, but that nothing here acts upon yet. */
const keptOnly: Readonly<Record<string, string>> = {
  css: 'The CSS of the dashboard is kept but not applied.',
  native_filter_configuration: 'The filters of the dashboard are kept but not shown.',
  chart_configuration: 'Which charts a click filters is kept but not applied.',
  default_filters: 'What the older filter boxes are set to is kept but not applied.',
  filter_scopes: 'What the older filter boxes act upon is kept but not applied.',
  color_scheme: 'The colour scheme of the dashboard is kept; charts are drawn in their own.',
  label_colors: 'Colours of labels that the dashboard sets are kept but not applied.',
  refresh_frequency: 'The dashboard is not refreshed by itself.',
}

function* whatIsKeptOnly(metadata: Document): Generator<Part> {
  for (const [name, why] of Object.entries(keptOnly)) {
    const value = name === 'default_filters' && typeof metadata[name] === 'string' ? readDocument(metadata[name]) : metadata[name]
    if (!isEmpty(value)) yield { name, why }
  }
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === 0 ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (isDocument(value) && Object.keys(value).length === 0)
