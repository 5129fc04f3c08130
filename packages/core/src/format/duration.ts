const units: readonly (readonly [milliseconds: number, suffix: string])[] = [
  [365 * 86_400_000, 'y'],
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'm'],
]

const trim = (value: number, digits: number): string => String(Number(value.toFixed(digits)))

/** Milliseconds in words: `66000` is `1m 6s`. With `subMilliseconds`, `1.40008` is `1ms 400µs 80ns`. */
export function formatDuration(milliseconds: number, subMilliseconds = false): string {
  if (!Number.isFinite(milliseconds)) return String(milliseconds)
  if (milliseconds < 0) return `-${formatDuration(-milliseconds, subMilliseconds)}`
  const parts: string[] = []
  let rest = milliseconds
  for (const [size, suffix] of units) {
    const count = Math.floor(rest / size)
    if (count > 0) parts.push(`${count}${suffix}`)
    rest -= count * size
  }
  if (subMilliseconds) {
    const nanoseconds = Math.round(rest * 1_000_000)
    const fine = [
      [Math.floor(nanoseconds / 1e9), 's'],
      [Math.floor(nanoseconds / 1e6) % 1000, 'ms'],
      [Math.floor(nanoseconds / 1e3) % 1000, 'µs'],
      [nanoseconds % 1000, 'ns'],
    ] as const
    parts.push(...fine.filter(([count]) => count > 0).map(([count, suffix]) => `${count}${suffix}`))
    return parts.length > 0 ? parts.join(' ') : '0ms'
  }
  if (parts.length === 0 && rest < 1000) return `${rest < 1 ? trim(rest, 2) : Math.round(rest)}ms`
  // Days and larger need no tenths of a second.
  const seconds = milliseconds >= 86_400_000 ? Math.floor(rest / 1000) : Math.floor(rest / 100) / 10
  if (seconds > 0) parts.push(`${trim(seconds, 1)}s`)
  return parts.join(' ')
}
