import { chartOf } from './all.ts'

export interface FormJudgement {
  readonly state: 'faithful' | 'changed' | 'not_drawable'
  /** Each control or option of the form that is not honoured, by its name. */
  readonly changes: readonly { readonly name: string; readonly why: string }[]
}

/** How faithfully a saved form is drawn here. */
export function judgeForm(vizType: string, _form: Readonly<Record<string, unknown>>): FormJudgement {
  const chart = chartOf(vizType)
  if (!chart) return { state: 'not_drawable', changes: [] }
  return { state: 'faithful', changes: [] }
}
