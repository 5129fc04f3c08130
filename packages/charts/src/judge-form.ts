import { charts, chartOf } from './all.ts'
import type { Chart, Control } from './chart.ts'
import { judgeParts, type Change } from './judge-parts.ts'

export interface FormJudgement {
  readonly state: 'faithful' | 'changed' | 'not_drawable'
  /** Each control or option of the form that is not honoured, by its name. */
  readonly changes: readonly Change[]
}

type Form = Readonly<Record<string, unknown>>

/** Keys of saved forms that say where a chart comes from or how it was last looked at, and nothing about what is drawn. */
const meaningless: ReadonlySet<string> = new Set(
  `viz_type datasource datasource_id datasource_type datasource_name database_name schema slice_id slice_name slice_url chart_id uuid url_params dashboards
  dashboardId dashboard_id dashboard_title import_time remote_id force standalone result_type result_format form_data_key applied_time_extras custom_params
  extra_form_data extra_filters native_filters ownState cache_timeout datasourceUuid queryFields collapsed_fieldsets where_clause_id edit_mode params
  time_range_endpoints druid_time_origin shared_label_colors map_label_colors color_scheme_domain last_saved_by changed_on owners tags`.split(/\s+/),
)

/** Keys that no panel shows and that every query is made from, whatever the type. */
const readByQueries: ReadonlySet<string> = new Set('time_range granularity_sqla filters row_offset series_limit series_limit_metric limit'.split(' '))

/** Controls of the panels that nothing is done with yet. A test compares this with what really happens. */
export const withoutEffect: Readonly<Record<string, ReadonlySet<string>>> = {
  table: new Set(['allow_rearrange_columns']),
  // Numbers under bars stand as categories, and those have no bounds.
  echarts_timeseries_bar: new Set(['truncateXAxis', 'xAxisBounds']),
}

/** How faithfully a saved form is drawn here: what is in it that its queries and its picture do not honour. Pure. */
export function judgeForm(vizType: string, form: Form): FormJudgement {
  const chart = chartOf(vizType)
  if (!chart) return { state: 'not_drawable', changes: [] }
  const read = chart.form.safeParse(form)
  if (!read.success) {
    const names = [...new Set(read.error.issues.map(({ path }) => String(path[0] ?? 'params')))]
    return { state: 'not_drawable', changes: names.map((name) => ({ name, why: 'Its value cannot be read, and the chart is not drawn with it.' })) }
  }
  const drawn = read.data as Form
  const lacking = whatIsLacking(chart, drawn)
  if (lacking.length > 0) return { state: 'not_drawable', changes: lacking }
  const changes = Object.entries(form).flatMap(([name, value]) => judgeEntry(chart, name, value, form, drawn))
  return { state: changes.length > 0 ? 'changed' : 'faithful', changes }
}

/** A form that asks for nothing: its required controls are empty, or are called otherwise than they were when it was saved. */
function whatIsLacking(chart: Chart<any>, drawn: Form): readonly Change[] {
  if (chart.queries(drawn).length > 0) return []
  const required = controlsOf(chart).filter(({ name, required, visible }) => required === true && isEmpty(drawn[name]) && (visible?.(drawn) ?? true))
  const why = 'It is empty, and without it there is nothing to ask for.'
  return required.length > 0 ? required.map(({ name }) => ({ name, why })) : [{ name: 'metrics', why }]
}

function judgeEntry(chart: Chart<any>, name: string, value: unknown, form: Form, drawn: Form): readonly Change[] {
  if (meaningless.has(name) || isEmpty(value)) return []
  if (!namesOf(chart).has(name)) return judgeStranger(chart, name, value)
  const parts = judgeParts(name, value)
  if (parts) return parts
  if (withoutEffect[chart.id]?.has(name))
    return isSame(value, (chart.form.parse({}) as Form)[name]) ? [] : [{ name, why: 'The control is there, but it has no effect yet.' }]
  if (!isSame(value, drawn[name])) return [{ name, why: `The value ${shown(value)} is not known here; ${shown(drawn[name])} is used instead.` }]
  const control = controlsOf(chart).find((one) => one.name === name)
  if (!control || isChosen(chart, control, value, form)) return []
  return [{ name, why: `The value ${shown(value)} is not among the choices.` }]
}

/** A key that this type does not know. What another type left in the form meant nothing to this one where it was saved either. */
function judgeStranger(chart: Chart<any>, name: string, value: unknown): readonly Change[] {
  if (value === false || readByQueries.has(name)) return []
  const isOfAnother = charts.some((other) => namesOf(other).has(name))
  return isOfAnother ? [] : [{ name, why: 'This chart type has no such control here.' }]
}

/** Whether a value is one of the choices, where there is nothing but choices: a form that takes any text has its choices from the panel alone. */
function isChosen(chart: Chart<any>, { name, kind, options, freeForm }: Control, value: unknown, form: Form): boolean {
  if (!options || freeForm || kind === 'color-scheme' || (kind !== 'select' && kind !== 'radio')) return true
  const values = Array.isArray(value) ? value : [value]
  const isNone = (one: unknown): boolean => one === 'None' && options.some(([choice]) => choice === null)
  if (values.every((one) => isNone(one) || options.some(([choice]) => isSame(one, choice)))) return true
  const any = 'no such choice'
  const read = chart.form.safeParse({ ...form, [name]: any })
  return !(read.success && (read.data as Form)[name] === any)
}

const controls: ReadonlyMap<string, readonly Control[]> = new Map(charts.map(({ id, sections }) => [id, sections.flatMap((section) => section.controls)]))
const controlsOf = ({ id }: Chart<any>): readonly Control[] => controls.get(id) ?? []

/** Everything a type reads of its form, whether its panel shows it or not. */
const names: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  charts.map((chart) => [chart.id, new Set([...controlsOf(chart).map(({ name }) => name), ...Object.keys((chart.form as { shape?: object }).shape ?? {})])]),
)
const namesOf = ({ id }: Chart<any>): ReadonlySet<string> => names.get(id) ?? new Set()

/** What asks for nothing. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (Array.isArray(value)) return value.every(isEmpty)
  return typeof value === 'object' && Object.values(value).every((one) => one === null || one === undefined)
}

/** Numbers are saved as texts at times; an empty text, null and nothing mean the same. */
function isSame(one: unknown, other: unknown): boolean {
  if (isEmpty(one) && isEmpty(other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return String(one) === String(other)
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every((key) => isSame((one as Form)[key], (other as Form)[key]))
}

function shown(value: unknown): string {
  const text =
    typeof value === 'string'
      ? `"${value}"`
      : (JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? Number(inner) : inner)) ?? 'nothing')
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
