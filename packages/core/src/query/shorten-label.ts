/** Two FNV-1a halves: names need no secrecy, only that different texts stay apart. */
function digest(text: string): string {
  const half = (seed: number): string => {
    let hash = seed
    for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
    return (hash >>> 0).toString(16).padStart(8, '0')
  }
  return half(0x811c9dc5) + half(0x9747b28c)
}

/** A name that the database takes whole. Databases count bytes; rows get their labels back by position. */
export function shortenLabel(label: string, maxLength: number): string {
  let bytes = 0
  for (const point of label) {
    const code = point.codePointAt(0)!
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes <= maxLength && !label.includes('\0') ? label || '_' : digest(label).slice(0, maxLength)
}
