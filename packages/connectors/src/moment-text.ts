/** `2021-01-02`, `2021-01-02 03:04:05.123456`; null for what no calendar shows. Microseconds always, or only where there are some. */
export function momentText(milliseconds: number, type: 'date' | 'timestamp', fraction: 'always' | 'where any'): string | null {
  const whole = Math.floor(milliseconds)
  const date = new Date(whole)
  if (Number.isNaN(date.getTime())) return null
  const text = date.toISOString().replace('T', ' ')
  if (type === 'date') return text.slice(0, 10)
  const micros = (whole - Math.floor(whole / 1000) * 1000) * 1000 + Math.round((milliseconds - whole) * 1000)
  return text.slice(0, 19) + (micros === 0 && fraction === 'where any' ? '' : `.${String(micros).padStart(6, '0')}`)
}
