type Form = Readonly<Record<string, unknown>>

/** The filters of the old filter box that stand for the time settings of the form. */
const timeSettings: Readonly<Record<string, string>> = {
  __time_range: 'time_range',
  __time_col: 'granularity_sqla',
  __time_grain: 'time_grain_sqla',
  __granularity: 'granularity',
}
/** What a dashboard's filters replace in a form. */
const replaced: Readonly<Record<string, string>> = {
  granularity: 'granularity',
  granularity_sqla: 'granularity_sqla',
  time_column: 'time_column',
  time_grain: 'time_grain',
  time_range: 'time_range',
  time_grain_sqla: 'time_grain_sqla',
}
const noTimeRange = 'No filter'

/**
 * The form as the explorer works with it: filters of very old forms (`where`, `having`, `filters`, `having_filters`), of filter boxes
 * (`extra_filters`) and of dashboards (`extra_form_data`) become filters like all others.
 */
export function mergeFilters(form: Form): Record<string, unknown> {
  const { where, having, filters, having_filters: havingFilters, extra_filters: extraFilters, extra_form_data: extra, ...rest } = form
  const own = recordsIn(rest['adhoc_filters'])
  const old =
    own.length > 0
      ? []
      : [...sqlFilter('HAVING', having), ...simpleFilters('HAVING', havingFilters), ...sqlFilter('WHERE', where), ...simpleFilters('WHERE', filters)]
  const merged: Record<string, unknown> = { ...rest }
  const applied: Record<string, unknown> = { ...recordOf(rest['applied_time_extras']) }
  const added: Form[] = []
  for (const filter of recordsIn(extraFilters)) {
    const { col, val } = filter
    const setting = typeof col === 'string' ? timeSettings[col] : undefined
    if (setting !== undefined && typeof col === 'string') {
      if (!val || val === noTimeRange) continue
      merged[setting] = val
      applied[col] = val
    } else if (val && !isThere([...own, ...old], filter)) added.push({ ...simpleFilter('WHERE', filter), isExtra: true })
  }
  return {
    ...merged,
    ...fromDashboard(recordOf(extra), [...own, ...old, ...added]),
    applied_time_extras: applied,
  }
}

function fromDashboard(extra: Form, filters: readonly Form[]): Form {
  const settings = Object.entries(replaced).filter(([name]) => extra[name] !== undefined && extra[name] !== null)
  const more: Form[] = [
    ...recordsIn(extra['adhoc_filters']).map((filter) => ({ ...filter, isExtra: true })),
    ...recordsIn(extra['filters']).map((filter) => ({ ...simpleFilter('WHERE', filter), isExtra: true })),
  ]
  const range = extra['time_range']
  const all = [...filters, ...more]
  return {
    ...Object.fromEntries(settings.map(([name, setting]) => [setting, extra[name]])),
    adhoc_filters: typeof range === 'string' ? all.map((filter) => (filter['operator'] === 'TEMPORAL_RANGE' ? { ...filter, comparator: range } : filter)) : all,
  }
}

const sqlFilter = (clause: string, text: unknown): Form[] =>
  typeof text === 'string' && text !== '' ? [{ clause, expressionType: 'SQL', sqlExpression: text }] : []

const simpleFilter = (clause: string, { col, op, val }: Form): Form => ({ clause, expressionType: 'SIMPLE', subject: col, operator: op, comparator: val })

const simpleFilters = (clause: string, filters: unknown): Form[] => recordsIn(filters).map((filter) => simpleFilter(clause, filter))

/** Whether a form filters the same column in the same way by the same value, whatever the order of a list. */
function isThere(filters: readonly Form[], { col, op, val }: Form): boolean {
  const found = filters.find((filter) => filter['subject'] === col && filter['operator'] === op)
  return found !== undefined && sorted(found['comparator']) === sorted(val)
}

const sorted = (value: unknown): string => JSON.stringify(Array.isArray(value) ? value.map((item) => JSON.stringify(item)).sort() : value)

const recordOf = (value: unknown): Form => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Form) : {})
const recordsIn = (value: unknown): Form[] =>
  Array.isArray(value) ? value.filter((item): item is Form => typeof item === 'object' && item !== null && !Array.isArray(item)) : []
