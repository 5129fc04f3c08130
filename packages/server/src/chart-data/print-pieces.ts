import { setImmediate as breathe } from 'node:timers/promises'

/** A turn of work may take this long before others get theirs. */
const turnMilliseconds = 10

/** Pieces of text → bytes, letting other requests in between. */
export async function printPieces(pieces: Iterable<string>): Promise<Uint8Array> {
  const parts: Buffer[] = []
  let begun = performance.now()
  for (const piece of pieces) {
    parts.push(Buffer.from(piece, 'utf8'))
    if (performance.now() - begun > turnMilliseconds) {
      await breathe()
      begun = performance.now()
    }
  }
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
}
