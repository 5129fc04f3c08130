const parts = ['%Y', '%m', '%d', '%H', '%M', '%S']

/** The parts of the time must follow each other from the year down; what stands between them does not matter. */
function isSortablePattern(pattern: string): boolean {
  const found = [...pattern.matchAll(/%[a-zA-Z]/g)].map(([part]) => part).filter((part) => !['%f', '%z', '%Z'].includes(part))
  if (pattern.includes('%Y%m%dT') || found.length === 0) return found.length > 0
  return found.every((part, index) => part === parts[index])
}

/** How a column that is no time by its type holds one: `epoch_s`, `epoch_ms`, or a pattern that writes at least a year, so that texts sort as times do. */
export const isDateFormat = (text: string): boolean => text === 'epoch_s' || text === 'epoch_ms' || isSortablePattern(text)
