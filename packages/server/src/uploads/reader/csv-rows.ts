import { open } from 'node:fs/promises'
import { ReadProblem, readingLimits } from './read-problem.ts'

export interface CsvFormat {
  readonly delimiter: string
  readonly skipsBlankLines: boolean
  readonly skipsInitialSpace: boolean
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const chunkBytes = 2 ** 20
const [quote, carriageReturn, lineFeed, space] = [34, 13, 10, 32]

/** The rows of a file in batches, texts only. Blank lines are told by a row of no cells. */
export async function* csvRows(path: string, encoding: Encoding, format: CsvFormat): AsyncGenerator<string[][]> {
  let rest = ''
  let line = 0
  for await (const { text, isLast } of textOf(path, encoding)) {
    const parsed = parseRows(rest + text, isLast, format)
    rest = parsed.rest
    if (rest.length > readingLimits.rowCharacters)
      throw new ReadProblem(`The row after row ${line + parsed.rows.length} is too long. Is a quotation mark missing?`)
    line += parsed.rows.length
    for (let at = 0; at < parsed.rows.length; at += readingLimits.rowsPerBatch) yield parsed.rows.slice(at, at + readingLimits.rowsPerBatch)
  }
}

/** The first characters, to look at. */
export async function firstText(path: string, encoding: Encoding): Promise<string> {
  for await (const { text } of textOf(path, encoding)) return text.slice(0, 65_536)
  return ''
}

async function* textOf(path: string, encoding: Encoding): AsyncGenerator<{ readonly text: string; readonly isLast: boolean }> {
  const file = await open(path, 'r')
  try {
    const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' })
    const bytes = new Uint8Array(chunkBytes)
    for (;;) {
      const { bytesRead } = await file.read(bytes, 0, chunkBytes, null)
      const isLast = bytesRead === 0
      yield { text: decoder.decode(bytes.subarray(0, bytesRead), { stream: !isLast }), isLast }
      if (isLast) return
    }
  } finally {
    await file.close()
  }
}

/** Whole rows of a text and what is left of it. The last piece of a file has no rest: a row ends where the file does. */
export function parseRows(text: string, isLast: boolean, { delimiter, skipsBlankLines, skipsInitialSpace }: CsvFormat): { rows: string[][]; rest: string } {
  const rows: string[][] = []
  const { length } = text
  const first = delimiter.charCodeAt(0)
  const isLong = delimiter.length > 1
  let at = 0
  while (at < length) {
    const start = at
    const row: string[] = []
    let isDone = false
    while (!isDone) {
      if (skipsInitialSpace) while (text.charCodeAt(at) === space) at++
      let value = ''
      if (text.charCodeAt(at) === quote) {
        let from = at + 1
        for (;;) {
          const end = text.indexOf('"', from)
          if (end < 0) {
            if (!isLast) return { rows, rest: text.slice(start) }
            throw new ReadProblem(`A quotation mark is opened and never closed: ${JSON.stringify(text.slice(at, at + 40))}.`)
          }
          if (end + 1 === length && !isLast) return { rows, rest: text.slice(start) }
          if (text.charCodeAt(end + 1) === quote) {
            value += text.slice(from, end + 1)
            from = end + 2
            continue
          }
          value += text.slice(from, end)
          at = end + 1
          break
        }
      }
      let end = at
      for (; end < length; end++) {
        const code = text.charCodeAt(end)
        if (code === first ? !isLong || text.startsWith(delimiter, end) : code === lineFeed || code === carriageReturn) break
      }
      // The end of the piece is the end of a row only if it is the end of the file; a line end may go on in the next piece.
      if ((end >= length || (text.charCodeAt(end) === carriageReturn && end + 1 === length)) && !isLast) return { rows, rest: text.slice(start) }
      row.push(end > at ? (value === '' ? text.slice(at, end) : value + text.slice(at, end)) : value)
      const code = text.charCodeAt(end)
      if (end >= length) at = end
      else if (code === carriageReturn && first !== carriageReturn) at = text.charCodeAt(end + 1) === lineFeed ? end + 2 : end + 1
      else if (code === lineFeed && first !== lineFeed) at = end + 1
      else {
        at = end + delimiter.length
        if (row.length > readingLimits.columns) throw new ReadProblem(`A row has more than ${readingLimits.columns} values.`)
        // A delimiter at the very end is followed by one more, empty value.
        if (at >= length && isLast) row.push('')
        else if (at >= length) return { rows, rest: text.slice(start) }
        else continue
      }
      isDone = true
    }
    if (row.length === 1 && row[0] === '') {
      if (!skipsBlankLines) rows.push([])
    } else rows.push(row)
  }
  return { rows, rest: '' }
}

const candidates = [',', ';', '\t', '|'] as const

/** The delimiter that cuts the most rows into the same number of values, and among equals into the most. */
export function findDelimiter(sample: string, isTabbed: boolean): string {
  let best: { delimiter: string; share: number; width: number } = { delimiter: isTabbed ? '\t' : ',', share: 0, width: 1 }
  for (const delimiter of candidates) {
    const widths = widthsOf(sample, delimiter)
    const counts = new Map<number, number>()
    for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
    const [width, count] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0]
    const share = width > 1 ? count / widths.length : 0
    if (share > best.share + 1e-9 || (share > 0 && Math.abs(share - best.share) < 1e-9 && width > best.width)) best = { delimiter, share, width }
  }
  return best.delimiter
}

function widthsOf(sample: string, delimiter: string): number[] {
  const format = { delimiter, skipsBlankLines: true, skipsInitialSpace: false }
  try {
    const { rows } = parseRows(sample, false, format)
    return (rows.length > 0 ? rows : parseRows(sample, true, format).rows).slice(0, 200).map((row) => row.length)
  } catch {
    return []
  }
}

/** By its first bytes; a file that is no text at all is refused. */
export async function findEncoding(path: string): Promise<Encoding> {
  const file = await open(path, 'r')
  try {
    const bytes = new Uint8Array(65_536)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    const head = bytes.subarray(0, bytesRead)
    if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
    if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
    const strange = head.reduce((count, byte) => count + (byte < 9 || (byte > 13 && byte < 32 && byte !== 27) ? 1 : 0), 0)
    if (strange > 4 && strange > head.length / 20) throw new ReadProblem('The file is not text.')
    return 'utf-8'
  } finally {
    await file.close()
  }
}

/** Thrown by the decoder where a file is not in the encoding it was taken for. */
export const isWrongEncoding = (error: unknown): boolean => (error as NodeJS.ErrnoException | null)?.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
