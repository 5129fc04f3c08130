import type { Form } from './state.ts'

/** An unsaved form, kept in this browser until it is saved or given up. */
const keyOf = (place: string): string => `sightline.draft.explore.${place}`

export const keepDraft = (place: string, form: Form): void => {
  try {
    localStorage.setItem(keyOf(place), JSON.stringify(form))
  } catch {
    // A full or forbidden storage loses the draft, not the work on the screen.
  }
}

export const readDraft = (place: string): Form | undefined => {
  try {
    const text = localStorage.getItem(keyOf(place))
    const value: unknown = text === null ? undefined : JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Form) : undefined
  } catch {
    return undefined
  }
}

export const dropDraft = (place: string): void => {
  try {
    localStorage.removeItem(keyOf(place))
  } catch {
    // Nothing was kept then.
  }
}
