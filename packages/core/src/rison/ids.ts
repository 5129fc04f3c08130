/** Characters of a text that needs no quotes: exactly the set both ends of the wire agree on. */
export const isIdChar = (c: string): boolean => /[A-Za-z0-9_\-./~]/.test(c) || c > '\u00ff'

export const isIdStart = (c: string): boolean => isIdChar(c) && c !== '-' && !(c >= '0' && c <= '9')

export const isId = (text: string): boolean => text.length > 0 && isIdStart(text[0] as string) && [...text].every((c) => isIdChar(c))
