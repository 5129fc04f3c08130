interface FoundNames {
  readonly names: readonly string[]
  /** How many there are, of which `names` may be only the first. */
  readonly count: number
}

/** Finds names by how one of their words begins, without looking at the others: a schema of many thousand tables answers as quickly as a small one. */
export interface NameIndex {
  readonly size: number
  readonly find: (typed: string, most: number) => FoundNames
  /** The name as its database spells it: exactly as written, or else in other letters' case. */
  readonly spell: (name: string) => string | undefined
}

interface Entry {
  readonly key: string
  readonly at: number
  readonly place: number
}

/** After a blank, a point or a dash, or where a capital follows a small letter. */
const wordStart = /(?<=[^\p{L}\p{N}])[\p{L}\p{N}]|(?<=\p{Ll})\p{Lu}/gu

export function indexNames(names: readonly string[]): NameIndex {
  const exact = new Set(names)
  const folded = new Map<string, string>()
  const entries: Entry[] = []
  for (const [place, name] of names.entries()) {
    const text = name.toLowerCase()
    if (!folded.has(text)) folded.set(text, name)
    entries.push({ key: text, at: 0, place })
    for (const { index: at } of name.matchAll(wordStart)) if (at > 0) entries.push({ key: text.slice(at), at, place })
  }
  entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.at - b.at))

  const find = (typed: string, most: number): FoundNames => {
    const wanted = typed.toLowerCase()
    if (wanted === '') return { names: names.slice(0, most), count: names.length }
    const [first, inside]: [Set<number>, Set<number>] = [new Set(), new Set()]
    for (let at = firstAtLeast(entries, wanted); at < entries.length && entries[at]!.key.startsWith(wanted); at++)
      (entries[at]!.at === 0 ? first : inside).add(entries[at]!.place)
    const found = [...first, ...[...inside].filter((place) => !first.has(place))]
    return { names: found.slice(0, most).map((place) => names[place]!), count: found.length }
  }
  return { size: names.length, find, spell: (name) => (exact.has(name) ? name : folded.get(name.toLowerCase())) }
}

function firstAtLeast(entries: readonly Entry[], wanted: string): number {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (entries[middle]!.key < wanted) low = middle + 1
    else high = middle
  }
  return low
}
