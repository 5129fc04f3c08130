import { connectors } from '@sightline/connectors'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { insertEmbedded } from '../databases/insert-embedded.ts'
import type { Deps } from '../deps.ts'
import { unwrap } from '../http/problem.ts'
import { momentOf } from '../moment.ts'
import { databaseFolder } from '../queries/create-queries.ts'
import { uuidOfName } from '../uuid-of-name.ts'

const file = 'uploads.duckdb'
const setting = 'uploads_database'

/** The same in every installation, so that it is known under any name. */
export const defaultPlaceUuid = uuidOfName('sightline uploads')

/** The database of the embedded engine that takes files with no set-up. Made once: who deletes it does not get it back. */
export async function ensureDefaultPlace(deps: Deps): Promise<void> {
  const { db } = deps
  if (await db.selectFrom('settings').select('value').where('name', '=', setting).executeTakeFirst()) return
  await makeFile(deps)
  const stamp = { at: momentOf(deps.now()), by: null }
  await db.transaction().execute(async (tx) => {
    const isFirst = await tx
      .insertInto('settings')
      .values({ name: setting, value: 'made' })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('name')
      .executeTakeFirst()
    if (!isFirst) return
    await insertEmbedded(tx, { uuid: defaultPlaceUuid, name: 'Uploads', file, takesUploads: true }, stamp)
  })
}

/** An empty database file, so that the database can be looked at before the first upload. */
async function makeFile({ config, queries }: Deps): Promise<void> {
  if (existsSync(join(databaseFolder(config.dataFolder), file))) return
  const duckdb = connectors.find(({ id }) => id === 'duckdb')
  if (!duckdb) throw new Error('Uploads need the DuckDB connector')
  const settings = unwrap(duckdb.fromUri(new URL(`duckdb:///${file}`)))
  unwrap(
    await queries.tryOut(duckdb, settings, async (driver) => {
      const made = await driver.stream({ sql: 'CREATE SCHEMA IF NOT EXISTS main', params: [] }, { signal: AbortSignal.timeout(30_000), readOnly: false })
      if (made.ok) for await (const _ of made.value.batches);
      return made
    }),
  )
}
