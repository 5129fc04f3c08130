import { useSyncExternalStore } from 'react'
import type { ThemeName } from './tokens.ts'

export type ThemeChoice = 'light' | 'dark' | 'system'

const key = 'sightline.theme'
const listeners = new Set<() => void>()
const systemWantsDark = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)')

export const resolveTheme = (choice: ThemeChoice, isSystemDark: boolean): ThemeName => (choice === 'system' ? (isSystemDark ? 'dark' : 'light') : choice)

const readChoice = (): ThemeChoice => {
  try {
    const stored = localStorage.getItem(key)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

export const chooseTheme = (choice: ThemeChoice): void => {
  try {
    localStorage.setItem(key, choice)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  showTheme(choice)
}

/** For pages whose theme is chosen by somebody else: nothing is kept. */
export const showTheme = (choice: ThemeChoice): void => {
  document.documentElement.dataset['theme'] = resolveTheme(choice, systemWantsDark().matches)
  for (const listener of listeners) listener()
}

/** Follows the system and other tabs; called once by the app. */
export const watchTheme = (): void => {
  const applyTheme = (): void => showTheme(readChoice())
  systemWantsDark().addEventListener('change', applyTheme)
  window.addEventListener('storage', (event) => {
    if (event.key === key) applyTheme()
  })
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The theme on screen now; charts and the editor redraw when it changes. */
export const useTheme = (): ThemeName =>
  useSyncExternalStore(
    subscribe,
    () => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'),
    () => 'light',
  )

export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, readChoice, () => 'system')
