import { t } from '../../words/words.ts'

export interface SqlTable {
  readonly table: string
  readonly schema?: string | null
}

/** The first table a query reads, and how many more. */
export const tableNames = (tables: readonly SqlTable[] | undefined): string => {
  const [first, ...rest] = (tables ?? []).map((entry) => entry.table)
  if (first === undefined) return t('list.none')
  return rest.length === 0 ? first : t('list.plusMore', { first, count: rest.length })
}
