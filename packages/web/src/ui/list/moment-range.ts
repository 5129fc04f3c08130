import { t } from '../../words/words.ts'
import { fullTime } from '../time-ago.ts'

const two = (value: number): string => String(value).padStart(2, '0')

/** A moment as a field of date and time writes it, in this browser's zone; nothing for the beginning of time. */
export const printLocal = (ms: number | undefined): string => {
  if (!ms) return ''
  const at = new Date(ms)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}

export const readLocal = (text: string): number | undefined => {
  const ms = text === '' ? Number.NaN : new Date(text).getTime()
  return Number.isNaN(ms) ? undefined : ms
}

/** A range in words; one that begins at zero has no beginning. */
export const labelOfRange = (from: string | number | boolean, until: number | undefined): string => {
  const begin = typeof from === 'number' && from > 0 ? fullTime(new Date(from)) : undefined
  const end = until === undefined ? undefined : fullTime(new Date(until))
  if (begin !== undefined && end !== undefined) return t('list.between', { from: begin, to: end })
  return end === undefined ? t('list.after', { from: begin ?? '' }) : t('list.before', { to: end })
}
