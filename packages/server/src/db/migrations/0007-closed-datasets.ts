import type { Kysely } from 'kysely'

/** A dataset whose row rules could not be brought along is closed to all but administrators; the words say why. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('datasets').addColumn('closed_because', 'text').execute()
}
