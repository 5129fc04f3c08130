import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { momentOf } from '../moment.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

/** Databases that cannot be reached, with what about them is nobody's business. */
const broken = [
  ['a closed port', 'postgresql://secret_user:XXXXXXXXXX@127.0.0.1:1/secret_base'],
  ['an unknown host', 'postgresql://secret_user:XXXXXXXXXX@secret-host.invalid:5432/secret_base'],
  ['another kind', 'mysql://secret_user:XXXXXXXXXX@127.0.0.1:1/secret_base'],
  ['a third kind', 'trino://secret_user@127.0.0.1:1/secret_base'],
] as const

describe('T24 a database that cannot be reached does not tell where it is', () => {
  for (const [name, uri] of broken) {
    test(name, async () => {
      const id = await addDatabase(name, uri)
      const { db, secrets } = server.deps
      await db
        .updateTable('databases')
        .set({ password: secrets.encrypt('secret-word') })
        .where('id', '=', id)
        .execute()
      const dataset = await addDataset(id)
      for (const [person, ...roles] of [['editor', 'Alpha', 'sql_lab'], ['alpha'], ['gamma'], ['admin']] as const) {
        const call = await server.as(person, ...roles)
        const replies = [
          await call('POST', '/api/v1/sqllab/execute/', { database_id: id, sql: 'SELECT 1', schema: 'public' }),
          await call('POST', '/api/v1/sqllab/estimate/', { database_id: id, sql: 'SELECT 1' }),
          await call('GET', `/api/v1/database/${id}/schemas/?q=(force:!t)`),
          await call('GET', `/api/v1/database/${id}/tables/?q=(force:!t,schema_name:public)`),
          await call('GET', `/api/v1/database/${id}/table/t/public/`),
          await call('POST', '/api/v1/chart/data', { datasource: { id: dataset, type: 'table' }, queries: [{ columns: ['a'], metrics: [] }] }),
        ]
        for (const reply of replies) {
          expect(reply.status, reply.text).toBeGreaterThanOrEqual(400)
          expect(reply.text).not.toMatch(/secret|127\.0\.0\.1|:1\b|port 1\b|node_modules|\.ts:|at \w+ \(/)
        }
      }
    })
  }
})

async function addDatabase(database_name: string, uri: string): Promise<number> {
  const moment = momentOf(new Date())
  const flags = { expose_in_sqllab: true, allow_run_async: false, allow_file_upload: false, allow_ctas: false, allow_cvas: false, allow_dml: false }
  const nothing = { password: null, cache_timeout: null, force_ctas_schema: null, encrypted_extra: null, server_cert: null, external_url: null }
  const audit = { created_on: moment, changed_on: moment, created_by_id: null, changed_by_id: null }
  const { id } = await server.deps.db
    .insertInto('databases')
    .values({
      ...flags,
      ...nothing,
      ...audit,
      impersonate_user: false,
      uuid: crypto.randomUUID(),
      database_name,
      uri,
      configuration_method: 'sqlalchemy_form',
      extra: '{}',
      is_managed_externally: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function addDataset(database_id: number): Promise<number> {
  const moment = momentOf(new Date())
  const { id } = await server.deps.db
    .insertInto('datasets')
    .values({
      uuid: crypto.randomUUID(),
      database_id,
      table_name: `t${database_id}`,
      schema: 'public',
      offset: 0,
      is_sqllab_view: false,
      filter_select_enabled: true,
      normalize_columns: false,
      always_filter_main_dttm: false,
      is_managed_externally: false,
      created_on: moment,
      changed_on: moment,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.deps.db
    .insertInto('dataset_columns')
    .values({
      uuid: crypto.randomUUID(),
      dataset_id: id,
      column_name: 'a',
      type: 'INTEGER',
      is_dttm: false,
      is_active: true,
      groupby: true,
      filterable: true,
      created_on: moment,
      changed_on: moment,
    } as never)
    .execute()
  return id
}
