import type { MenuData, MenuItem } from '@sightline/contract'
import { mayDo, type Caller } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { version } from '../version.ts'

type Flag = keyof Deps['config']['featureFlags']
interface Entry {
  readonly name: string
  readonly label?: string
  readonly url: string
  readonly flag?: Flag
}
interface Category {
  readonly name: string
  readonly label?: string
  readonly childs: readonly Entry[]
}

const tree: readonly (Entry | Category)[] = [
  { name: 'Dashboards', url: '/dashboard/list/' },
  { name: 'Charts', url: '/chart/list/' },
  { name: 'Datasets', url: '/tablemodelview/list/' },
  {
    name: 'SQL Lab',
    label: 'SQL',
    childs: [
      { name: 'SQL Editor', label: 'SQL Lab', url: '/sqllab/' },
      { name: 'Saved Queries', url: '/savedqueryview/list/' },
      { name: 'Query Search', label: 'Query History', url: '/sqllab/history/' },
    ],
  },
  { name: 'Data', childs: [{ name: 'Databases', label: 'Database Connections', url: '/databaseview/list/' }] },
  {
    name: 'Manage',
    childs: [
      { name: 'Plugins', url: '/dynamic-plugins/list/', flag: 'DYNAMIC_PLUGINS' },
      { name: 'CSS Templates', url: '/csstemplatemodelview/list/' },
      { name: 'Tags', url: '/superset/tags/', flag: 'TAGGING_SYSTEM' },
      { name: 'Alerts & Report', label: 'Alerts & Reports', url: '/alert/list/', flag: 'ALERT_REPORTS' },
      { name: 'Annotation Layers', url: '/annotationlayer/list/' },
    ],
  },
  {
    name: 'Security',
    childs: [
      { name: 'List Users', url: '/users/list/' },
      { name: 'List Roles', url: '/roles/list/' },
      { name: 'Action Log', url: '/logmodelview/list/' },
      { name: 'Row Level Security', url: '/rowlevelsecurity/list/' },
    ],
  },
]

/** The menu with only what the caller has `menu_access` to; a category without items is left out. */
export function menuTree({ config }: Pick<Deps, 'config'>, caller: Caller): MenuItem[] {
  const isShown = ({ name, flag }: Entry) => mayDo(caller, 'menu_access', name) && (flag === undefined || config.featureFlags[flag])
  const itemOf = ({ name, label, url }: Entry): MenuItem => ({ name, icon: '', label: label ?? name, url })
  return tree.flatMap((entry): MenuItem[] => {
    if ('url' in entry) return isShown(entry) ? [itemOf(entry)] : []
    const childs = entry.childs.filter(isShown).map(itemOf)
    return childs.length > 0 && mayDo(caller, 'menu_access', entry.name) ? [{ name: entry.name, icon: '', label: entry.label ?? entry.name, childs }] : []
  })
}

export function menuData(deps: Pick<Deps, 'config'>, caller: Caller): MenuData {
  return {
    menu: menuTree(deps, caller),
    brand: { path: '/superset/welcome/', icon: '/static/mark.svg', alt: 'Sightline', tooltip: '', text: '' },
    environment_tag: { color: '', text: '' },
    navbar_right: {
      show_watermark: true,
      bug_report_url: null,
      documentation_url: null,
      version_string: version,
      version_sha: '',
      build_number: '',
      languages: {},
      show_language_picker: false,
      user_is_anonymous: caller.kind === 'anonymous',
      user_info_url: deps.config.featureFlags.MENU_HIDE_USER_INFO ? null : '/profile/',
      user_logout_url: '/logout/',
      user_login_url: '/login/',
      user_profile_url: null,
      locale: 'en',
    },
  }
}
