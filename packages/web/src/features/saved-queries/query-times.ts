/** Numbers or decimal texts of milliseconds, as the wire has them. */
export const msOf = (value: number | string | null): number | undefined =>
  value === null || value === '' || Number.isNaN(Number(value)) ? undefined : Number(value)

const padded = (value: number, places: number): string => String(Math.floor(value)).padStart(places, '0')

/** `00:01:02.345`, which lines up in a column. */
export const printClock = (ms: number): string => {
  const whole = Math.max(0, Math.round(ms))
  return `${padded(whole / 3_600_000, 2)}:${padded((whole / 60_000) % 60, 2)}:${padded((whole / 1000) % 60, 2)}.${padded(whole % 1000, 3)}`
}

const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const times = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

export const printDay = (at: Date): string => dates.format(at)
export const printTime = (at: Date): string => times.format(at)
