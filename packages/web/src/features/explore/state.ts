import type { Chart, Control, ControlSection } from '@sightline/charts'
import type { Kind } from '@sightline/core'
import { withoutWarnings } from './form-warnings.ts'

export type Form = Readonly<Record<string, unknown>>

/** Building a chart: the form on the screen, the form of the last answer, and the form that is saved. */
export interface ExploreState {
  readonly form: Form
  /** undefined until a query was sent. */
  readonly ran: Form | undefined
  readonly saved: Form | undefined
  /** Forms of chart types that were left, newest last; reused only for the same dataset. */
  readonly memory: readonly (readonly [vizType: string, form: Form])[]
  /** Controls somebody changed since the type was chosen, and whether a run was tried: before either, nothing missing is a mistake. */
  readonly touched: readonly string[]
  readonly hasTried: boolean
  /** Counts the times somebody asked for data, so that the same question can be asked twice. */
  readonly runs: number
}

export type ExploreAction =
  | { readonly type: 'opened'; readonly form: Form; readonly saved: Form | undefined; readonly runAtOnce: boolean }
  | { readonly type: 'set'; readonly name: string; readonly value: unknown; readonly rules?: FormRules }
  | { readonly type: 'ran' }
  | { readonly type: 'tried' }
  | { readonly type: 'typeChanged'; readonly form: Form }
  | { readonly type: 'datasetChanged'; readonly form: Form }
  | { readonly type: 'fitted' }
  | { readonly type: 'saved'; readonly form: Form }

/** What a reducer must know to keep a form sound: its chart, and the kinds of the dataset's columns. */
export interface FormRules {
  readonly chart: Chart
  readonly kindOf?: KindOf
}

export const openExplore = (form: Form, saved: Form | undefined, runAtOnce: boolean): ExploreState => ({
  form,
  ran: runAtOnce ? form : undefined,
  saved,
  memory: [],
  touched: [],
  hasTried: runAtOnce || saved !== undefined,
  runs: runAtOnce ? 1 : 0,
})

