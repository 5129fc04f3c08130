import type { RowBatch, RowBatches } from './row-batch.ts'

/**
 * Rows on their way from who reads them to who sends them. The first ones wait here, so that a short answer is whole before it is sent and a
 * failure keeps its status; once more come than that, both sides go at the pace of the slower.
 */
export interface RowChannel {
  begin(rows: Pick<RowBatches, 'columns' | 'layouts'>): void
  /** Resolves when the next batch may come. Rows that nobody will take are dropped. */
  write(batch: RowBatch): Promise<void>
  /** There are no more. */
  end(): void
  /** Resolves when there are more rows than wait. */
  readonly overflow: Promise<void>
  /** What has begun, with the batches to be taken once; null before. */
  rows(): RowBatches | null
  /** How many rows were written. */
  readonly length: number
}

/** Batches that may wait for a slow client. */
const mostWaiting = 2

export function openRowChannel(mostRows: number): RowChannel {
  let facts: Pick<RowBatches, 'columns' | 'layouts'> | null = null
  const waiting: RowBatch[] = []
  let length = 0
  let isOver = false
  let isLeft = false
  let overflowed: () => void = () => undefined
  const overflow = new Promise<void>((resolve) => (overflowed = resolve))
  let wakeReader: (() => void) | null = null
  let wakeWriter: (() => void) | null = null
  const wake = (): void => {
    wakeReader?.()
    wakeReader = null
  }

  async function* take(): AsyncGenerator<RowBatch> {
    try {
      for (;;) {
        const batch = waiting.shift()
        if (batch) {
          wakeWriter?.()
          wakeWriter = null
          yield batch
        } else if (isOver) return
        else await new Promise<void>((resolve) => (wakeReader = resolve))
      }
    } finally {
      isLeft = true
      waiting.length = 0
      wakeWriter?.()
      wakeWriter = null
    }
  }
  const batches = take()
  return {
    begin: (given) => {
      facts = given
    },
    write: async (batch) => {
      if (isLeft) return
      waiting.push(batch)
      length += batch.length
      wake()
      if (length <= mostRows) return
      overflowed()
      while (waiting.length > mostWaiting && !isLeft) await new Promise<void>((resolve) => (wakeWriter = resolve))
    },
    end: () => {
      isOver = true
      wake()
    },
    overflow,
    rows: () => facts && { ...facts, batches },
    get length() {
      return length
    },
  }
}
