import { scanRulesOf } from '@sightline/core'

/** Text for between single quotes. Where the dialect reads backslashes those are doubled too; where it is not known, none may stand there. */
export function escapeText(text: string, dialectId: string | undefined): string {
  const doubled = text.replaceAll("'", "''")
  if (!doubled.includes('\\')) return doubled
  if (dialectId === undefined) throw new Error('a backslash cannot be written without knowing the database')
  return scanRulesOf(dialectId).backslashIn.includes("'") ? doubled.replaceAll('\\', '\\\\') : doubled
}

export function literalOf(value: unknown, dialectId: string | undefined): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return `'${escapeText(typeof value === 'string' ? value : JSON.stringify(value), dialectId)}'`
}

const directives: Readonly<Record<string, string>> = {
  Y: String.raw`(?<Y>\d{4})`,
  y: String.raw`(?<y>\d{2})`,
  m: String.raw`(?<m>\d{1,2})`,
  d: String.raw`(?<d>\d{1,2})`,
  H: String.raw`(?<H>\d{1,2})`,
  M: String.raw`(?<M>\d{1,2})`,
  S: String.raw`(?<S>\d{1,2})`,
  f: String.raw`(?<f>\d{1,6})`,
  '%': '%',
}

/** A text read by strftime directives, as `2024-03-31 10:00:00`; the error names what does not fit. */
export function readDate(text: string, format: string): string {
  if (format.length > 100) throw new Error('the date format is too long')
  const seen = new Set<string>()
  const pattern = format.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replace(/%(.)/g, (_, directive: string) => {
    if (directive !== '%' && seen.has(directive)) throw new Error(`%${directive} stands twice in the date format`)
    seen.add(directive)
    return directives[directive] ?? '(?!)'
  })
  const parts = new RegExp(`^${pattern}$`).exec(text)?.groups
  if (!parts) throw new Error(`time data '${text}' does not match format '${format}'`)
  const part = (name: string, otherwise: number): number => Number(parts[name] ?? otherwise)
  const year = parts['y'] === undefined ? part('Y', 1900) : 2000 + Number(parts['y'])
  const milliseconds = Math.floor(Number((parts['f'] ?? '0').padEnd(6, '0')) / 1000)
  const date = new Date(Date.UTC(year, part('m', 1) - 1, part('d', 1), part('H', 0), part('M', 0), part('S', 0), milliseconds))
  if (date.getUTCMonth() !== part('m', 1) - 1 || date.getUTCDate() !== part('d', 1)) throw new Error(`'${text}' is no date`)
  return date
    .toISOString()
    .replace('T', ' ')
    .replace(/(?:\.000)?Z$/, '')
}
