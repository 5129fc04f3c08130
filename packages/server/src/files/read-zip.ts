import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
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
const fileMark = 0x04034b50
/** Of archives with more or larger files than the first form of the format can say. */
const largePointerMark = 0x07064b50
const largeEndMark = 0x06064b50

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

/** How large the files of an archive say they are, by name; none unpacks to more. */
export const sizesInZip = (archive: Buffer, limits: Pick<ZipLimits, 'entries'>): ReadonlyMap<string, number> =>
  new Map(readDirectory(archive, limits).map(({ name, size }) => [name, size]))

interface DirectoryEntry {
  readonly name: string
  readonly method: number
  readonly checksum: number
  readonly packedSize: number
  readonly size: number
  readonly offset: number
}

const notZip = (): ZipError => new ZipError('Not a ZIP file')

function readDirectory(archive: Buffer, limits: Pick<ZipLimits, 'entries'>): DirectoryEntry[] {
  const { count, start, size } = readEnd(archive)
  if (count > limits.entries) throw new ZipError('Found more files than allowed')
  const entries: DirectoryEntry[] = []
  let place = start
  for (let index = 0; index < count; index++) {
    if (place + 46 > archive.length || archive.readUInt32LE(place) !== entryMark) throw notZip()
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((field) => archive.readUInt16LE(place + field)) as [number, number, number]
    const next = place + 46 + nameLength + extraLength + noteLength
    if (next > archive.length) throw notZip()
    entries.push(readEntry(archive, place, nameLength, extraLength))
    place = next
  }
  // A directory that goes on behind what it counted hides files from one reader and shows them to another.
  if (place !== start + size) throw notZip()
  return entries
}

function readEntry(archive: Buffer, place: number, nameLength: number, extraLength: number): DirectoryEntry {
  const name = readName(archive.subarray(place + 46, place + 46 + nameLength))
  if ((archive.readUInt16LE(place + 8) & 0x2041) !== 0) throw new ZipError('Found an encrypted file')
  const kind = archive.readUInt32LE(place + 38) >>> 28
  // Made on a system of the Unix kind, whose way of saying "this is a link" others use too.
  if (kind === 0xa) throw new ZipError('Found a link')
  const large = readLargeFields(archive.subarray(place + 46 + nameLength, place + 46 + nameLength + extraLength))
  const field = (at: number): number => {
    const value = archive.readUInt32LE(place + at)
    return value === 0xffffffff ? large() : value
  }
  // The order is that in which the large values stand behind one another.
  const [size, packedSize, offset] = [field(24), field(20), field(42)]
  return { name, method: archive.readUInt16LE(place + 10), checksum: archive.readUInt32LE(place + 16), packedSize, size, offset }
}

/** Values that do not fit their 32 bits stand one after the other in a field behind the name. */
function readLargeFields(extra: Buffer): () => number {
  let values: Buffer = Buffer.alloc(0)
  for (let at = 0; at + 4 <= extra.length;) {
    const length = extra.readUInt16LE(at + 2)
    if (extra.readUInt16LE(at) === 1) values = extra.subarray(at + 4, at + 4 + length)
    at += 4 + length
  }
  let at = 0
  return () => {
    if (at + 8 > values.length) throw notZip()
    at += 8
    return Number(values.readBigUInt64LE(at - 8))
  }
}

/** UTF-8 whether an archive says so or not; bytes that are none are taken one by one, so that the name is a name. */
function readName(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

/** How many files there are and where they are listed. The record of it stands last, before a comment of at most 65,535 bytes. */
function readEnd(archive: Buffer): { readonly count: number; readonly start: number; readonly size: number } {
  const end = findEnd(archive)
  const [count, size, start] = [archive.readUInt16LE(end + 10), archive.readUInt32LE(end + 12), archive.readUInt32LE(end + 16)]
  const pointer = end - 20
  const isLarge = count === 0xffff || size === 0xffffffff || start === 0xffffffff
  if (!isLarge || pointer < 0 || archive.readUInt32LE(pointer) !== largePointerMark) return { count, start, size }
  const large = Number(archive.readBigUInt64LE(pointer + 8))
  if (!(large + 56 <= pointer) || archive.readUInt32LE(large) !== largeEndMark) throw notZip()
  const [largeCount, largeSize, largeStart] = [32, 40, 48].map((field) => Number(archive.readBigUInt64LE(large + field))) as [number, number, number]
  return { count: largeCount, start: largeStart, size: largeSize }
}

function findEnd(archive: Buffer): number {
  for (let place = archive.length - 22; place >= Math.max(0, archive.length - 22 - 65_535); place--)
    if (archive.readUInt32LE(place) === endMark && place + 22 + archive.readUInt16LE(place + 20) === archive.length) return place
  throw notZip()
}

async function unpack(archive: Buffer, entry: DirectoryEntry): Promise<Uint8Array> {
  const { method, packedSize, size, offset, checksum } = entry
  if (offset + 30 > archive.length || archive.readUInt32LE(offset) !== fileMark) throw notZip()
  const start = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28)
  const packed = archive.subarray(start, start + packedSize)
  const bytes = method === 0 ? packed : method === 8 ? await inflateUpTo(packed, size) : null
  if (bytes === null || bytes.length !== size || packed.length !== packedSize) throw notZip()
  if (crc32(bytes) !== checksum) throw new ZipError('Found a damaged file')
  return bytes
}

/** Null where the content is not what the archive says. */
async function inflateUpTo(packed: Buffer, size: number): Promise<Buffer | null> {
  if (size === 0) return Buffer.alloc(0)
  try {
    return await inflate(packed, { maxOutputLength: size })
  } catch {
    return null
  }
}
