import type { SqlState } from './model.ts'

const setEstimate = (state: SqlState, tabId: string, estimate: SqlState['estimates'][string]): SqlState => ({
  ...state,
  estimates: { ...state.estimates, [tabId]: estimate },
})

export const startEstimate = (state: SqlState, tabId: string): SqlState => setEstimate(state, tabId, { completed: false, cost: null, error: null })

export const returnEstimate = (state: SqlState, tabId: string, cost: readonly Readonly<Record<string, string>>[]): SqlState =>
  setEstimate(state, tabId, { completed: true, cost, error: null })

export const failEstimate = (state: SqlState, tabId: string, error: unknown): SqlState => setEstimate(state, tabId, { completed: false, cost: null, error })
