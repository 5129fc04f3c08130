import { Readable } from 'node:stream'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly bytes: Uint8Array
}

/** A file that is written while its content comes. */
export interface ZipStreamEntry {
  readonly name: string
  readonly pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

/** Names are UTF-8; size and checksum stand behind the content, because they are not known before it. */
const flags = 0x0808

/** An archive in pieces: memory does not grow with the files. Compressed off the main thread. Entries carry no dates, so equal files make equal archives. */
export async function* streamZip(entries: Iterable<ZipStreamEntry> | AsyncIterable<ZipStreamEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const { name, pieces } of entries) {
    const title = Buffer.from(name, 'utf8')
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    factsOf(title).copy(head, 4)
    yield Buffer.concat([head, title])
    const content = { checksum: 0, size: 0, packed: 0 }
    yield* deflated(pieces, content)
    const behind = Buffer.alloc(16)
    behind.writeUInt32LE(0x08074b50, 0)
    writeSizes(behind, 4, content)
    yield behind
    const facts = factsOf(title)
    writeSizes(facts, 10, content)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), facts, tail, title]))
    offset += head.length + title.length + content.packed + behind.length
    if (offset > mostBytes) throw new Error('The archive is larger than a zip archive can be.')
  }
  const index = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(index.length, 12)
  end.writeUInt32LE(offset, 16)
  yield Buffer.concat([index, end])
}

const mostBytes = 0xffffffff

interface Content {
  checksum: number
  size: number
  packed: number
}

async function* deflated(pieces: ZipStreamEntry['pieces'], content: Content): AsyncGenerator<Buffer> {
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      content.checksum = crc32(piece, content.checksum)
      content.size += piece.byteLength
      if (content.size > mostBytes) throw new Error('A file is larger than a zip archive can hold.')
      yield piece
    }
  }
  const source = Readable.from(counted(), { objectMode: false })
  const packer = createDeflateRaw({ level: constants.Z_BEST_SPEED, chunkSize: 64 * 1024 })
  source.on('error', (error) => packer.destroy(error))
  source.pipe(packer)
  try {
    for await (const chunk of packer as AsyncIterable<Buffer>) {
      content.packed += chunk.length
      yield chunk
    }
  } finally {
    source.destroy()
    packer.destroy()
  }
}

/** What the entry and the directory both say about a file; sizes and checksum come later. */
function factsOf(title: Buffer): Buffer {
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(20, 0)
  facts.writeUInt16LE(flags, 2)
  facts.writeUInt16LE(8, 4)
  // 1 January 1980, the first day a zip archive knows.
  facts.writeUInt16LE(0x0021, 8)
  facts.writeUInt16LE(title.length, 22)
  return facts
}

function writeSizes(bytes: Buffer, at: number, { checksum, size, packed }: Content): void {
  bytes.writeUInt32LE(checksum, at)
  bytes.writeUInt32LE(packed, at + 4)
  bytes.writeUInt32LE(size, at + 8)
}

/** An archive of a few files that are there. */
export async function zipFiles(entries: readonly ZipEntry[]): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of streamZip(entries.map(({ name, bytes }) => ({ name, pieces: [bytes] })))) parts.push(part)
  return Buffer.concat(parts)
}
