import { formatCount, t } from '../../../words/words.ts'

/** How many datasets are selected, and of which kind: only those made of SQL can be copied. */
export const selectedText = (rows: readonly { readonly kind: 'physical' | 'virtual' }[]): string => {
  const virtual = rows.filter(({ kind }) => kind === 'virtual').length
  const physical = rows.length - virtual
  const count = formatCount(rows.length)
  if (virtual === 0) return t('datasets.selectedPhysical', { count })
  if (physical === 0) return t('datasets.selectedVirtual', { count })
  return t('datasets.selectedBoth', { count, physical: formatCount(physical), virtual: formatCount(virtual) })
}
