import { t } from '../../../words/words.ts'

/** No database we make tables in takes a longer name without cutting it. */
const longest = 63

/** What is wrong with the name of a new table, in words; nothing while it is empty, because then there is nothing to mend yet. */
export function faultOfTableName(name: string): string | undefined {
  if (name === '') return undefined
  if (name.includes('.')) return t('sqlbar.nameHasDot')
  if (!/^[\p{L}_]/u.test(name)) return t('sqlbar.nameStart')
  if (!/^[\p{L}\p{N}_]*$/u.test(name)) return t('sqlbar.nameSigns')
  if (name.length > longest) return t('sqlbar.nameLong', { most: longest })
  return undefined
}
