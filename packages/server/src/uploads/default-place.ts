import { connectors } from '@sightline/connectors'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { followNewDatabase } from '../data-permissions/follow-database.ts'
import { defaultExtra } from '../databases/database-facts.ts'
import { createdBy } from '../datasets/write-columns.ts'
import type { Deps } from '../deps.ts'
import { unwrap } from '../http/problem.ts'
import { momentOf } from '../moment.ts'
import { databaseFolder } from '../queries/create-queries.ts'

const file = 'uploads.duckdb'
const setting = 'uploads_database'

/** The same in every installation, so that it is known under any name. */
export const defaultPlaceUuid = ((hex: string) => `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`)(
  createHash('md5').update('sightline uploads').digest('hex'),
)

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
    const names = new Set((await tx.selectFrom('databases').select('database_name').execute()).map(({ database_name }) => database_name))
    let database_name = 'Uploads'
    for (let number = 2; names.has(database_name); number++) database_name = `Uploads ${number}`
    const { id } = await tx
      .insertInto('databases')
      .values({
        uuid: defaultPlaceUuid,
        database_name,
        uri: `duckdb:///${file}`,
        password: null,
        configuration_method: 'sqlalchemy_form',
        cache_timeout: null,
        expose_in_sqllab: true,
        allow_run_async: true,
        allow_file_upload: true,
        allow_ctas: false,
        allow_cvas: false,
        allow_dml: false,
        impersonate_user: false,
        force_ctas_schema: null,
        extra: defaultExtra,
        encrypted_extra: null,
        server_cert: null,
        is_managed_externally: false,
        external_url: null,
        ...createdBy(stamp),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await followNewDatabase(tx, { id, database_name }, ['main'])
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
