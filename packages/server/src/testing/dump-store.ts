import { sql } from 'kysely'
import type { Db } from '../db/store.ts'

/** Every row of every table but those named, as texts in order: two dumps are equal exactly if nothing was written in between. */
export async function dumpStore(db: Db, without: readonly string[]): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name).filter((name) => !without.includes(name))
  const dump: Record<string, readonly string[]> = {}
  for (const name of tables.toSorted()) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    dump[name] = rows.map((row) => JSON.stringify(row)).toSorted()
  }
  return dump
}
