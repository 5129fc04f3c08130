import type { Environment } from './environment.ts'

export type Assets = Readonly<Record<string, Record<string, unknown>>>

/** The YAML files of a folder or a zip, by path. */
export const readAssets = (environment: Environment, place: string): Promise<Assets> => environment.ask('read_assets', [place])

/** Where ids of an installation stand: in names of files, in layouts and scopes, and in what a chart asks. */
const idKeys = new Set(['chartId', 'chartsInScope', 'datasource', 'slice_id', 'is_managed_externally'])

/** Assets without what differs between installations: ids, and the mark that clients set on everything they bring. */
export function withoutIds(assets: Assets): Record<string, unknown> {
  const entries = Object.entries(assets).map(([path, content]) => [path.replace(/_\d+\.yaml$/, '.yaml'), strip(content)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip)
  if (typeof value === 'string' && value.startsWith('{"')) return strip(JSON.parse(value))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !idKeys.has(key))
      .map(([key, part]) => [key, strip(part)]),
  )
}
