import { layoutSizeLimit, printLayout, titleOf, type Layout } from '@sightline/core'
import { isFeatureOn } from '../../api/bootstrap.ts'
import { request } from '../../api/client.ts'
import { t } from '../../words/words.ts'
import type { Dashboard } from '../../board/queries.ts'

const readMetadata = (text: string | null): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** What a save sends: the whole metadata document with the layout in it, because the server replaces what it gets. */
export function buildSave(dashboard: Dashboard, layout: Layout, hasRoles: boolean): Record<string, unknown> {
  const metadata = {
    color_scheme: '',
    color_scheme_domain: [],
    expanded_slices: {},
    label_colors: {},
    shared_label_colors: {},
    refresh_frequency: 0,
    timed_refresh_immune_slices: [],
    cross_filters_enabled: true,
    default_filters: '{}',
    filter_scopes: {},
    ...readMetadata(dashboard.json_metadata),
    positions: printLayout(layout),
  }
  const certifiedBy = dashboard.certified_by ?? ''
  return {
    certified_by: certifiedBy,
    certification_details: certifiedBy === '' ? '' : (dashboard.certification_details ?? ''),
    css: dashboard.css ?? '',
    dashboard_title: titleOf(layout).trim() === '' ? t('dashboard.untitled') : titleOf(layout).trim(),
    slug: dashboard.slug || null,
    owners: dashboard.owners.map(({ id }) => id),
    ...(hasRoles && dashboard.roles ? { roles: dashboard.roles.map(({ id }) => id) } : {}),
    json_metadata: JSON.stringify(metadata),
  }
}

/** How full the stored document is: 1 is the most it can hold. */
export const fullness = (layout: Layout): number => JSON.stringify(printLayout(layout)).length / layoutSizeLimit

export const saveDashboard = (dashboard: Dashboard, layout: Layout): Promise<unknown> =>
  request(`/api/v1/dashboard/${String(dashboard.id)}`, { method: 'PUT', body: buildSave(dashboard, layout, isFeatureOn('DASHBOARD_RBAC')) })
