import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { pipeline, Transform, type Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { ReadProblem, readingLimits } from './read-problem.ts'

export interface ArchiveEntry {
  readonly name: string
  readonly packedBytes: number
  readonly method: number
  readonly offset: number
}

export interface Archive {
  readonly entries: readonly ArchiveEntry[]
  find(name: string): ArchiveEntry | undefined
  /** The bytes of an entry, unpacked as they are read. What unfolds too far is refused while it does, whatever the archive says of itself. */
  read(entry: ArchiveEntry): AsyncIterable<Buffer>
}

const notAnArchive = (): ReadProblem => new ReadProblem('The file is not a ZIP archive, or it is damaged.')
const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50

/** Reads the list of an archive's files; its parts are never in memory. */
export async function openArchive(path: string, mostBytes: number): Promise<Archive> {
  const file = await open(path, 'r')
  let entries: readonly ArchiveEntry[]
  try {
    entries = await readDirectory(file)
  } finally {
    await file.close()
  }
  let unfolded = 0
  const count = (bytes: number): void => {
    unfolded += bytes
    if (unfolded > mostBytes) throw new ReadProblem('The file unfolds to more than this server accepts.')
  }
  return {
    entries,
    find: (name) => entries.find((entry) => entry.name.toLowerCase() === name.toLowerCase()),
    read: (entry) => readEntry(path, entry, count),
  }
}

async function readDirectory(file: FileHandle): Promise<readonly ArchiveEntry[]> {
  const { size } = await file.stat()
  const tail = Buffer.alloc(Math.min(size, 65_557))
  await file.read(tail, 0, tail.length, size - tail.length)
  let end = tail.length - 22
  while (end >= 0 && tail.readUInt32LE(end) !== endMark) end--
  if (end < 0) throw notAnArchive()
  const count = tail.readUInt16LE(end + 10)
  const bytes = tail.readUInt32LE(end + 12)
  const start = tail.readUInt32LE(end + 16)
  if (count === 0xffff || start === 0xffffffff) throw new ReadProblem('The archive is larger than archives of this kind may be.')
  if (count > readingLimits.zipEntries || bytes > 32 * 2 ** 20) throw new ReadProblem('The archive has too many files.')
  if (start + bytes > size) throw notAnArchive()
  const directory = Buffer.alloc(bytes)
  await file.read(directory, 0, bytes, start)
  const entries: ArchiveEntry[] = []
  for (let at = 0, index = 0; index < count; index++) {
    if (at + 46 > bytes || directory.readUInt32LE(at) !== entryMark) throw notAnArchive()
    const [nameLength, extraLength, commentLength] = [directory.readUInt16LE(at + 28), directory.readUInt16LE(at + 30), directory.readUInt16LE(at + 32)]
    if ((directory.readUInt16LE(at + 8) & 1) !== 0) throw new ReadProblem('The archive is protected by a password.')
    entries.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameLength).replaceAll('\\', '/'),
      method: directory.readUInt16LE(at + 10),
      packedBytes: directory.readUInt32LE(at + 20),
      offset: directory.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + extraLength + commentLength
  }
  return entries
}

async function* readEntry(path: string, entry: ArchiveEntry, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  if (entry.method !== 0 && entry.method !== 8) throw new ReadProblem('The archive is packed in a way that cannot be read.')
  if (entry.packedBytes === 0) return
  const start = await dataStart(path, entry)
  const packed = createReadStream(path, { start, end: start + entry.packedBytes - 1 })
  const watch = watcher(entry, count)
  const whole = pipeline(entry.method === 8 ? [packed, createInflateRaw(), watch] : [packed, watch], () => undefined) as unknown as Readable
  try {
    yield* whole as AsyncIterable<Buffer>
  } catch (error) {
    if (error instanceof ReadProblem) throw error
    throw new ReadProblem('The archive is damaged.')
  } finally {
    packed.destroy()
  }
}

async function dataStart(path: string, entry: ArchiveEntry): Promise<number> {
  const file = await open(path, 'r')
  try {
    const head = Buffer.alloc(30)
    const { bytesRead } = await file.read(head, 0, 30, entry.offset)
    if (bytesRead < 30 || head.readUInt32LE(0) !== localMark) throw notAnArchive()
    return entry.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
  } finally {
    await file.close()
  }
}

function watcher(entry: ArchiveEntry, count: (bytes: number) => void): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > readingLimits.harmlessBytes && bytes > entry.packedBytes * readingLimits.unfolding) {
        done(new ReadProblem('The file unfolds to far more than its size; it is refused as a ZIP bomb.'))
        return
      }
      try {
        count(chunk.length)
        done(null, chunk)
      } catch (error) {
        done(error as Error)
      }
    },
  })
}
