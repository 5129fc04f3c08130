import { useState } from 'react'
import { readKept, keep } from './remember.ts'

/** The panels of the home page under the names the browser remembers them by. */
export const panelKeys = { recents: '1', dashboards: '2', charts: '3', queries: '4' } as const

export type Panel = keyof typeof panelKeys

const storageKey = 'homepage_collapse_state'

/** What was remembered, or nothing when the text is not a list of panels. */
export const readPanels = (text: string | null): readonly string[] | undefined => {
  if (text === null) return undefined
  try {
    const stored: unknown = JSON.parse(text)
    return Array.isArray(stored) ? stored.map(String) : undefined
  } catch {
    return undefined
  }
}

/** Which panels are open: the remembered ones; at first dashboards and charts, and what has something to show. */
export const openPanels = (remembered: readonly string[] | undefined, filled: { readonly recents: boolean; readonly queries: boolean }): readonly string[] =>
  remembered ?? [...(filled.recents ? [panelKeys.recents] : []), panelKeys.dashboards, panelKeys.charts, ...(filled.queries ? [panelKeys.queries] : [])]

export interface PanelState {
  readonly isOpen: boolean
  readonly onToggle: () => void
}

export const usePanels = (filled: { readonly recents: boolean; readonly queries: boolean }): ((panel: Panel) => PanelState) => {
  const [remembered, setRemembered] = useState(() => readPanels(readKept(storageKey)))
  const open = openPanels(remembered, filled)
  return (panel) => {
    const key = panelKeys[panel]
    const isOpen = open.includes(key)
    return {
      isOpen,
      onToggle: () => {
        const next = isOpen ? open.filter((other) => other !== key) : [...open, key].toSorted()
        setRemembered(next)
        keep(storageKey, JSON.stringify(next))
      },
    }
  }
}
