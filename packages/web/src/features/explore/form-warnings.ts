type Form = Readonly<Record<string, unknown>>

const isFlagged = (value: unknown): value is { readonly datasourceWarning: boolean } =>
  typeof value === 'object' && value !== null && 'datasourceWarning' in value && value.datasourceWarning === true

/** Whether a form holds expressions that came from another dataset and have not run over this one yet. */
export const hasWarnings = (form: Form): boolean => Object.values(form).some((value) => (Array.isArray(value) ? value.some(isFlagged) : isFlagged(value)))

const unflag = (value: unknown): unknown => {
  if (!isFlagged(value)) return value
  const { datasourceWarning: _, ...rest } = value
  return rest
}

/** The same form without these marks: they say something about its expressions and are no part of the question. */
export const withoutWarnings = <Given extends Form>(form: Given): Given =>
  hasWarnings(form)
    ? (Object.fromEntries(Object.entries(form).map(([name, value]) => [name, Array.isArray(value) ? value.map(unflag) : unflag(value)])) as Given)
    : form
