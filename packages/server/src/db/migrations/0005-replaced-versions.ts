import { sql, type Kysely } from 'kysely'
import type { Store } from '../store.ts'

/**
 * What a save replaced stays for a while, so that nobody's work is lost to a save that did not know of it. A dashboard is embedded once, and
 * the name of a filter set is used once.
 */
export async function up(db: Kysely<unknown>, store: Store): Promise<void> {
  const versions = db.schema.createTable('replaced_versions')
  await (
    store === 'postgres'
      ? versions.addColumn('id', 'serial', (c) => c.primaryKey())
      : versions.addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
  )
    .addColumn('object_type', 'text', (c) => c.notNull())
    .addColumn('object_id', 'integer', (c) => c.notNull())
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('replaced_on', 'text', (c) => c.notNull())
    .addColumn('replaced_by_id', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .execute()
  await db.schema.createIndex('replaced_versions_of_object').on('replaced_versions').columns(['object_type', 'object_id', 'id']).execute()
  await sql`delete from embedded_dashboards where uuid not in (select min(uuid) from embedded_dashboards group by dashboard_id)`.execute(db)
  await db.schema.createIndex('embedded_once').on('embedded_dashboards').column('dashboard_id').unique().execute()
  await sql`update filter_sets set name = name || ' (' || id || ')' where id not in (select min(id) from filter_sets group by name)`.execute(db)
  await db.schema.createIndex('filter_sets_by_name').on('filter_sets').column('name').unique().execute()
}
