import { clickhousePlace } from './clickhouse.place.ts'
import { duckdbPlace } from './duckdb.place.ts'
import { mysqlPlace } from './mysql.place.ts'
import type { Place } from './place.ts'
import { postgresqlPlace } from './postgresql.place.ts'
import { sqlitePlace } from './sqlite.place.ts'
import { trinoPlace } from './trino.place.ts'

/** One line per database. */
export const places: readonly Place[] = [clickhousePlace, duckdbPlace, mysqlPlace, postgresqlPlace, sqlitePlace, trinoPlace]
