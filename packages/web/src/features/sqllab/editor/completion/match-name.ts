/** How what was typed stands in a name: at its beginning (0), at the beginning of one of its words (1), or inside (2). */
interface NameMatch {
  readonly rank: 0 | 1 | 2
  readonly from: number
}

export function matchName(name: string, typed: string): NameMatch | null {
  if (typed === '') return { rank: 0, from: 0 }
  const [text, wanted] = [name.toLowerCase(), typed.toLowerCase()]
  if (text.startsWith(wanted)) return { rank: 0, from: 0 }
  const inWord = text.indexOf(`_${wanted}`)
  if (inWord >= 0) return { rank: 1, from: inWord + 1 }
  const inside = wanted.length > 1 ? text.indexOf(wanted) : -1
  return inside < 0 ? null : { rank: isWordStart(name, inside) ? 1 : 2, from: inside }
}

/** After a blank, a point or a dash, or where a capital follows a small letter. */
const isWordStart = (name: string, at: number): boolean => /^[^\p{L}\p{N}]|^\p{Ll}\p{Lu}/u.test(name.slice(at - 1, at + 1))
