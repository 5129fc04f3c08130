import { create } from 'zustand'
import { may } from './api/bootstrap.ts'

/** Lists whose rows leave and come in as bundles, by the name of their resource. */
export const bundleResources = ['database', 'dataset', 'chart', 'dashboard', 'saved_query'] as const
export type BundleResource = (typeof bundleResources)[number]

const views: Readonly<Record<BundleResource, string>> = {
  database: 'Database',
  dataset: 'Dataset',
  chart: 'Chart',
  dashboard: 'Dashboard',
  saved_query: 'SavedQuery',
}

export interface ImportRequest {
  readonly resource: BundleResource
  /** Dropped before the dialog opened. */
  readonly file: File | undefined
}

/** Any list may ask for the import dialog; the shell shows it. */
export const useImportRequest = create<{ readonly request: ImportRequest | undefined }>(() => ({ request: undefined }))

export const openImport = (resource: BundleResource, file?: File): void => useImportRequest.setState({ request: { resource, file } })

export const closeImport = (): void => useImportRequest.setState({ request: undefined })

export const mayImport = (resource: BundleResource): boolean => may('can_write', views[resource])

export const mayExport = (resource: BundleResource): boolean => may('can_export', views[resource])
