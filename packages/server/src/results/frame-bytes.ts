import { Exact, type Cell, type ColumnLayout, type Frame, type FrameColumn } from '@sightline/core'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { isFrame, type RowBatch } from '../wire/row-batch.ts'
import { bytesOfPacked, packedOfBytes } from './packed-bytes.ts'
import { UnreadableResult } from './results.ts'

/**
 * One batch of rows as bytes and back, every digit kept. Columns in memory are kept as they lie. Of cells the columns lie one after the other:
 * numbers as doubles with a mask of those that are null, anything else as JSON. Compressed away from the main thread, at a quick level: a result is read once or twice. At this one Brotli
 * takes half the time of deflate.
 */
const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

const forms = { numbers: 1, plain: 2, marked: 3 } as const
type Form = (typeof forms)[keyof typeof forms]

const [asCells, asMemory] = [0, 1] as const

export function packBatch(batch: RowBatch, layouts: readonly ColumnLayout[] | null): Promise<Buffer> {
  const parts = isFrame(batch) ? [Buffer.from([asCells]), ...bytesOfCells(batch)] : [Buffer.from([asMemory]), ...bytesOfPacked(batch, layouts ?? [])]
  const bytes = Buffer.concat(parts)
  return compress(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    // Room for the whole answer: each time it is full the work goes back and forth between two threads.
    chunkSize: roomFor(bytes.length),
  })
}

const roomFor = (size: number): number => Math.max(1024, Math.min(2 ** 20, size))

export async function unpackBatch(packed: Uint8Array, columns: readonly FrameColumn[], layouts: readonly ColumnLayout[] | null): Promise<RowBatch> {
  try {
    const bytes = await decompress(packed, { chunkSize: roomFor(packed.length * 4) })
    if (bytes[0] === asMemory && layouts) return packedOfBytes(bytes.subarray(1), layouts)
    if (bytes[0] !== asCells) throw new Error('an unknown form of batch')
    return cellsOfBytes(bytes.subarray(1), columns)
  } catch (error) {
    throw new UnreadableResult('The kept result is damaged.', { cause: error })
  }
}

export function bytesOfCells(frame: Frame): Buffer[] {
  const parts: Buffer[] = [Buffer.alloc(4)]
  parts[0]!.writeUInt32LE(frame.length)
  for (let index = 0; index < frame.columns.length; index++) {
    const body = packColumn(frame.values[index] ?? [], frame.length)
    const size = Buffer.alloc(4)
    size.writeUInt32LE(body.length)
    parts.push(size, body)
  }
  return parts
}

export function cellsOfBytes(bytes: Buffer, columns: readonly FrameColumn[]): Frame {
  const length = bytes.readUInt32LE(0)
  let at = 4
  const values = columns.map(() => {
    const size = bytes.readUInt32LE(at)
    const cells = unpackColumn(bytes.subarray(at + 4, at + 4 + size), length)
    if (cells.length !== length) throw new Error('a column is too short')
    at += 4 + size
    return cells
  })
  return { columns, values, length }
}

function packColumn(cells: readonly Cell[], length: number): Buffer {
  const form = formOf(cells)
  if (form !== forms.numbers) {
    const list = form === forms.plain ? cells : cells.map(markCell)
    return Buffer.concat([Buffer.from([form]), Buffer.from(JSON.stringify(list), 'utf8')])
  }
  const doubles = new Float64Array(length)
  const mask = Buffer.alloc(Math.ceil(length / 8))
  for (let row = 0; row < length; row++) {
    const cell = cells[row]
    if (typeof cell === 'number') doubles[row] = cell
    else mask[row >> 3]! |= 1 << (row & 7)
  }
  return Buffer.concat([Buffer.from([form]), mask, Buffer.from(doubles.buffer)])
}

function formOf(cells: readonly Cell[]): Form {
  let hasNumbers = false
  let hasTexts = false
  for (const cell of cells) {
    if (cell === null || cell === undefined) continue
    if (typeof cell === 'number') hasNumbers = true
    else if (typeof cell === 'string' || typeof cell === 'boolean') hasTexts = true
    else return forms.marked
    if (hasNumbers && hasTexts) return forms.marked
  }
  return hasTexts ? forms.plain : forms.numbers
}

function unpackColumn(bytes: Buffer, length: number): Cell[] {
  const form = bytes[0]
  if (form === forms.plain) return JSON.parse(bytes.toString('utf8', 1)) as Cell[]
  if (form === forms.marked) return (JSON.parse(bytes.toString('utf8', 1)) as unknown[]).map(unmarkCell)
  if (form !== forms.numbers) throw new Error('an unknown form of column')
  const maskSize = Math.ceil(length / 8)
  // Copied to its own place: doubles must begin where eight bytes do.
  const doubles = new Float64Array(new Uint8Array(bytes.subarray(1 + maskSize)).buffer)
  const cells: Cell[] = []
  for (let row = 0; row < length; row++) cells.push((bytes[1 + (row >> 3)]! >> (row & 7)) & 1 ? null : doubles[row]!)
  return cells
}

/** What JSON has no word for is wrapped in an object of one letter; so are objects and lists, hence nothing can be mistaken. */
function markCell(cell: Cell): unknown {
  if (typeof cell === 'bigint') return { b: String(cell) }
  if (typeof cell === 'number') return Number.isFinite(cell) && !Object.is(cell, -0) ? cell : { f: Object.is(cell, -0) ? '-0' : String(cell) }
  if (typeof cell !== 'object' || cell === null) return cell ?? null
  if (cell instanceof Exact) return { e: cell.text }
  if (Array.isArray(cell)) return { l: cell.map(markCell) }
  return { o: Object.entries(cell as Readonly<Record<string, Cell>>).map(([key, value]) => [key, markCell(value)]) }
}

type Marked = { readonly b: string } | { readonly f: string } | { readonly e: string } | { readonly l: unknown[] } | { readonly o: [string, unknown][] }

function unmarkCell(value: unknown): Cell {
  if (typeof value !== 'object' || value === null) return value as Cell
  const marked = value as Marked
  if ('b' in marked) return BigInt(marked.b)
  if ('f' in marked) return Number(marked.f)
  if ('e' in marked) return new Exact(marked.e)
  if ('l' in marked) return marked.l.map(unmarkCell)
  return Object.fromEntries(marked.o.map(([key, inner]) => [key, unmarkCell(inner)]))
}
