import { secretMask } from './connection-uri.ts'

const record = (text: string | null | undefined): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Every value is a secret until a connector says otherwise. */
export const maskExtra = (text: string | null): string => JSON.stringify(Object.fromEntries(Object.keys(record(text)).map((key) => [key, secretMask])))

/** What to store: a value that is still the mask keeps the stored one; a mask for something unknown is dropped. */
export function unmaskExtra(sent: string | null | undefined, known: string | null): string | null {
  const stored = record(known)
  const values = Object.entries(record(sent)).flatMap(([key, value]) => {
    if (value !== secretMask) return [[key, value] as const]
    return Object.hasOwn(stored, key) ? [[key, stored[key]] as const] : []
  })
  return values.length === 0 ? null : JSON.stringify(Object.fromEntries(values))
}
