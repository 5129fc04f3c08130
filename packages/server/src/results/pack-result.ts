import type { ColumnLayout, Frame, FrameColumn } from '@sightline/core'
import { isFrame, type RowBatch, type RowBatches } from '../wire/row-batch.ts'
import { packBatch, unpackBatch } from './frame-bytes.ts'
import { UnreadableResult, type KeptResult, type ResultWriter } from './results.ts'

/** Where the parts of one result go, one after the other. */
export interface PartSink {
  add(part: Buffer): Promise<void>
  finish(): Promise<void>
  discard(): Promise<void>
}

interface Header {
  readonly version: number
  readonly columns: readonly FrameColumn[]
  readonly layouts: readonly ColumnLayout[] | null
}

const version = 3
/** Batches that are compressed while the next ones are read. */
const mostPending = 4
/** Small batches are put together: a part costs a write and a start of the compressor. */
const rowsPerPart = 2000

export const headerPart = ({ columns, layouts }: Pick<RowBatches, 'columns' | 'layouts'>): Buffer =>
  Buffer.from(JSON.stringify({ version, columns, layouts } satisfies Header), 'utf8')

/** Packs batches and hands the parts on in their order, a few at a time, so that memory stays bounded however fast the rows come. */
export function makeWriter(sink: PartSink, { columns, layouts }: Pick<RowBatches, 'columns' | 'layouts'>, mostBytes: number): ResultWriter {
  let bytes = 0
  let isTooLarge = false
  let failure: unknown
  let pending = 0
  let waiting: Frame[] = []
  let tail: Promise<void> = Promise.resolve()
  let wake: (() => void) | null = null

  const addLater = (batch: RowBatch): void => {
    pending++
    const packing = packBatch(batch, layouts)
    packing.catch(() => {})
    tail = tail.then(async () => {
      try {
        const part = await packing
        bytes += part.length
        if (bytes > mostBytes) isTooLarge = true
        if (!isTooLarge && failure === undefined) await sink.add(part)
      } catch (error) {
        failure ??= error
      } finally {
        pending--
        wake?.()
      }
    })
  }
  const flush = (): void => {
    if (waiting.length === 0) return
    addLater(joined(waiting, columns))
    waiting = []
  }
  const check = (): void => {
    if (failure !== undefined) throw failure instanceof Error ? failure : new Error(String(failure))
  }

  return {
    write: async (batch) => {
      if (!isFrame(batch)) {
        flush()
        if (batch.length > 0) addLater(batch)
      } else if (batch.length > 0) waiting.push(batch)
      if (waiting.reduce((sum, { length }) => sum + length, 0) >= rowsPerPart) flush()
      while (pending >= mostPending) await new Promise<void>((resolve) => (wake = resolve))
      check()
      return !isTooLarge
    },
    finish: async () => {
      flush()
      await tail
      check()
      if (isTooLarge) throw new Error('The result is too large to be kept.')
      await sink.finish()
    },
    discard: async () => {
      waiting = []
      await tail
      await sink.discard()
    },
  }
}

function joined(batches: readonly Frame[], columns: readonly FrameColumn[]): Frame {
  if (batches.length === 1) return batches[0]!
  return {
    columns,
    values: columns.map((_, index) => batches.flatMap(({ values }) => values[index]!)),
    length: batches.reduce((sum, { length }) => sum + length, 0),
  }
}

/** The parts of a result, its header first, back to rows. */
export async function readParts(parts: AsyncGenerator<Uint8Array>): Promise<KeptResult> {
  const first = await parts.next()
  const header = first.done ? null : readHeader(first.value)
  if (!header) {
    await parts.return(undefined)
    throw new UnreadableResult('The kept result has no header that can be read.')
  }
  const { columns, layouts } = header
  async function* batches(): AsyncGenerator<RowBatch> {
    for await (const part of parts) yield await unpackBatch(part, columns, layouts)
  }
  return { columns, layouts, batches: batches() }
}

function readHeader(bytes: Uint8Array): Header | null {
  try {
    const header = JSON.parse(Buffer.from(bytes).toString('utf8')) as Header
    return header.version === version && Array.isArray(header.columns) ? header : null
  } catch {
    return null
  }
}
