import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly bytes: Uint8Array
}

const deflate = promisify(deflateRaw)
/** Names are UTF-8. */
const flags = 0x0800

/** A zip archive of a few files, compressed off the main thread. Entries carry no dates, so equal files make equal archives. */
export async function zipFiles(entries: readonly ZipEntry[]): Promise<Buffer> {
  const parts: Uint8Array[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of entries) {
    const title = Buffer.from(name, 'utf8')
    const packed = await deflate(bytes)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(flags, 2)
    facts.writeUInt16LE(8, 4)
    // 1 January 1980, the first day a zip archive knows.
    facts.writeUInt16LE(0x0021, 8)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(title.length, 22)
    parts.push(Buffer.from([0x50, 0x4b, 3, 4]), facts, title, packed)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), facts, tail, title]))
    offset += 4 + facts.length + title.length + packed.length
  }
  const index = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(index.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, index, end])
}
