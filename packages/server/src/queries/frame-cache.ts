import { Exact, type Cell, type Frame } from '@sightline/core'

export interface CacheEntry {
  readonly frame: Frame
  readonly madeAt: Date
  /** Forms of the frame that were costly to make, such as its JSON, kept and dropped with it. */
  readonly attachments: Map<string, Uint8Array>
}

/** Where frames are kept. The memory of one process now; a shared store can stand behind the same three verbs. */
export interface FrameCache {
  get(key: string): CacheEntry | undefined
  /** `lifeSeconds` 0: until the room is needed. */
  set(key: string, entry: CacheEntry, lifeSeconds: number): void
  /** The entry grew by an attachment. */
  weighAgain(key: string): void
}

interface Kept {
  readonly entry: CacheEntry
  readonly frameBytes: number
  readonly expiresAt: number
  bytes: number
}

/** The entry that was not used for longest leaves first. A single frame may take a quarter of the room. */
export function createFrameCache(budgetBytes: number, now: () => number): FrameCache {
  const kept = new Map<string, Kept>()
  let total = 0

  const drop = (key: string): void => {
    const old = kept.get(key)
    if (!old) return
    kept.delete(key)
    total -= old.bytes
  }
  const makeRoom = (): void => {
    for (const key of kept.keys()) {
      if (total <= budgetBytes) return
      drop(key)
    }
  }
  const weigh = (item: Kept): number => {
    let bytes = item.frameBytes
    for (const attachment of item.entry.attachments.values()) bytes += attachment.byteLength
    return bytes
  }

  return {
    get: (key) => {
      const item = kept.get(key)
      if (!item) return undefined
      if (item.expiresAt <= now()) {
        drop(key)
        return undefined
      }
      kept.delete(key)
      kept.set(key, item)
      return item.entry
    },
    set: (key, entry, lifeSeconds) => {
      drop(key)
      const frameBytes = estimateBytes(entry.frame)
      if (frameBytes > budgetBytes / 4) return
      const item: Kept = { entry, frameBytes, expiresAt: lifeSeconds === 0 ? Number.POSITIVE_INFINITY : now() + lifeSeconds * 1000, bytes: 0 }
      item.bytes = weigh(item)
      kept.set(key, item)
      total += item.bytes
      makeRoom()
    },
    weighAgain: (key) => {
      const item = kept.get(key)
      if (!item) return
      total -= item.bytes
      item.bytes = weigh(item)
      total += item.bytes
      makeRoom()
    },
  }
}

/** From a sample of each column: weighing every cell of a large frame would hold up the server. */
export function estimateBytes(frame: Frame): number {
  let bytes = 200
  for (const cells of frame.values) {
    const step = Math.max(1, Math.floor(cells.length / 100))
    let sampled = 0
    let size = 0
    for (let row = 0; row < cells.length; row += step) {
      size += bytesOf(cells[row] ?? null)
      sampled++
    }
    if (sampled > 0) bytes += (size / sampled) * cells.length
  }
  return Math.round(bytes)
}

function bytesOf(cell: Cell): number {
  if (typeof cell === 'string') return 24 + cell.length * 2
  if (typeof cell === 'bigint') return 32
  if (cell instanceof Exact) return 48 + cell.text.length
  if (typeof cell === 'object' && cell !== null)
    return 64 + JSON.stringify(cell, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)).length * 2
  return 12
}
