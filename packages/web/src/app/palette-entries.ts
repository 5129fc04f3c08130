import type { Bootstrap } from '../api/bootstrap.ts'
import { maySee } from '../api/bootstrap.ts'
import { links } from '../links.ts'
import { t } from '../words/words.ts'
import { offers } from './menu.ts'

type PaletteGroup = 'pages' | 'make' | 'dashboards' | 'charts' | 'datasets'

export interface PaletteEntry {
  readonly key: string
  readonly group: PaletteGroup
  readonly label: string
  readonly to: string
  readonly isFullLoad?: boolean
  readonly vizType?: string | null
}

/** Pages and things to make that this person has; known without asking the server. */
export const fixedEntries = (data: Bootstrap): readonly PaletteEntry[] => {
  const menu = data.common.menu_data?.menu ?? []
  const page = (name: string, label: string, to: string): readonly PaletteEntry[] =>
    offers(menu, name) ? [{ key: `page-${to}`, group: 'pages', label, to }] : []
  const make = (permission: string, view: string, label: string, to: string, isFullLoad = false): readonly PaletteEntry[] =>
    maySee(data, permission, view) ? [{ key: `make-${to}`, group: 'make', label, to, isFullLoad }] : []
  return [
    { key: 'page-home', group: 'pages', label: t('shell.home'), to: links.home() },
    ...page('Dashboards', t('shell.dashboards'), links.dashboards()),
    ...page('Charts', t('shell.charts'), links.charts()),
    ...page('Datasets', t('shell.datasets'), links.datasets()),
    ...page('SQL Editor', t('shell.sqlEditor'), links.sql()),
    ...page('Saved Queries', t('shell.savedQueries'), links.savedQueries()),
    ...page('Query Search', t('shell.queryHistory'), links.queryHistory()),
    ...page('Databases', t('shell.databases'), links.databases()),
    ...page('List Users', t('shell.users'), links.users()),
    ...page('List Roles', t('shell.roles'), links.roles()),
    ...page('Row Level Security', t('shell.rowRules'), links.rowRules()),
    ...(maySee(data, 'can_import_', 'ImportExportRestApi')
      ? [{ key: 'page-moving-in', group: 'pages' as const, label: t('shell.movingIn'), to: links.movingIn() }]
      : []),
    ...make('can_write', 'Chart', t('palette.newChart'), links.newChart()),
    ...make('can_write', 'Dashboard', t('palette.newDashboard'), links.newDashboard(), true),
    ...make('can_sqllab', 'Superset', t('palette.newQuery'), links.sql({ new: true })),
    ...make('can_write', 'Dataset', t('palette.newDataset'), links.newDataset()),
    ...make('can_upload', 'Database', t('shell.new.upload'), links.datasets({ show_upload_modal: true })),
    ...make('can_write', 'Database', t('shell.new.database'), links.databases({ show_database_modal: true })),
  ]
}

const order: readonly PaletteGroup[] = ['dashboards', 'charts', 'datasets', 'pages', 'make']

/** Entries in which every typed word occurs, in the order of the groups; without a text, pages and things to make. */
export const findEntries = (fixed: readonly PaletteEntry[], found: readonly PaletteEntry[], text: string): readonly PaletteEntry[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = fixed.filter((entry) => words.every((word) => entry.label.toLowerCase().includes(word)))
  const all = words.length === 0 ? matches : [...found, ...matches]
  return order.flatMap((group) => all.filter((entry) => entry.group === group))
}
