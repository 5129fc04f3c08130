import type { BundleType } from './print-bundle.ts'

export type ObjectKind = 'database' | 'dataset' | 'chart' | 'dashboard' | 'saved_query'
/** What a bundle is mainly about. */
export type BundleKind = ObjectKind | 'assets'

/** Needed ones first. */
export const everyKind = ['database', 'dataset', 'chart', 'dashboard', 'saved_query'] as const satisfies readonly ObjectKind[]

/** `reads`: which files of a bundle are looked at. */
export const bundleKinds: Readonly<Record<BundleKind, { readonly type: BundleType; readonly reads: readonly ObjectKind[] }>> = {
  database: { type: 'Database', reads: ['database', 'dataset'] },
  dataset: { type: 'SqlaTable', reads: ['database', 'dataset'] },
  chart: { type: 'Slice', reads: ['database', 'dataset', 'chart'] },
  dashboard: { type: 'Dashboard', reads: ['database', 'dataset', 'chart', 'dashboard'] },
  saved_query: { type: 'SavedQuery', reads: ['database', 'saved_query'] },
  assets: { type: 'assets', reads: everyKind },
}

interface ObjectFacts {
  readonly folder: string
  readonly view: string
  readonly table: 'databases' | 'datasets' | 'charts' | 'dashboards' | 'saved_queries'
  readonly noun: string
  readonly things: string
}

export const objectKinds: Readonly<Record<ObjectKind, ObjectFacts>> = {
  database: { folder: 'databases/', view: 'Database', table: 'databases', noun: 'database', things: 'databases' },
  dataset: { folder: 'datasets/', view: 'Dataset', table: 'datasets', noun: 'dataset', things: 'datasets' },
  chart: { folder: 'charts/', view: 'Chart', table: 'charts', noun: 'chart', things: 'charts' },
  dashboard: { folder: 'dashboards/', view: 'Dashboard', table: 'dashboards', noun: 'dashboard', things: 'dashboards' },
  saved_query: { folder: 'queries/', view: 'SavedQuery', table: 'saved_queries', noun: 'saved query', things: 'saved queries' },
}
