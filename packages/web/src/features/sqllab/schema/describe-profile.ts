const numbers = new Intl.NumberFormat('en', { maximumSignificantDigits: 6 })

/** A value as a reader expects it; digits that came as text stay as they are. */
export const showValue = (value: string | number | boolean | null): string =>
  value === null ? '' : typeof value === 'number' ? (Number.isInteger(value) && Math.abs(value) < 1e15 ? String(value) : numbers.format(value)) : String(value)

/** A part of the whole in percent; what is there is never shown as nothing, what is not all never as all. */
export function shareOf(part: number, whole: number): string {
  if (whole === 0 || part === 0) return '0 %'
  if (part === whole) return '100 %'
  const percent = (part / whole) * 100
  if (percent < 0.1) return '< 0.1 %'
  return `${String(Math.min(99.9, Math.round(percent * 10) / 10))} %`
}

/** Heights in percent of the highest; a step that holds anything can be seen. */
export function barHeights(rows: readonly number[]): readonly number[] {
  const most = Math.max(...rows, 1)
  return rows.map((count) => (count === 0 ? 0 : Math.max(3, Math.round((count / most) * 100))))
}
