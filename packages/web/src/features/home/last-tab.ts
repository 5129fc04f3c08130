import type { Filter } from '../../api/resources.ts'
import { t } from '../../words/words.ts'

export interface LastTab {
  readonly label: string
  readonly filters: readonly Filter[]
}

/** The third tab of dashboards and charts: everything, the examples, or what the operator made of it. */
export const readLastTab = (setting: unknown): LastTab => {
  if (setting === 'examples') return { label: t('home.tabExamples'), filters: [{ col: 'created_by', opr: 'rel_o_m', value: 0 }] }
  if (Array.isArray(setting) && typeof setting[0] === 'string' && Array.isArray(setting[1]))
    return { label: setting[0], filters: setting[1] as readonly Filter[] }
  return { label: t('home.tabOther'), filters: [] }
}
