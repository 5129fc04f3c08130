import { duckdbPlace } from './duckdb.place.ts'
import type { Place } from './place.ts'
import { postgresqlPlace } from './postgresql.place.ts'

/** One line per database. */
export const places: readonly Place[] = [duckdbPlace, postgresqlPlace]
