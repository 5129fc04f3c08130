import type { Result } from '../../result.ts'
import type { Table } from '../table.ts'
import type { Options } from './options.ts'

/** One operation of post-processing. Days, months and years are those of the zone. */
export type Step = (table: Table, options: Options, zone: string) => Result<Table>
