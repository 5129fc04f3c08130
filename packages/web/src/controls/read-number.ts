/** Typed text as a number. Half-typed ones such as `1.` and `1.0` stay text, so that typing can go on. */
export const readNumber = (text: string): string | number | null => {
  if (text.trim() === '') return null
  if (/\.$|\.\d*0$/.test(text) || !Number.isFinite(Number(text))) return text
  return Number(text)
}
