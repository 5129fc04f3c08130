import type { FidelityReport } from '@sightline/contract'

// A report for people who read it in a terminal. What was lost stands first.

interface Part {
  readonly name: string
  readonly why: string
}

export function printReport(report: FidelityReport): string {
  const { source, is_dry_run: isDryRun } = report
  const head = isDryRun ? `Nothing was written. This is what would come over from ${source.name}:` : `Everything came over from ${source.name}.`
  return [
    head,
    section(
      'Not brought',
      report.not_brought.map(({ name, why }) => `${name}: ${why}`),
    ),
    section(
      `Databases: ${fatesOf(report.databases)}`,
      report.databases.flatMap(({ name, opens, why }) => (opens ? [] : [`${name}: ${why ?? 'It cannot be opened.'}`])),
    ),
    section(`Datasets: ${fatesOf(report.datasets)}${statesOf(report.datasets)}`, report.datasets.flatMap(linesOfDataset)),
    section(`Charts: ${fatesOf(report.charts)}${statesOf(report.charts)}`, [...linesOfCharts(report.charts)]),
    section(`Dashboards: ${fatesOf(report.dashboards)}${statesOf(report.dashboards)}`, report.dashboards.flatMap(linesOfDashboard)),
    section(`Saved queries: ${fatesOf(report.saved_queries)}`, []),
    section(
      'Also brought',
      report.extras.filter(({ brought }) => brought > 0).map(({ kind, brought }) => `${kind.replaceAll('_', ' ')}: ${brought}`),
    ),
  ]
    .filter((text) => text !== '')
    .join('\n\n')
}

/** A heading that says nothing by itself is left out where nothing stands under it. */
function section(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return title.includes(':') ? title : ''
  return [title, ...lines.map((line) => `  ${line}`)].join('\n')
}

const tally = (words: readonly string[]): string => {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].map(([word, count]) => `${count} ${word}`).join(', ')
}
const fatesOf = (all: readonly { readonly fate: string }[]): string => (all.length === 0 ? 'none' : tally(all.map(({ fate }) => fate)))
const statesOf = (all: readonly { readonly state: string }[]): string =>
  all.length === 0 ? '' : ` (${tally(all.map(({ state }) => (state === 'not_drawable' ? 'not yet drawable' : state)))})`

function linesOfDataset({ name, state, why, columns, metrics, is_closed: isClosed }: FidelityReport['datasets'][number]): readonly string[] {
  const lost = [
    ...(why === null ? [] : [why]),
    ...(columns.missing.length > 0 ? [`columns that are missing: ${columns.missing.join(', ')}`] : []),
    ...metrics.missing.map((metric) => `metric ${metric.name}: ${metric.why}`),
    ...(isClosed ? ['closed to all but administrators until one of them opens it'] : []),
  ]
  return state === 'complete' && !isClosed ? [] : lost.map((line) => `${name}: ${line}`)
}

function* linesOfCharts(charts: FidelityReport['charts']): Generator<string> {
  for (const { name, viz_type: type, changes } of charts) for (const change of changes) yield `${name} (${type}): ${named(change)}`
  const types = new Map<string, number>()
  for (const { state, viz_type: type, changes } of charts) if (state === 'not_drawable' && changes.length === 0) types.set(type, (types.get(type) ?? 0) + 1)
  for (const [type, count] of types) yield `${count} of the type ${type}: kept, but not yet drawable`
}

const linesOfDashboard = ({ name, blocks, filters, changes }: FidelityReport['dashboards'][number]): readonly string[] => [
  ...blocks.missing.map((block) => `${name}: block ${named(block)}`),
  ...filters.missing.map((filter) => `${name}: filter ${named(filter)}`),
  ...changes.map((change) => `${name}: ${named(change)}`),
]

const named = ({ name, why }: Part): string => `${name}: ${why}`

/** The elements of `errors` as lines: what is wrong, then by file. */
export function printErrors(errors: readonly unknown[]): string {
  return errors
    .flatMap((error) => {
      const { message, extra } = (typeof error === 'object' && error !== null ? error : {}) as { readonly message?: unknown; readonly extra?: unknown }
      const files = typeof extra === 'object' && extra !== null ? Object.entries(extra).filter(([path]) => path !== 'issue_codes') : []
      return [textOf(message), ...files.map(([path, fault]) => `  ${path}: ${textOf(fault)}`)]
    })
    .join('\n')
}

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textOf).join(' ')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([key, inner]) => (key === '_schema' ? textOf(inner) : `${key}: ${textOf(inner)}`))
    .join('; ')
}
