import type { Kysely } from 'kysely'
import type { Store } from '../store.ts'

/** Moves from another installation with their reports. */
export async function up(db: Kysely<unknown>, store: Store): Promise<void> {
  const moves = db.schema.createTable('moves')
  await (
    store === 'postgres' ? moves.addColumn('id', 'serial', (c) => c.primaryKey()) : moves.addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
  )
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('source_kind', 'text', (c) => c.notNull())
    .addColumn('source_name', 'text', (c) => c.notNull())
    .addColumn('is_dry_run', 'boolean', (c) => c.notNull())
    .addColumn('started_on', 'text', (c) => c.notNull())
    .addColumn('ended_on', 'text')
    .addColumn('report', 'text')
    .addColumn('errors', 'text')
    .addColumn('user_id', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('runner', 'text', (c) => c.notNull())
    .addColumn('run', 'text', (c) => c.notNull())
    .execute()
}
