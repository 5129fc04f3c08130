import { setImmediate as breathe } from 'node:timers/promises'
import type { Pieces } from './finish/finish-order.ts'

/** A turn of work may take this long before others get theirs. */
const turnMilliseconds = 10
/** Small pieces are joined up to this size: a list of thousands costs more than its bytes. */
const pieceBytes = 256 * 1024

/** All pieces, letting other requests in while they are printed. */
export async function collectPieces(pieces: Pieces): Promise<readonly Uint8Array[]> {
  const collected: Uint8Array[] = []
  let together: Uint8Array[] = []
  let size = 0
  const close = (): void => {
    if (size > 0) collected.push(together.length === 1 ? together[0]! : Buffer.concat(together))
    together = []
    size = 0
  }
  let begun = performance.now()
  for await (const piece of pieces) {
    together.push(piece)
    size += piece.byteLength
    if (size >= pieceBytes) close()
    if (performance.now() - begun < turnMilliseconds) continue
    await breathe()
    begun = performance.now()
  }
  close()
  return collected
}
