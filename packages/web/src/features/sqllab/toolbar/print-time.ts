import { t } from '../../../words/words.ts'

const two = (value: number): string => String(value).padStart(2, '0')

/** How long something runs: tenths of seconds for a minute, hours, minutes and seconds from then on. */
export const printElapsed = (ms: number): string => {
  if (ms < 60_000) return t('sqllab.seconds', { seconds: (Math.floor(Math.max(0, ms) / 100) / 10).toFixed(1) })
  const seconds = Math.floor(ms / 1000)
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** How long ago in its largest unit: `2 s`, `5 min`, `3 h`, `4 d`. */
export const printAge = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return t('sqlbar.ageSeconds', { count: seconds })
  if (seconds < 3600) return t('sqlbar.ageMinutes', { count: Math.floor(seconds / 60) })
  if (seconds < 86_400) return t('sqlbar.ageHours', { count: Math.floor(seconds / 3600) })
  return t('sqlbar.ageDays', { count: Math.floor(seconds / 86_400) })
}
