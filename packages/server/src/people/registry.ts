import { isObjectPair, type Pair } from '@sightline/core'
import type { Route } from '../http/route.ts'

const onView = (view: string, ...permissions: readonly string[]): Pair[] => permissions.map((permission) => ({ permission, view }))

/** Names of the menu's items; `menu_access` on one shows it. */
const menuItems = [
  'Action Log',
  'Alerts & Report',
  'Annotation Layers',
  'CSS Templates',
  'Charts',
  'Dashboards',
  'Data',
  'Databases',
  'Datasets',
  'Home',
  'List Roles',
  'List Users',
  'Manage',
  'Plugins',
  'Query Search',
  'Row Level Security',
  'SQL Editor',
  'SQL Lab',
  'Saved Queries',
  'Security',
  'Tags',
] as const

/** Pairs that no endpoint asks for by itself: the screens do, or `core/access` does. */
const fixed: readonly Pair[] = [
  ...['all_database_access', 'all_datasource_access', 'all_query_access'].map((name) => ({ permission: name, view: name })),
  ...onView('Superset', 'can_csv', 'can_share_dashboard', 'can_share_chart', 'can_explore', 'can_explore_json', 'can_dashboard', 'can_slice', 'can_sqllab'),
  ...['Chart', 'Dashboard', 'Dataset', 'Database', 'SavedQuery'].flatMap((view) => onView(view, 'can_export')),
  ...['Chart', 'Dataset'].flatMap((view) => onView(view, 'can_warm_up_cache')),
  ...onView('Dashboard', 'can_get_embedded', 'can_set_embedded', 'can_delete_embedded'),
  ...onView('CsvToDatabaseView', 'can_this_form_get', 'can_this_form_post'),
  ...onView('ExcelToDatabaseView', 'can_this_form_get', 'can_this_form_post'),
  ...onView('ColumnarToDatabaseView', 'can_this_form_get', 'can_this_form_post'),
  ...menuItems.map((view) => ({ permission: 'menu_access', view })),
]

/** Every pair there is, apart from those of single objects: what endpoints ask for, and the fixed ones. */
export function pairRegistry(routes: readonly Route[]): readonly Pair[] {
  const pairs = new Map<string, Pair>()
  const asked = routes.flatMap(({ endpoint: { access } }) => (typeof access === 'object' ? [access] : []))
  for (const pair of [...fixed, ...asked])
    if (!isObjectPair(pair)) pairs.set(`${pair.permission} on ${pair.view}`, { permission: pair.permission, view: pair.view })
  return [...pairs.values()]
}
