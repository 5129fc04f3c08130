/** How many letters have to be put in, taken out or changed. */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let a = 1; a <= one.length; a++) {
    const next = [a]
    for (let b = 1; b <= other.length; b++) next.push(Math.min(next[b - 1]! + 1, row[b]! + 1, row[b - 1]! + (one[a - 1] === other[b - 1] ? 0 : 1)))
    row = next
  }
  return row[other.length]!
}

const near = 2

/** For each name nobody knows, the known ones a slip of the hand away, the nearest first. */
export const nearestNames = (unknown: readonly string[], known: readonly string[]): { readonly name: string; readonly guess: string }[] =>
  unknown.flatMap((name) =>
    known
      .map((guess) => ({ name, guess, far: editDistance(name.toLowerCase(), guess.toLowerCase()) }))
      .filter(({ far }) => far <= near)
      .sort((a, b) => a.far - b.far)
      .map(({ guess }) => ({ name, guess })),
  )
