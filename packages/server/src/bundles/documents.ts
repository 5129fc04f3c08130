export type Document = Readonly<Record<string, unknown>>

export const isDocument = (value: unknown): value is Document => typeof value === 'object' && value !== null && !Array.isArray(value)

/** JSON with a space after commas and colons: the form in which other readers of these documents know them. */
export function printDocument(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printDocument).join(', ')}]`
  if (!isDocument(value)) return JSON.stringify(value ?? null)
  return `{${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}: ${printDocument(inner)}`)
    .join(', ')}}`
}

/** What a stored text holds, as a file of a bundle shows it; a text that is no JSON stays a text. */
export function readStored(text: string | null): unknown {
  if (text === null || text === '') return null
  try {
    return JSON.parse(text)
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
