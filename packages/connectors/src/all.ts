import type { Connector } from './connector.ts'
import { duckdb } from './duckdb/duckdb.ts'
import { postgresql } from './postgresql/postgresql.ts'
import { sqlite } from './sqlite/sqlite.ts'

/** One line per database. */
export const connectors: readonly Connector<any>[] = [duckdb, postgresql, sqlite]
