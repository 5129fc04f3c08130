import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open, readdir, rename, rm, stat, utimes, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { headerPart, makeWriter, readParts, type PartSink } from './pack-result.ts'
import { UnreadableResult, type Results } from './results.ts'

interface FileResultsOptions {
  readonly folder: string
  readonly now: () => Date
  readonly mostBytes: number
  readonly mostBytesInAll: number
}

/** A file that nobody finished and nobody has written to for this long was left by a process that ended. */
const abandonedMs = 24 * 3_600_000
const suffix = '.rows'

/**
 * One file per result: parts, each behind its length, and a length of 0 at the end. It is written under another name and moved when whole.
 * The time of the file is the moment at which the result expires.
 */
export function createFileResults({ folder, now, mostBytes, mostBytesInAll }: FileResultsOptions): Results {
  const pathOf = (key: string): string | null => (/^[0-9a-f-]{36}$/.test(key) ? join(folder, key + suffix) : null)

  return {
    begin: async (key, rows, lifeSeconds) => {
      const path = pathOf(key)
      if (!path) throw new Error('A result needs a key of its own kind.')
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const draft = `${path}.${randomUUID()}.part`
      const file = await open(draft, 'wx', 0o600)
      const sink: PartSink = {
        add: (part) => writePart(file, part),
        finish: async () => {
          await file.write(lengthOf(0))
          await file.close()
          const expires = new Date(now().getTime() + lifeSeconds * 1000)
          await utimes(draft, expires, expires)
          await rename(draft, path)
        },
        discard: async () => {
          await file.close().catch(() => {})
          await rm(draft, { force: true })
        },
      }
      await sink.add(headerPart(rows))
      return makeWriter(sink, rows, mostBytes)
    },
    open: async (key) => {
      const path = pathOf(key)
      const file = path ? await openIfThere(path) : null
      if (!file) return null
      if ((await file.stat()).mtimeMs <= now().getTime()) {
        await file.close()
        return null
      }
      return readParts(partsOf(file))
    },
    remove: async (key) => {
      const path = pathOf(key)
      if (path) await rm(path, { force: true })
    },
    sweep: async () => {
      const kept: { readonly path: string; readonly size: number; readonly bornMs: number }[] = []
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name)
        const facts = await stat(path).catch(() => null)
        if (!facts) continue
        const isOver = name.endsWith('.part') ? facts.mtimeMs < Date.now() - abandonedMs : facts.mtimeMs <= now().getTime()
        if (isOver) await rm(path, { force: true })
        else if (name.endsWith(suffix)) kept.push({ path, size: facts.size, bornMs: facts.ctimeMs })
      }
      let total = kept.reduce((sum, { size }) => sum + size, 0)
      for (const { path, size } of kept.toSorted((a, b) => a.bornMs - b.bornMs)) {
        if (total <= mostBytesInAll) return
        await rm(path, { force: true })
        total -= size
      }
    },
    close: async () => {},
  }
}

const lengthOf = (length: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(length)
  return bytes
}

async function writePart(file: FileHandle, part: Buffer): Promise<void> {
  await file.writev([lengthOf(part.length), part])
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function* partsOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      const length = (await readExactly(file, 4)).readUInt32LE(0)
      if (length === 0) return
      yield await readExactly(file, length)
    }
  } finally {
    await file.close()
  }
}

const mostInOnePart = 2 ** 28

async function readExactly(file: FileHandle, length: number): Promise<Buffer> {
  if (length > mostInOnePart) throw new UnreadableResult('The kept result is damaged.')
  const bytes = Buffer.alloc(length)
  for (let read = 0; read < length;) {
    const { bytesRead } = await file.read(bytes, read, length - read)
    if (bytesRead === 0) throw new UnreadableResult('The kept result ends too early.')
    read += bytesRead
  }
  return bytes
}
