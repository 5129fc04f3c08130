import { forbidsAdhocMetrics, type Dataset } from './dataset.ts'
import { defaultMetricLabel, isMetricComplete, type AdhocMetric, type MetricValue } from './metric-value.ts'

export type MetricTab = 'saved' | 'simple' | 'sql'

/** A metric while it is edited: what each tab holds, and which one counts. */
export interface MetricDraft {
  readonly tab: MetricTab
  readonly saved: string | undefined
  readonly adhoc: AdhocMetric
}

const emptyAdhoc = (optionName: string): AdhocMetric => ({
  expressionType: 'SIMPLE',
  column: null,
  aggregate: null,
  sqlExpression: null,
  label: '',
  hasCustomLabel: false,
  optionName,
})

/** Without a value the saved metrics come first, where there are any or nothing else is allowed. */
export const startMetric = (value: MetricValue | undefined, dataset: Dataset, optionName: string): MetricDraft => {
  if (value !== undefined && typeof value !== 'string') return { tab: value.expressionType === 'SQL' ? 'sql' : 'simple', saved: undefined, adhoc: value }
  const isSavedFirst = value !== undefined || dataset.metrics.length > 0 || forbidsAdhocMetrics(dataset)
  return { tab: isSavedFirst ? 'saved' : 'simple', saved: value, adhoc: emptyAdhoc(optionName) }
}

/** Another tab makes it another kind of metric; what the tabs hold stays. */
export const switchMetricTab = (draft: MetricDraft, tab: MetricTab): MetricDraft => ({
  ...draft,
  tab,
  adhoc: tab === 'saved' ? draft.adhoc : { ...draft.adhoc, expressionType: tab === 'sql' ? 'SQL' : 'SIMPLE' },
})

/** A saved metric lets go of column, aggregate and SQL. */
export const pickSavedMetric = (draft: MetricDraft, saved: string | undefined): MetricDraft => ({
  ...draft,
  saved,
  adhoc: saved === undefined ? draft.adhoc : emptyAdhoc(draft.adhoc.optionName),
})

/** Editing column, aggregate or SQL lets go of the saved metric. */
export const editMetric = (draft: MetricDraft, part: Partial<Pick<AdhocMetric, 'column' | 'aggregate' | 'sqlExpression'>>): MetricDraft => ({
  ...draft,
  saved: undefined,
  adhoc: { ...draft.adhoc, ...part },
})

/** A name of its own; emptied, the metric goes back to the name it has by itself. A saved metric keeps the name it has. */
export const nameMetric = (draft: MetricDraft, label: string): MetricDraft =>
  draft.tab === 'saved' ? draft : { ...draft, adhoc: { ...draft.adhoc, label, hasCustomLabel: label.trim() !== '' } }

/** What the draft gives; undefined while something is missing. */
export const finishMetric = ({ tab, saved, adhoc }: MetricDraft): MetricValue | undefined => {
  if (tab === 'saved') return saved
  return isMetricComplete(adhoc) ? { ...adhoc, label: adhoc.hasCustomLabel ? adhoc.label : defaultMetricLabel(adhoc) } : undefined
}
