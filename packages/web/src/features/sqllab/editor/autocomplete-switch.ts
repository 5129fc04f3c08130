import { create } from 'zustand'

const key = 'sqllab__is_autocomplete_enabled'

/** On unless it was turned off in this browser. */
const stored = (): boolean => {
  try {
    return localStorage.getItem(key) !== 'false'
  } catch {
    return true
  }
}

/** Whether the editor offers names by itself while somebody types. */
export const useAutocomplete = create<{ readonly isOn: boolean }>(() => ({ isOn: stored() }))

export const isAutocompleteOn = (): boolean => useAutocomplete.getState().isOn

export function switchAutocomplete(isOn: boolean): void {
  useAutocomplete.setState({ isOn })
  try {
    localStorage.setItem(key, JSON.stringify(isOn))
  } catch {
    // A browser without room keeps it for this window only.
  }
}
