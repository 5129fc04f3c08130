const pad = (value: number, length = 2): string => String(value).padStart(length, '0')

/** The strftime directives that stored dates use; anything else stands for itself. */
export function formatDate(date: Date, pattern: string): string {
  const parts: Readonly<Record<string, string>> = {
    Y: pad(date.getUTCFullYear(), 4),
    y: pad(date.getUTCFullYear() % 100),
    m: pad(date.getUTCMonth() + 1),
    d: pad(date.getUTCDate()),
    H: pad(date.getUTCHours()),
    M: pad(date.getUTCMinutes()),
    S: pad(date.getUTCSeconds()),
    f: pad(date.getUTCMilliseconds() * 1000, 6),
    '%': '%',
  }
  return pattern.replace(/%([YymdHMSf%])/g, (_, directive: string) => parts[directive]!)
}
