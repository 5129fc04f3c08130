import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import type { ZipEntry } from './zip.ts'

export interface ZipLimits {
  readonly entries: number
  readonly bytesPerFile: number
  /** Of all files together; without it there is no such limit. */
  readonly bytes?: number
  /** How many times larger than its packed form a file may become. */
  readonly ratio: number
}

/** Told to whoever sent the archive. */
export class ZipError extends Error {}

const inflate = promisify(inflateRaw)
const endMark = 0x06054b50
const entryMark = 0x02014b50

/**
 * The files of a zip archive, unpacked off the main thread. What the directory claims is checked before anything is unpacked, and unpacking
 * stops at the claimed size, so that a small archive cannot fill the memory.
 */
export async function readZip(archive: Buffer, limits: ZipLimits, wants: (name: string) => boolean): Promise<ZipEntry[]> {
  const files: ZipEntry[] = []
  let total = 0
  for (const entry of readDirectory(archive, limits)) {
    if (!wants(entry.name)) continue
    if (entry.size > limits.bytesPerFile) throw new ZipError('Found file with size above allowed threshold')
    if (entry.size > 1024 && entry.size > entry.packedSize * limits.ratio) throw new ZipError('Zip compress ratio above allowed threshold')
    total += entry.size
    if (limits.bytes !== undefined && total > limits.bytes) throw new ZipError('Found more data than allowed')
    files.push({ name: entry.name, bytes: await unpack(archive, entry) })
  }
  return files
}

interface DirectoryEntry {
  readonly name: string
  readonly method: number
  readonly packedSize: number
  readonly size: number
  readonly offset: number
}

function readDirectory(archive: Buffer, limits: ZipLimits): DirectoryEntry[] {
  const end = findEnd(archive)
  const count = archive.readUInt16LE(end + 10)
  if (count > limits.entries) throw new ZipError('Found more files than allowed')
  let place = archive.readUInt32LE(end + 16)
  const entries: DirectoryEntry[] = []
  for (let index = 0; index < count; index++) {
    if (place + 46 > archive.length || archive.readUInt32LE(place) !== entryMark) throw new ZipError('Not a ZIP file')
    const nameLength = archive.readUInt16LE(place + 28)
    entries.push({
      name: archive.toString('utf8', place + 46, place + 46 + nameLength),
      method: archive.readUInt16LE(place + 10),
      packedSize: archive.readUInt32LE(place + 20),
      size: archive.readUInt32LE(place + 24),
      offset: archive.readUInt32LE(place + 42),
    })
    place += 46 + nameLength + archive.readUInt16LE(place + 30) + archive.readUInt16LE(place + 32)
  }
  return entries
}

/** The end record stands last, before a comment of at most 65,535 bytes. */
function findEnd(archive: Buffer): number {
  for (let place = archive.length - 22; place >= Math.max(0, archive.length - 22 - 65_535); place--) if (archive.readUInt32LE(place) === endMark) return place
  throw new ZipError('Not a ZIP file')
}

async function unpack(archive: Buffer, { method, packedSize, size, offset }: DirectoryEntry): Promise<Uint8Array> {
  if (offset + 30 > archive.length) throw new ZipError('Not a ZIP file')
  const start = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28)
  const packed = archive.subarray(start, start + packedSize)
  if (method === 0 && packed.length === size) return packed
  if (method !== 8) throw new ZipError('Not a ZIP file')
  if (size === 0) return new Uint8Array()
  try {
    const bytes = await inflate(packed, { maxOutputLength: size })
    if (bytes.length === size) return bytes
  } catch {
    // Told below in the same words: the archive is not what it says.
  }
  throw new ZipError('Not a ZIP file')
}
