import { mayImport } from '../import-door.ts'
import type { BundleResource } from '../import-door.ts'
import { links } from '../links.ts'

const places: readonly (readonly [path: string, resource: BundleResource])[] = [
  [links.databases(), 'database'],
  [links.datasets(), 'dataset'],
  [links.charts(), 'chart'],
  [links.dashboards(), 'dashboard'],
  [links.savedQueries(), 'saved_query'],
]

/** What a bundle that is dropped on a page becomes: the rows of its list, for those who may add to it. */
export const importPlaceOf = (path: string): BundleResource | undefined => {
  const resource = places.find(([at]) => at === path || at === `${path}/`)?.[1]
  return resource !== undefined && mayImport(resource) ? resource : undefined
}

/** The one bundle among dropped files. */
export const bundleAmong = (files: readonly File[]): File | undefined => (files.length === 1 && /\.zip$/i.test(files[0]?.name ?? '') ? files[0] : undefined)
