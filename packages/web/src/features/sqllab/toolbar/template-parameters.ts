import { t } from '../../../words/words.ts'

export interface ReadParameters {
  readonly count: number
  /** Why the text is not a set of parameters. */
  readonly fault: string | undefined
}

/** What the text of a tab's parameters holds. Text that cannot be read is kept as it is; it only counts for nothing. */
export function readParameters(text: string | null): ReadParameters {
  if (text === null || text.trim() === '') return { count: 0, fault: undefined }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { count: Object.keys(value).length, fault: undefined }
    return { count: 0, fault: t('sqlbar.notAnObject') }
  } catch (cause) {
    return { count: 0, fault: cause instanceof Error ? cause.message : String(cause) }
  }
}
