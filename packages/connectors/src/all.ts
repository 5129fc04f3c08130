import { clickhouse } from './clickhouse/clickhouse.ts'
import type { Connector } from './connector.ts'
import { duckdb } from './duckdb/duckdb.ts'
import { mysql } from './mysql/mysql.ts'
import { postgresql } from './postgresql/postgresql.ts'
import { sqlite } from './sqlite/sqlite.ts'
import { trino } from './trino/trino.ts'

/** One line per database. */
export const connectors: readonly Connector<any>[] = [clickhouse, duckdb, mysql, postgresql, sqlite, trino]
