import type { Kind } from '@sightline/core'
import { kindOfColumn, labelOfColumn, labelOfMetric, marksOf, type Dataset, type DatasetColumn, type DatasetMetric } from '../../controls/dataset.ts'

export type Folder = 'certified' | 'metrics' | Kind

/** A line of the dataset panel. */
export type PanelRow =
  | { readonly type: 'section'; readonly key: 'metrics' | 'columns'; readonly shown: number; readonly all: number; readonly isOpen: boolean }
  | { readonly type: 'folder'; readonly key: string; readonly folder: Folder; readonly shown: number; readonly isOpen: boolean }
  | { readonly type: 'metric'; readonly key: string; readonly metric: DatasetMetric }
  | { readonly type: 'column'; readonly key: string; readonly column: DatasetColumn }

const kindOrder: readonly Kind[] = ['temporal', 'string', 'numeric', 'boolean']

/** How well a thing fits what is searched for: its label first, then its name, then what is said about it. Undefined does not fit. */
const rankOf = (wanted: string, texts: readonly (string | null | undefined)[]): number | undefined => {
  const at = texts.findIndex((text) => text?.toLowerCase().includes(wanted))
  return at < 0 ? undefined : at
}

const find = <Item>(items: readonly Item[], wanted: string, textsOf: (item: Item) => readonly (string | null | undefined)[]): readonly Item[] =>
  wanted === ''
    ? items
    : items
        .flatMap((item) => {
          const rank = rankOf(wanted, textsOf(item))
          return rank === undefined ? [] : [{ item, rank }]
        })
        .toSorted((one, other) => one.rank - other.rank)
        .map(({ item }) => item)

const isCertified = (thing: DatasetMetric | DatasetColumn): boolean => marksOf(thing).certifiedBy !== undefined

/**
 * Metrics and columns in their folders: what somebody vouches for first, then columns by what they hold. A section of one folder needs no name
 * for it. While somebody searches, every folder with a find is open.
 */
export const panelRows = (dataset: Dataset, search: string, closed: ReadonlySet<string>): readonly PanelRow[] => {
  const wanted = search.trim().toLowerCase()
  const metrics = find(dataset.metrics, wanted, (metric) => [labelOfMetric(metric), metric.metric_name, metric.expression, metric.description])
  const columns = find(dataset.columns, wanted, (column) => [labelOfColumn(column), column.column_name, column.description, column.expression])
  const isOpen = (key: string): boolean => wanted !== '' || !closed.has(key)

  const section = (key: 'metrics' | 'columns', all: number, folders: readonly (readonly [Folder, readonly PanelRow[]])[]): PanelRow[] => {
    const filled = folders.filter(([, rows]) => rows.length > 0)
    const shown = filled.reduce((sum, [, rows]) => sum + rows.length, 0)
    if (shown === 0) return []
    const head: PanelRow = { type: 'section', key, shown, all, isOpen: isOpen(key) }
    if (!head.isOpen) return [head]
    if (filled.length === 1) return [head, ...filled[0]![1]]
    return [
      head,
      ...filled.flatMap(([folder, rows]): PanelRow[] => {
        const at = `${key}.${folder}`
        const line: PanelRow = { type: 'folder', key: at, folder, shown: rows.length, isOpen: isOpen(at) }
        return line.isOpen ? [line, ...rows] : [line]
      }),
    ]
  }
  const metricRows = (certified: boolean): PanelRow[] =>
    metrics.filter((metric) => isCertified(metric) === certified).map((metric) => ({ type: 'metric', key: `metric ${metric.metric_name}`, metric }))
  const columnRows = (fits: (column: DatasetColumn) => boolean): PanelRow[] =>
    columns.filter(fits).map((column) => ({ type: 'column', key: `column ${column.column_name}`, column }))
  return [
    ...section('metrics', dataset.metrics.length, [
      ['certified', metricRows(true)],
      ['metrics', metricRows(false)],
    ]),
    ...section('columns', dataset.columns.length, [
      ['certified', columnRows(isCertified)],
      ...kindOrder.map((kind) => [kind, columnRows((column) => !isCertified(column) && kindOfColumn(column) === kind)] as const),
    ]),
  ]
}
