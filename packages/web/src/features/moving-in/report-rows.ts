import { links } from '../../links.ts'
import type { FidelityReport } from './queries.ts'

/** Parts of the report with a list of their own, in the order in which people ask for them. */
export const sections = ['charts', 'dashboards', 'datasets', 'databases', 'saved_queries'] as const
export type Section = (typeof sections)[number]

/** What became of a row, the worst first: lists and legends follow this order. */
export const states = ['not_drawable', 'shut', 'missing', 'unchecked', 'changed', 'faithful', 'complete', 'opens', 'came'] as const
export type RowState = (typeof states)[number]

export type Tone = 'danger' | 'warning' | 'success' | 'neutral'

export const toneOf: Readonly<Record<RowState, Tone>> = {
  not_drawable: 'danger',
  shut: 'danger',
  missing: 'warning',
  unchecked: 'neutral',
  changed: 'warning',
  faithful: 'success',
  complete: 'success',
  opens: 'success',
  came: 'success',
}

/** One thing that is not as it was, by its name. `of` is a key of words: control, column, metric, block, filter. */
export interface Loss {
  readonly of: 'control' | 'column' | 'metric' | 'block' | 'filter' | 'setting'
  readonly name: string
  readonly why: string
}

export interface ReportRow {
  readonly key: string
  readonly name: string
  /** What kind of thing it is: the type of a chart, the database of a dataset. */
  readonly about: string
  readonly fate: 'made' | 'replaced' | 'kept'
  readonly id: number | null
  readonly to: string | undefined
  readonly state: RowState
  readonly isClosed: boolean
  readonly why: string | null
  readonly losses: readonly Loss[]
  /** What was found, where that was counted. */
  readonly found: readonly (readonly [of: 'column' | 'metric' | 'block' | 'filter', count: number])[]
}

type Part = { readonly name: string; readonly why: string }
const lossesOf = (of: Loss['of'], parts: readonly Part[]): Loss[] => parts.map(({ name, why }) => ({ of, name, why }))

const plain = { about: '', isClosed: false, why: null, losses: [], found: [] } as const

const readers: Readonly<Record<Section, (report: FidelityReport) => ReportRow[]>> = {
  charts: ({ charts }) =>
    charts.map((chart) => ({
      ...plain,
      key: chart.uuid,
      name: chart.name,
      about: chart.viz_type,
      fate: chart.fate,
      id: chart.id,
      to: chart.id === null ? undefined : links.explore({ slice_id: chart.id }),
      state: chart.state,
      losses: lossesOf('control', chart.changes),
    })),
  dashboards: ({ dashboards }) =>
    dashboards.map((dashboard) => ({
      ...plain,
      key: dashboard.uuid,
      name: dashboard.name,
      fate: dashboard.fate,
      id: dashboard.id,
      to: dashboard.id === null ? undefined : links.dashboard(dashboard.id),
      state: dashboard.state,
      losses: [
        ...lossesOf('block', dashboard.blocks.missing),
        ...lossesOf('filter', dashboard.filters.missing),
        // Reports of earlier versions do not have them.
        ...lossesOf('setting', dashboard.changes ?? []),
      ],
      found: [
        ['block', dashboard.blocks.found],
        ['filter', dashboard.filters.found],
      ],
    })),
  datasets: ({ datasets }) =>
    datasets.map((dataset) => ({
      ...plain,
      key: dataset.uuid,
      name: dataset.name,
      about: dataset.database,
      fate: dataset.fate,
      id: dataset.id,
      to: dataset.id === null ? undefined : links.dataset(dataset.id),
      state: dataset.state,
      isClosed: dataset.is_closed,
      why: dataset.why,
      losses: [...dataset.columns.missing.map((name): Loss => ({ of: 'column', name, why: '' })), ...lossesOf('metric', dataset.metrics.missing)],
      found: [
        ['column', dataset.columns.found],
        ['metric', dataset.metrics.found],
      ],
    })),
  databases: ({ databases }) =>
    databases.map((database) => ({
      ...plain,
      key: database.uuid,
      name: database.name,
      fate: database.fate,
      id: database.id,
      to: database.id === null ? undefined : links.databases({ database: database.id }),
      state: database.opens ? 'opens' : 'shut',
      why: database.why,
    })),
  saved_queries: (report) =>
    report.saved_queries.map((query) => ({
      ...plain,
      key: query.uuid,
      name: query.name,
      fate: query.fate,
      id: query.id,
      to: query.id === null ? undefined : links.sql({ savedQueryId: query.id }),
      state: 'came',
    })),
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const rank = (row: ReportRow): number => states.indexOf(row.state) - (row.isClosed ? states.length : 0)

/** The rows of a part: what is closed or lost comes first, then by name. */
export const rowsOf = (report: FidelityReport, section: Section): readonly ReportRow[] =>
  readers[section](report).toSorted((one, other) => rank(one) - rank(other) || byName.compare(one.name, other.name))

export type StateFilter = RowState | 'closed'

const isOf = (row: ReportRow, filter: StateFilter): boolean => (filter === 'closed' ? row.isClosed : row.state === filter)

/** How many rows there are of each state that occurs; closed datasets are counted besides. */
export const countStates = (rows: readonly ReportRow[]): readonly (readonly [StateFilter, number])[] =>
  (['closed', ...states] as const).flatMap((filter) => {
    const count = rows.filter((row) => isOf(row, filter)).length
    return count === 0 ? [] : [[filter, count] as const]
  })

/** Every word that is searched for occurs in what the row says. */
export const findRows = (
  rows: readonly ReportRow[],
  { state, text }: { readonly state: StateFilter | undefined; readonly text: string },
): readonly ReportRow[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter((row) => {
    if (state !== undefined && !isOf(row, state)) return false
    if (words.length === 0) return true
    const said = [row.name, row.about, row.why ?? '', ...row.losses.flatMap(({ name, why }) => [name, why])].join('\n').toLowerCase()
    return words.every((word) => said.includes(word))
  })
}
