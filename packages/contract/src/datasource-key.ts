/** What a chart can read. */
export const datasourceTypes = ['sl_table', 'table', 'dataset', 'query', 'saved_query', 'view'] as const
export type DatasourceType = (typeof datasourceTypes)[number]

const known: ReadonlySet<string> = new Set(['table', 'query', 'dataset', 'sl_table', 'saved_query'])

/** `7__table` → 7 and table; a suffix that nobody knows means table. Undefined for a text without an id. */
export function readDatasourceKey(key: unknown): { readonly id: number; readonly type: DatasourceType } | undefined {
  const found = typeof key === 'string' ? /^(\d{1,15})__(\w*)$/.exec(key) : null
  if (!found) return undefined
  return { id: Number(found[1]), type: known.has(found[2]!) ? (found[2] as DatasourceType) : 'table' }
}
