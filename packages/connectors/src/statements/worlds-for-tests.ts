import { DuckDBInstance } from '@duckdb/node-api'
import Database from 'libsql'
import mysql from 'mysql2/promise'
import pg from 'pg'

/** The tables that statements of the tests read. All have the same columns, so that a name made by WITH may stand for any of them. */
export const tableNames = ['orders', 'staff', 'secret'] as const
const columns = 'id INT, region VARCHAR(10), amount INT'
/** Rows of each table; the rule of the tests shows those of the north. */
const rowsOf = (seed: number): readonly string[] => [0, 1, 2, 3].flatMap((n) => [`(${n + seed}, 'north', ${n * 10})`, `(${n + seed}, 'south', ${n * 10 + 5})`])

/** One database with certain tables in it, and nothing else. */
export interface World {
  /** Null if the database cannot plan the statement. */
  plan(sql: string): Promise<true | null>
  /** The rows as texts in no order, or null if the database refuses. */
  rows(sql: string): Promise<readonly string[] | null>
}

export interface Worlds {
  readonly dialectId: string
  /** A world in which only these tables exist; `isShort`: in which orders has only the rows that the rule shows. */
  world(tables: readonly string[], isShort?: boolean): Promise<World>
  close(): Promise<void>
}

function setupOf(tables: readonly string[], isShort: boolean): string[] {
  return tables.flatMap((table) => {
    const rows = rowsOf(tableNames.indexOf(table as 'orders')).filter((row) => !(isShort && table === 'orders') || row.includes('north'))
    return [`CREATE TABLE ${table} (${columns})`, `INSERT INTO ${table} VALUES ${rows.join(', ')}`]
  })
}

const textsOf = (rows: readonly (readonly unknown[])[]): string[] =>
  rows.map((row) => row.map((cell) => (cell === null ? '∅' : typeof cell === 'object' ? JSON.stringify(cell) : String(cell as string))).join('|')).toSorted()

async function attempt<Value>(run: () => Promise<Value> | Value): Promise<Value | null> {
  try {
    return await run()
  } catch {
    return null
  }
}

export async function duckdbWorlds(): Promise<Worlds> {
  const open: { close: () => void }[] = []
  return {
    dialectId: 'duckdb',
    world: async (tables, isShort = false) => {
      const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
      const connection = await instance.connect()
      for (const sql of setupOf(tables, isShort)) await connection.run(sql)
      open.push({ close: () => connection.closeSync() })
      return {
        plan: (sql) => attempt(async () => (await connection.run(`EXPLAIN ${sql}`), true as const)),
        rows: (sql) => attempt(async () => textsOf((await connection.runAndReadAll(sql)).getRows())),
      }
    },
    close: async () => open.forEach((one) => one.close()),
  }
}

export async function sqliteWorlds(): Promise<Worlds> {
  const open: Database.Database[] = []
  return {
    dialectId: 'sqlite',
    world: async (tables, isShort = false) => {
      const db = new Database(':memory:')
      open.push(db)
      for (const sql of setupOf(tables, isShort)) db.exec(sql)
      return {
        plan: (sql) => attempt(() => (db.prepare(`EXPLAIN ${sql}`).all(), true as const)),
        rows: (sql) => attempt(() => textsOf(db.prepare(sql).raw(true).all() as unknown[][])),
      }
    },
    close: async () => open.forEach((db) => db.close()),
  }
}

export async function postgresWorlds(uri: string): Promise<Worlds> {
  const client = new pg.Client({ connectionString: uri })
  await client.connect()
  const prefix = `worlds_${process.pid}_${Date.now()}`
  const made: string[] = []
  const within = async (schema: string, sql: string): Promise<unknown[][]> => {
    await client.query(`BEGIN READ ONLY; SET LOCAL search_path TO ${schema}; SET LOCAL statement_timeout = 5000`)
    try {
      return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows
    } finally {
      await client.query('ROLLBACK')
    }
  }
  return {
    dialectId: 'postgresql',
    world: async (tables, isShort = false) => {
      const schema = `${prefix}_${made.length}`
      made.push(schema)
      await client.query(`CREATE SCHEMA ${schema}`)
      for (const sql of setupOf(tables, isShort)) await client.query(sql.replace(/(TABLE|INTO) /, `$1 ${schema}.`))
      return {
        plan: (sql) => attempt(async () => (await within(schema, `EXPLAIN ${sql}`), true as const)),
        rows: (sql) => attempt(async () => textsOf(await within(schema, sql))),
      }
    },
    close: async () => {
      for (const schema of made) await client.query(`DROP SCHEMA ${schema} CASCADE`)
      await client.end()
    },
  }
}

export async function mariadbWorlds(uri: string): Promise<Worlds> {
  const connection = await mysql.createConnection({ uri, multipleStatements: false })
  await connection.query(`SET sql_mode = 'STRICT_TRANS_TABLES'`)
  await connection.query('SET max_statement_time = 5').catch(() => undefined)
  const prefix = `worlds_${process.pid}_${Date.now()}`
  const made: string[] = []
  const within = async (database: string, sql: string): Promise<unknown[][]> => {
    await connection.query(`USE ${database}`)
    const [rows] = await connection.query({ sql, rowsAsArray: true })
    return rows as unknown[][]
  }
  return {
    dialectId: 'mysql',
    world: async (tables, isShort = false) => {
      const database = `${prefix}_${made.length}`
      made.push(database)
      await connection.query(`CREATE DATABASE ${database}`)
      for (const sql of setupOf(tables, isShort)) await within(database, sql)
      return {
        plan: (sql) => attempt(async () => (await within(database, `EXPLAIN ${sql}`), true as const)),
        rows: (sql) => attempt(async () => textsOf(await within(database, sql))),
      }
    },
    close: async () => {
      for (const database of made) await connection.query(`DROP DATABASE ${database}`)
      await connection.end()
    },
  }
}
