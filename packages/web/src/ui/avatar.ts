export interface Person {
  readonly id?: number
  readonly first_name?: string | null
  readonly last_name?: string | null
  readonly username?: string | null
}

export const nameOf = (person: Person): string => [person.first_name, person.last_name].filter(Boolean).join(' ') || person.username || '?'

export const initialsOf = (person: Person): string => {
  const initials = [person.first_name, person.last_name].map((part) => [...(part ?? '').trim()][0] ?? '').join('')
  return (initials || (person.username ?? '?').slice(0, 2)).toUpperCase()
}

/** Grounds on which white text reads at 4.5:1 or better, the same in both themes. */
const grounds = ['#2f6d80', '#96571b', '#44662b', '#7c4a9c', '#a2385c', '#41528f', '#8a5a00', '#5b5f2a', '#8c3f36', '#3c6656'] as const

/** The same person has the same colour everywhere. */
export const groundOf = (person: Person): string => {
  const text = person.id === undefined ? nameOf(person) : String(person.id)
  let sum = 0
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return grounds[sum % grounds.length] as string
}
