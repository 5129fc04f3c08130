import { crc32, deflateRawSync } from 'node:zlib'

export interface HostileEntry {
  readonly name: string | Buffer
  readonly bytes: Buffer
  readonly isPacked?: boolean
  /** What the archive says, where it is not the truth. */
  readonly says?: { readonly size?: number; readonly packedSize?: number; readonly checksum?: number; readonly method?: number }
  /** Bits of the format: 1 is "encrypted". */
  readonly flags?: number
  /** As a system of the Unix kind says what an entry is: 0o120777 is a link. */
  readonly mode?: number
  /** Sizes and place in the field for large ones. */
  readonly isLarge?: boolean
}

/** A zip archive as nobody honest would write it, or with the rarer parts of the format. */
export function makeZip(
  entries: readonly HostileEntry[],
  end: { readonly isLarge?: boolean; readonly count?: number; readonly comment?: Buffer } = {},
): Buffer {
  const [files, directory]: Buffer[][] = [[], []]
  let offset = 0
  for (const { name, bytes, isPacked = false, says = {}, flags = 0, mode = 0, isLarge = false } of entries) {
    const title = Buffer.from(name as string)
    const packed = isPacked ? deflateRawSync(bytes) : bytes
    const [size, packedSize] = [says.size ?? bytes.length, says.packedSize ?? packed.length]
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(flags, 2)
    facts.writeUInt16LE(says.method ?? (isPacked ? 8 : 0), 4)
    facts.writeUInt32LE(says.checksum ?? crc32(bytes), 10)
    facts.writeUInt32LE(isLarge ? 0xffffffff : packedSize, 14)
    facts.writeUInt32LE(isLarge ? 0xffffffff : size, 18)
    facts.writeUInt16LE(title.length, 22)
    const extra = isLarge ? largeField([size, packedSize, offset]) : Buffer.alloc(0)
    facts.writeUInt16LE(extra.length, 24)
    const file = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), facts, title, extra, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE((mode << 16) >>> 0, 6)
    tail.writeUInt32LE(isLarge ? 0xffffffff : offset, 10)
    directory!.push(Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2, 20, 3]), facts, tail, title, extra]))
    files!.push(file)
    offset += file.length
  }
  const index = Buffer.concat(directory!)
  return Buffer.concat([...files!, index, endOf(end.count ?? entries.length, index.length, offset, end.isLarge ?? false), commentOf(end.comment)])
}

const commentOf = (comment: Buffer = Buffer.alloc(0)): Buffer => {
  const length = Buffer.alloc(2)
  length.writeUInt16LE(comment.length, 0)
  return Buffer.concat([length, comment])
}

function largeField(values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + 8 * values.length)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(8 * values.length, 2)
  values.forEach((value, index) => field.writeBigUInt64LE(BigInt(value), 4 + 8 * index))
  return field
}

/** The end of an archive without its comment. */
function endOf(count: number, size: number, start: number, isLarge: boolean): Buffer {
  const end = Buffer.alloc(20)
  end.writeUInt32LE(0x06054b50, 0)
  for (const place of [8, 10]) end.writeUInt16LE(isLarge ? 0xffff : count & 0xffff, place)
  end.writeUInt32LE(isLarge ? 0xffffffff : size, 12)
  end.writeUInt32LE(isLarge ? 0xffffffff : start, 16)
  if (!isLarge) return end
  const large = Buffer.alloc(56 + 20)
  large.writeUInt32LE(0x06064b50, 0)
  large.writeBigUInt64LE(44n, 4)
  for (const [value, place] of [
    [count, 24],
    [count, 32],
    [size, 40],
    [start, 48],
  ] as const)
    large.writeBigUInt64LE(BigInt(value), place)
  large.writeUInt32LE(0x07064b50, 56)
  large.writeBigUInt64LE(BigInt(start + size), 64)
  large.writeUInt32LE(1, 72)
  return Buffer.concat([large, end])
}
