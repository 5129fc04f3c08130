import { sql, type Kysely } from 'kysely'
import type { Store } from '../store.ts'

/** Processes that run queries, queries that wait for one of them, and what is needed to judge who may read a kept result. */
export async function up(db: Kysely<unknown>, store: Store): Promise<void> {
  await db.schema
    .createTable('runners')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('beats', 'integer', (c) => c.notNull())
    .addColumn('started_on', 'text', (c) => c.notNull())
    .execute()
  const jobs = db.schema.createTable('jobs')
  await (store === 'postgres' ? jobs.addColumn('id', 'serial', (c) => c.primaryKey()) : jobs.addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement()))
    .addColumn('query_id', 'integer', (c) => c.references('queries.id').onDelete('cascade').notNull().unique())
    .addColumn('database_id', 'integer', (c) => c.notNull())
    .addColumn('user_id', 'integer')
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('runner', 'text')
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('may_repeat', 'boolean', (c) => c.notNull())
    .addColumn('input', 'text', (c) => c.notNull())
    .addColumn('created_on', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('jobs_runner').on('jobs').column('runner').execute()
  for (const name of ['runner', 'rendered_sql', 'steps_hash']) await db.schema.alterTable('queries').addColumn(name, 'text').execute()
  await db.schema.createIndex('queries_results_key').on('queries').column('results_key').execute()
  await db.schema.createIndex('queries_status').on('queries').column('status').execute()
  // Whatever was under way belonged to a server that has ended.
  await sql`update queries set status = 'failed', error_message = 'The server ended while this query ran.' where status in ('pending', 'running')`.execute(db)
}
