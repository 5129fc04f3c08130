import type { Kysely } from 'kysely'

/** By the key of its server a tunnel knows whether it still leads where it did. A database has one tunnel. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('ssh_tunnels').addColumn('server_host_key', 'text').execute()
  await db.schema.createIndex('ssh_tunnels_one_per_database').on('ssh_tunnels').column('database_id').unique().execute()
}
