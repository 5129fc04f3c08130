import { datasetPerm, schemaPerm } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { momentOf } from '../moment.ts'

/** Rows of the metadata store for tests that need something to point at, but no data behind it. */
export async function addSampleDatabase({ db, now }: Deps, database_name: string): Promise<number> {
  const moment = momentOf(now())
  const { id } = await db
    .insertInto('databases')
    .values({
      database_name,
      uuid: crypto.randomUUID(),
      uri: 'postgresql://127.0.0.1:1/none',
      extra: '{}',
      configuration_method: 'sqlalchemy_form',
      created_on: moment,
      changed_on: moment,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function addSampleDataset({ db, now }: Deps, database: { readonly id: number; readonly name: string }, table_name: string): Promise<number> {
  const moment = momentOf(now())
  const { id } = await db
    .insertInto('datasets')
    .values({ database_id: database.id, table_name, schema: 'public', uuid: crypto.randomUUID(), created_on: moment, changed_on: moment } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  const perm = datasetPerm({ database_name: database.name, table_name, id })
  await db
    .updateTable('datasets')
    .set({ perm, schema_perm: schemaPerm({ database_name: database.name, schema: 'public' }) })
    .where('id', '=', id)
    .execute()
  await db.insertInto('permissions').values({ permission_name: 'datasource_access', view_name: perm }).execute()
  return id
}

/** A role that holds exactly one object pair, for `server.as(name, 'Gamma', role)`. */
export async function addRoleFor({ db }: Deps, name: string, permission: string, view: string): Promise<void> {
  const role = await db.insertInto('roles').values({ name }).returning('id').executeTakeFirstOrThrow()
  const pair = await db.selectFrom('permissions').select('id').where('permission_name', '=', permission).where('view_name', '=', view).executeTakeFirstOrThrow()
  await db.insertInto('role_permissions').values({ role_id: role.id, permission_id: pair.id }).execute()
}
