import { weighRows, type KeptRows } from './kept-rows.ts'

export interface CacheEntry {
  readonly rows: KeptRows
  readonly madeAt: Date
  /** Tells two answers to the same question apart. */
  readonly stamp: string
  /** Forms of the rows that were costly to make, such as their JSON, kept and dropped with them. */
  readonly attachments: Map<string, readonly Uint8Array[]>
}

/** The rows that one process keeps in its memory. */
export interface FrameCache {
  get(key: string): CacheEntry | undefined
  /** `lifeSeconds` 0: until the room is needed. */
  set(key: string, entry: CacheEntry, lifeSeconds: number): void
  /** The entry grew by an attachment. */
  weighAgain(key: string): void
}

interface Kept {
  readonly entry: CacheEntry
  readonly rowBytes: number
  readonly expiresAt: number
  bytes: number
}

/** The entry that was not used for longest leaves first. A single answer may take a quarter of the room. */
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
    let bytes = item.rowBytes
    for (const pieces of item.entry.attachments.values()) for (const piece of pieces) bytes += piece.byteLength
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
      const rowBytes = weighRows(entry.rows)
      if (rowBytes > budgetBytes / 4) return
      const item: Kept = { entry, rowBytes, expiresAt: lifeSeconds === 0 ? Number.POSITIVE_INFINITY : now() + lifeSeconds * 1000, bytes: 0 }
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