export function reduceExplore(state: ExploreState, action: ExploreAction): ExploreState {
  switch (action.type) {
    case 'opened':
      return openExplore(action.form, action.saved, action.runAtOnce)
    case 'set': {
      const form = { ...state.form, [action.name]: action.value }
      return {
        ...state,
        form: action.rules ? resetHidden(action.rules, state.form, form) : form,
        touched: state.touched.includes(action.name) ? state.touched : [...state.touched, action.name],
      }
    }
    case 'ran':
      return { ...state, ran: state.form, hasTried: true, runs: state.runs + 1 }
    case 'tried':
      return { ...state, hasTried: true }
    case 'typeChanged': {
      const left = String(state.form['viz_type'])
      return { ...state, form: action.form, touched: [], hasTried: false, memory: [...state.memory.filter(([type]) => type !== left), [left, state.form]] }
    }
    // Forms of other types were built for the dataset that was left; the picture stays until somebody asks for a new one.
    case 'datasetChanged':
      return { ...state, form: action.form, memory: [], touched: [], hasTried: false }
    case 'fitted':
      return { ...state, form: withoutWarnings(state.form), ran: state.ran && withoutWarnings(state.ran) }
    case 'saved':
      return { ...state, form: action.form, saved: action.form, ran: state.ran && { ...state.ran, slice_id: action.form['slice_id'] } }
  }
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const isSameValue = (one: unknown, other: unknown): boolean => (isEmpty(one) && isEmpty(other)) || JSON.stringify(one) === JSON.stringify(other)

/** Keys that say where a form lives, not what it shows. */
const bookkeeping = new Set(['slice_id', 'url_params', 'dashboards', 'dashboardId', 'standardizedFormData', 'extra_form_data', 'datasource'])

const changedKeys = (one: Form, other: Form): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((key) => !bookkeeping.has(key) && !isSameValue(one[key], other[key]))

/** Whether a form shows something else than another, or the same over another dataset. */
export const isChanged = (one: Form, other: Form): boolean => changedKeys(one, other).length > 0 || one['datasource'] !== other['datasource']

export const isAltered = (state: ExploreState): boolean => state.saved === undefined || isChanged(state.form, state.saved)

export const controlsOf = (chart: Chart): Control[] => chart.sections.flatMap(({ controls }) => controls)

const redrawKeys = (chart: Chart): Set<string> => new Set(controlsOf(chart).flatMap(({ name, renderTrigger }) => (renderTrigger ? [name] : [])))

/** Whether the picture on the screen answers another question than the form asks. Appearance alone never makes it stale. */
export const isStale = (state: ExploreState, chart: Chart): boolean => {
  if (!state.ran || state.form['datasource'] !== state.ran['datasource']) return true
  const appearance = redrawKeys(chart)
  return changedKeys(state.form, state.ran).some((key) => !appearance.has(key))
}

/** What is drawn: the question that was answered, in the look that the form has now. A look that cannot be is not drawn. */
export const drawnForm = (state: ExploreState, chart: Chart, problems: Problems = {}): Form | undefined => {
  if (!state.ran) return undefined
  const ran = withoutWarnings(state.ran)
  if (ran['viz_type'] !== state.form['viz_type']) return ran
  const drawn: Record<string, unknown> = { ...ran }
  for (const key of redrawKeys(chart)) if (!problems[key]) drawn[key] = state.form[key]
  return drawn
}

/** Tells the kind of a column by its name; undefined for custom SQL and unknown names. */
export type KindOf = (column: unknown) => Kind | undefined

const isVisible = (control: Control, form: Form, kindOf?: KindOf): boolean => control.kind !== 'hidden' && (control.visible?.(form, kindOf) ?? true)

export const visibleControls = (section: ControlSection, form: Form, kindOf?: KindOf): Control[] =>
  section.controls.filter((control) => isVisible(control, form, kindOf))

/** A control that a change has hidden goes back to its default, unless it keeps what it holds for when it is seen again. */
function resetHidden({ chart, kindOf }: FormRules, before: Form, after: Form): Form {
  const hidden = controlsOf(chart).filter(
    (control) => control.resetOnHide !== false && control.kind !== 'hidden' && isVisible(control, before, kindOf) && !isVisible(control, after, kindOf),
  )
  if (hidden.length === 0) return after
  const parsed = chart.form.safeParse({ viz_type: after['viz_type'], datasource: after['datasource'] })
  const defaults: Form = parsed.success ? parsed.data : {}
  const next: Record<string, unknown> = { ...after }
  for (const { name } of hidden) {
    if (defaults[name] === undefined) delete next[name]
    else next[name] = defaults[name]
  }
  return next
}

export type ControlProblem = 'empty' | 'integer' | 'number'
export type Problems = Readonly<Record<string, ControlProblem>>

/** What is wrong with the values, by control name. Hidden controls are never wrong. */
export const findProblems = (chart: Chart, form: Form, kindOf?: KindOf): Problems => {
  const problems: Record<string, ControlProblem> = {}
  for (const control of controlsOf(chart)) {
    if (!isVisible(control, form, kindOf)) continue
    const value = form[control.name]
    if (control.required && isEmpty(value)) problems[control.name] = 'empty'
    else if (isEmpty(value)) continue
    else if (control.kind === 'row-limit' && !Number.isInteger(Number(value))) problems[control.name] = 'integer'
    else if (control.kind === 'number' && !Number.isFinite(Number(value))) problems[control.name] = 'number'
  }
  return problems
}

/** Those to show as mistakes now. */
export const shownProblems = ({ touched, hasTried }: ExploreState, problems: Problems): Problems =>
  hasTried ? problems : Object.fromEntries(Object.entries(problems).filter(([name]) => touched.includes(name)))
