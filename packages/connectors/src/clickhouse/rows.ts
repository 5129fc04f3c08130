import type { Cell, Frame, FrameColumn } from '@sightline/core'
import { parseExactly, parseWithLongIntegersAsText } from '../exact-json.ts'
import { frameOfRows } from '../frame-of-rows.ts'
import { ServerException } from './problems.ts'
import { columnOf, readerOf } from './types.ts'

export interface Head {
  readonly columns: readonly FrameColumn[]
  readonly readers: readonly ((value: unknown) => Cell)[]
  readonly types: readonly string[]
}

/** Cuts the body of an answer into lines of JSON; what is not JSON is a failure that came after the first rows had left the server. */
export class LineReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(body: AsyncIterable<Buffer>) {
    this.#chunks = body[Symbol.asyncIterator]()
  }

  /** Whole lines, at least one and about as many bytes as asked for; null at the end. */
  async lines(leastBytes = 0): Promise<Buffer | null> {
    const parts: Buffer[] = [this.#rest]
    let size = this.#rest.length
    for (;;) {
      const { done, value } = await this.#chunks.next()
      if (done) {
        this.#rest = Buffer.alloc(0)
        return size > 0 ? Buffer.concat(parts) : null
      }
      parts.push(value)
      size += value.length
      const end = size < leastBytes ? -1 : value.lastIndexOf(10)
      if (end < 0) continue
      this.#rest = value.subarray(end + 1)
      return Buffer.concat(parts).subarray(0, size - this.#rest.length - 1)
    }
  }
}

/** Names and types are the first two lines; rows may follow in the same piece. null: the statement returns nothing. */
export async function readHead(reader: LineReader): Promise<{ readonly head: Head; readonly rest: Buffer | null } | null> {
  let text = await reader.lines()
  if (text === null) return null
  while (text.indexOf(10) < 0) {
    const more = await reader.lines()
    if (more === null) throw new ServerException(text.toString('utf8'))
    text = Buffer.concat([text, Buffer.from('\n'), more])
  }
  const first = text.indexOf(10)
  const second = text.indexOf(10, first + 1)
  const names = parseLine(text.subarray(0, first))
  const types = parseLine(text.subarray(first + 1, second < 0 ? text.length : second))
  const head: Head = { columns: names.map((name, index) => columnOf(name, types[index] ?? 'String')), readers: types.map(readerOf), types }
  return { head, rest: second < 0 ? null : text.subarray(second + 1) }
}

function parseLine(line: Buffer): string[] {
  const text = line.toString('utf8')
  if (!text.startsWith('[')) throw new ServerException(text)
  return JSON.parse(text) as string[]
}

/** Columns that may hold documents of any shape. */
const isDocument = (type: string): boolean => /\b(JSON|Object|Dynamic|Variant)\b/.test(type)

export const readFrame = ({ columns, readers, types }: Head, lines: Buffer): Frame => frameOfRows(columns, readers, parseRows(lines, types.some(isDocument)))

const strict = new TextDecoder('utf-8', { fatal: true })

function parseRows(lines: Buffer, hasDocuments: boolean): readonly (readonly unknown[])[] {
  const parse = hasDocuments ? parseExactly : parseWithLongIntegersAsText
  let text: string
  let isText = true
  try {
    text = strict.decode(lines)
  } catch {
    // Texts of ClickHouse are bytes of any kind. Read byte by byte, every one of them is a character that can be turned back.
    text = lines.toString('latin1')
    isText = false
  }
  if (text.trim() === '') return []
  let rows: unknown[][]
  try {
    rows = parse(`[${text.trimEnd().split('\n').join(',')}]`) as unknown[][]
    if (rows.some((row) => !Array.isArray(row))) throw new SyntaxError('not a row')
  } catch (error) {
    if (error instanceof SyntaxError) throw new ServerException(isText ? text : lines.toString('utf8'))
    throw error
  }
  return isText ? rows : rows.map((row) => row.map(textsOfBytes))
}

/** Bytes that are text are shown as text, others in hexadecimal. */
function textsOfBytes(value: unknown): unknown {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value, 'latin1')
    try {
      return strict.decode(bytes)
    } catch {
      return `\\x${bytes.toString('hex')}`
    }
  }
  if (Array.isArray(value)) return value.map(textsOfBytes)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [String(textsOfBytes(key)), textsOfBytes(item)]))
}
