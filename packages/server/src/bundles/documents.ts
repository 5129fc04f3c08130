export type Document = Readonly<Record<string, unknown>>

export const isDocument = (value: unknown): value is Document => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A whole number that a double would change, or a text that only looks like one. */
const longNumbers = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g

/** What a text of JSON holds; whole numbers keep all their digits, as bigints where they have too many for a number. */
export function parseJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text)
  let isLong = false
  const marked = text.replace(longNumbers, (found) => {
    if (found.startsWith('"') || Number.isSafeInteger(Number(found))) return found
    isLong = true
    return `"\\u0000${found}"`
  })
  // No text that is stored here has a NUL in it.
  return JSON.parse(isLong ? marked : text, (_key, value: unknown) => (typeof value === 'string' && /^\0-?\d+$/.test(value) ? BigInt(value.slice(1)) : value))
}

/** JSON with a space after commas and colons: the form in which other readers of these documents know them. */
export function printDocument(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printDocument).join(', ')}]`
  if (typeof value === 'bigint') return String(value)
  if (!isDocument(value)) return JSON.stringify(value ?? null)
  return `{${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}: ${printDocument(inner)}`)
    .join(', ')}}`
}

/** What a stored text holds, as a file of a bundle shows it; a text that is no JSON stays a text. */
export function readStored(text: string | null): unknown {
  if (text === null || text === '') return null
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

export const readDocument = (text: string | null): Document => {
  const value = readStored(text)
  return isDocument(value) ? value : {}
}

/** The other way: what to store of a value of a file. */
export const storedOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : printDocument(value)
