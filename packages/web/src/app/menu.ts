import type { MenuItem } from '../api/bootstrap.ts'
import { links } from '../links.ts'
import { t } from '../words/words.ts'

/** Pages of the server's menu that have a screen. What has none yet is not offered. */
const known: Readonly<Record<string, () => string>> = {
  [links.databases()]: () => t('shell.databases'),
  [links.users()]: () => t('shell.users'),
  [links.roles()]: () => t('shell.roles'),
  [links.rowRules()]: () => t('shell.rowRules'),
}

export interface SettingsGroup {
  readonly name: string
  readonly items: readonly { readonly name: string; readonly label: string; readonly url: string }[]
}

/**
 * Data, Security and Manage of the server's menu move into the settings menu; groups left empty go. Moving in has no place in the menu that
 * the server knows: it comes last under Data.
 */
export const settingsGroups = (menu: readonly MenuItem[], mayMoveIn = false): readonly SettingsGroup[] => {
  const groups = menu.flatMap((category): SettingsGroup[] => {
    if (!['Data', 'Security', 'Manage'].includes(category.name)) return []
    const items = (category.childs ?? []).flatMap((item) => {
      const label = item === '-' || item.url === undefined ? undefined : known[item.url]
      return label === undefined || item === '-' ? [] : [{ name: item.name, label: label(), url: item.url as string }]
    })
    return items.length === 0 ? [] : [{ name: category.name, items }]
  })
  if (!mayMoveIn) return groups
  const movingIn = { name: 'Moving in', label: t('shell.movingIn'), url: links.movingIn() }
  const data = groups.find(({ name }) => name === 'Data')
  return data === undefined
    ? [{ name: 'Data', items: [movingIn] }, ...groups]
    : groups.map((group) => (group === data ? { ...group, items: [...group.items, movingIn] } : group))
}

export type Section = 'dashboards' | 'charts' | 'datasets' | 'sql' | undefined

/** Which entry of the top bar a path belongs to. */
export const sectionOf = (path: string): Section => {
  if (path.startsWith('/dashboard') || path.startsWith('/superset/dashboard')) return 'dashboards'
  if (path.startsWith('/chart') || path.startsWith('/explore') || path.startsWith('/superset/explore')) return 'charts'
  if (path.startsWith('/tablemodelview') || path.startsWith('/dataset')) return 'datasets'
  return path.startsWith('/sqllab') || path.startsWith('/savedqueryview') ? 'sql' : undefined
}

/** Whether the server's menu offers a page to this person. */
export const offers = (menu: readonly MenuItem[], name: string): boolean =>
  menu.some((item) => item.name === name || (item.childs ?? []).some((child) => child !== '-' && child.name === name))
