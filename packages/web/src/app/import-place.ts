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

export type DropKind = 'upload' | 'bundle' | 'either'

/** What dropping files here would do, as far as their types say it while they are still being dragged; not every browser tells them. */
export const dropKindOf = (types: readonly string[], place: BundleResource | undefined, mayUpload: boolean): DropKind => {
  if (place === undefined) return 'upload'
  if (!mayUpload) return 'bundle'
  const known = types.filter((type) => type !== '')
  if (known.length === 0) return 'either'
  return known.length === 1 && known[0]?.includes('zip') ? 'bundle' : 'upload'
}
