import type { QueryRun, ResultColumn } from '@sightline/contract'
import type { Frame, FrameColumn } from '@sightline/core'

/**
 * The rows of a run as they leave the server, whether it ran just now or its result was kept. All of them are known to be there:
 * a printer that has begun will not meet a failure of the database.
 */
export interface RunRows {
  readonly columns: readonly FrameColumn[]
  /** Of `columns`, told apart where two are the same. */
  readonly names: readonly string[]
  /** As the wire describes them; none where there is no row. */
  readonly described: readonly ResultColumn[]
  /** How many rows the batches hold in all. */
  readonly length: number
  /** To be read once. */
  readonly batches: AsyncIterable<Frame>
  /** There were more rows than are shown. */
  readonly isCut: boolean
}

/** Without rows: the run was only accepted, or the same one is under way already. */
export interface RunAnswer {
  readonly query: QueryRun
  readonly rows: RunRows | null
  /** The run will be done later. */
  readonly isAccepted: boolean
}
