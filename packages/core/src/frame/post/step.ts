import type { Result } from '../../result.ts'
import type { Table } from '../table.ts'
import type { Options } from './options.ts'

/** One operation of post-processing. */
export type Step = (table: Table, options: Options) => Result<Table>
