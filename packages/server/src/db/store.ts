import {
  Kysely,
  Migrator,
  type Migration,
  PostgresDialect,
  SqliteAdapter,
  SqliteDialect,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely'
import Libsql from 'libsql'
import pg from 'pg'
import { up as first } from './migrations/0001-first.ts'
import { up as accessVersion } from './migrations/0002-access-version.ts'
import { up as runs } from './migrations/0003-runs.ts'
import { up as tunnelHostKey } from './migrations/0004-tunnel-host-key.ts'
import { up as replacedVersions } from './migrations/0005-replaced-versions.ts'
import { up as closedDatasets } from './migrations/0007-closed-datasets.ts'
import { up as moves } from './migrations/0006-moves.ts'
import { booleanColumns, type Schema } from './schema.ts'

export type Store = 'libsql' | 'postgres'
export type Db = Kysely<Schema>

/** One line per migration; names sort in the order they run. */
type Migrations = Readonly<Record<string, { up(db: Kysely<unknown>, store: Store): Promise<void> }>>
const migrations: Migrations = {
  '0001-first': { up: first },
  '0002-access-version': { up: accessVersion },
  '0003-runs': { up: runs },
  '0004-tunnel-host-key': { up: tunnelHostKey },
  '0005-replaced-versions': { up: replacedVersions },
  '0006-moves': { up: moves },
  '0007-closed-datasets': { up: closedDatasets },
}

export interface OpenStore {
  readonly db: Db
  readonly store: Store
  close(): Promise<void>
}

/** `postgres://…`, or the path of a file. */
export function openStore(address: string): OpenStore {
  if (/^postgres(ql)?:\/\//.test(address)) {
    // int8 (counts) and numeric come back as text by default; counts of a metadata store fit a double.
    const types = { getTypeParser: (oid: number, format?: 'text' | 'binary') => (oid === 20 ? Number : pg.types.getTypeParser(oid, format as 'text')) }
    const pool = new pg.Pool({ connectionString: address, max: 10, types: types as never })
    // An idle connection that the server ends (a restart, a fail-over) is dropped by the pool; without a listener it would end this process.
    pool.on('error', () => {})
    const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
    return { db, store: 'postgres', close: () => db.destroy() }
  }
  const file = new Libsql(address)
  file.pragma('journal_mode = WAL')
  file.pragma('synchronous = FULL') // acknowledged means on disk
  file.pragma('foreign_keys = ON')
  file.pragma('busy_timeout = 5000')
  const db = new Kysely<Schema>({ dialect: new LibsqlDialect({ database: withBoundBooleans(file) as never }), plugins: [new BooleanResults()] })
  return { db, store: 'libsql', close: () => db.destroy() }
}

/** All or nothing: both stores have transactional DDL, so a migration that fails leaves the store as it was. */
export async function migrateStore({ db, store }: OpenStore, more: Migrations = {}): Promise<readonly string[]> {
  const provider = {
    getMigrations: async (): Promise<Record<string, Migration>> =>
      Object.fromEntries(Object.entries({ ...migrations, ...more }).map(([name, { up }]) => [name, { up: (tx: Kysely<unknown>) => up(tx, store) }])),
  }
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest()
  if (error) throw error instanceof Error ? error : new Error(String(error))
  return (results ?? []).map(({ migrationName }) => migrationName)
}

/** SQLite rolls back DDL like everything else; the library assumes that it does not and would leave half of a failed migration behind. */
class LibsqlDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new (class extends SqliteAdapter {
      override get supportsTransactionalDdl(): boolean {
        return true
      }
    })()
  }
}

interface Prepared {
  readonly reader: boolean
  all(params: readonly unknown[]): unknown[]
  run(params: readonly unknown[]): unknown
  iterate(params: readonly unknown[]): IterableIterator<unknown>
}

/** What is used of a prepared statement; the driver's own types lose the parameters. */
interface Statement {
  readonly reader: boolean
  all(params: readonly unknown[]): unknown[]
  run(params: readonly unknown[]): unknown
}

/** Preparing costs more than most of our queries do, and the same few hundred texts come again and again. */
const mostStatements = 500

/** SQLite binds no booleans, and this driver's statements do not say whether they return rows. */
function withBoundBooleans(file: InstanceType<typeof Libsql>) {
  const bound = (params: readonly unknown[]) => params.map((value) => (typeof value === 'boolean' ? Number(value) : value))
  const kept = new Map<string, Prepared>()
  const make = (sql: string): Prepared => {
    const statement = file.prepare(sql) as unknown as Statement
    return {
      reader: statement.reader,
      all: (params) => statement.all(bound(params)),
      run: (params) => statement.run(bound(params)),
      // A statement that is being read from cannot be used for anything else meanwhile.
      iterate: (params) => file.prepare(sql).iterate(...bound(params)) as IterableIterator<unknown>,
    }
  }
  return {
    close: () => file.close(),
    prepare: (sql: string): Prepared => {
      const statement = kept.get(sql) ?? make(sql)
      kept.delete(sql)
      kept.set(sql, statement)
      if (kept.size > mostStatements) kept.delete(kept.keys().next().value!)
      return statement
    },
  }
}

class BooleanResults implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node
  }
  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    for (const row of result.rows) {
      for (const key in row) if (typeof row[key] === 'number' && booleanColumns.has(key)) row[key] = row[key] === 1
    }
    return result
  }
}
