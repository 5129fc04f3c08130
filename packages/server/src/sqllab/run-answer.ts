import type { QueryRun, ResultColumn } from '@sightline/contract'
import type { Result } from '@sightline/core'
import type { RowBatches } from '../wire/row-batch.ts'

/** The rows of a run as they leave the server, whether it ran just now, is still running, or its result was kept. */
export interface RunRows extends RowBatches {
  /** Of `columns`, told apart where two are the same. */
  readonly names: readonly string[]
  /** As the wire describes them; none where there is no row. */
  readonly described: readonly ResultColumn[]
}

/** How a run ended. */
export interface RunEnd {
  readonly query: QueryRun
  /** There were more rows than are shown. */
  readonly isCut: boolean
}

/** Without rows: the run was only accepted, or the same one is under way already. */
export interface RunAnswer extends RunEnd {
  readonly rows: RunRows | null
  /** The run will be done later. */
  readonly isAccepted: boolean
  /** Rows are still coming: how the run ends is known after the last of them. Never rejects. */
  readonly ending?: Promise<Result<RunEnd>>
}
