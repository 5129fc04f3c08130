/** What a chart remembers by itself while it is looked at; it travels in the form, beside what is saved. */
export interface OwnState {
  readonly currentPage: number
  readonly pageSize: number
}

export const readOwnState = (form: Readonly<Record<string, unknown>>): Partial<OwnState> => {
  const state = form['ownState']
  return typeof state === 'object' && state !== null ? (state as Partial<OwnState>) : {}
}
