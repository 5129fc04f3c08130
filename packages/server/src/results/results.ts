import type { RowBatch, RowBatches } from '../wire/row-batch.ts'

/** Takes the batches of one result. Nothing is readable before `finish`. */
export interface ResultWriter {
  /** Resolves when the next batch may come; false once the result is too large to be kept. */
  write(batch: RowBatch): Promise<boolean>
  finish(): Promise<void>
  /** Leaves nothing behind; also after a failure in the middle. */
  discard(): Promise<void>
}

/** As they were written. A result that turns out to be damaged throws `UnreadableResult` while it is read. */
export type KeptResult = RowBatches

/** What was kept by an older version or is damaged. */
export class UnreadableResult extends Error {}

/** Where results of the SQL editor wait to be fetched: compressed, written while they are read from the database, gone after their time. */
export interface Results {
  begin(key: string, rows: Pick<RowBatches, 'columns' | 'layouts'>, lifeSeconds: number): Promise<ResultWriter>
  /** null when there is none (any more). */
  open(key: string): Promise<KeptResult | null>
  remove(key: string): Promise<void>
  /** Removes what expired, and the oldest where all of them together take too much room. */
  sweep(): Promise<void>
  close(): Promise<void>
}
