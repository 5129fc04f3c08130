import { createHash } from 'node:crypto'

/** Drawn pictures by what they were drawn from; the least used go when the room is used up. */
export interface PictureCache {
  get(key: string): Uint8Array | undefined
  set(key: string, png: Uint8Array): void
}

export function createPictureCache(mostBytes: number): PictureCache {
  const kept = new Map<string, Uint8Array>()
  let bytes = 0
  return {
    get: (key) => {
      const png = kept.get(key)
      if (png) {
        kept.delete(key)
        kept.set(key, png)
      }
      return png
    },
    set: (key, png) => {
      bytes += png.length - (kept.get(key)?.length ?? 0)
      kept.delete(key)
      kept.set(key, png)
      for (const [oldest, old] of kept) {
        if (bytes <= mostBytes) break
        kept.delete(oldest)
        bytes -= old.length
      }
    },
  }
}

/**
 * A name for everything a picture shows, rows included. The rows are those the caller was given, so nobody is ever handed a picture
 * of rows he may not see, whatever rules, templates or rights decided about them.
 */
export const nameOfDrawing = (parts: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(parts, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)))
    .digest('hex')
