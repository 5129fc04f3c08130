import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretMask } from '../../databases/connection-uri.ts'
import { addSampleDatabase, changeSampleFile } from '../../testing/sample-database.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let server: TestApp
let database: number
beforeAll(async () => {
  server = await openTestApp()
  database = await addSampleDatabase(server)
})
afterAll(() => server.close())

test('EXP-7.27 a connection is tried before it is kept, and the kinds of databases are listed', async () => {
  const admin = await server.as('admin')
  expect(await admin('POST', '/api/v1/database/test_connection/', { sqlalchemy_uri: 'duckdb:///sample.duckdb', database_name: 'x' })).toMatchObject({
    status: 200,
    body: { message: 'OK' },
  })
  const nonsense = await admin('POST', '/api/v1/database/test_connection/', { sqlalchemy_uri: 'nonsense' })
  expect(nonsense.status).toBe(400)
  expect(nonsense.body.message.sqlalchemy_uri[0]).toContain('Invalid connection string')
  expect((await admin('POST', '/api/v1/database/test_connection/', {})).body.errors[0]).toMatchObject({ error_type: 'GENERIC_COMMAND_ERROR', level: 'warning' })
  const closed = await admin('POST', '/api/v1/database/test_connection/', { sqlalchemy_uri: 'postgresql://a:b@127.0.0.1:1/x' })
  expect([closed.status, closed.body.errors[0].error_type]).toEqual([400, 'CONNECTION_PORT_CLOSED_ERROR'])
  expect((await admin('POST', '/api/v1/database/test_connection/', { sqlalchemy_uri: 'oldbase://x/y' })).status).toBe(422)
  const { databases } = (await admin('GET', '/api/v1/database/available/')).body
  expect(databases.map(({ engine }: { engine: string }) => engine)).toEqual(expect.arrayContaining(['postgresql', 'duckdb']))
})

test('EXP-7.29 schemas are listed', async () => {
  const admin = await server.as('admin')
  const reply = await admin('GET', `/api/v1/database/${database}/schemas/?q=(force:!t)`)
  expect(reply.body.result).toEqual(expect.arrayContaining(['main', 'other']))
  expect((await admin('GET', `/api/v1/database/${database}/schemas/?q=(force:5)`)).status).toBe(400)
  expect((await admin('GET', '/api/v1/database/999999/schemas/')).status).toBe(404)
})

test('EXP-7.30 tables and views of a schema are listed with their count', async () => {
  const admin = await server.as('admin')
  expect((await admin('GET', `/api/v1/database/${database}/tables/?q=(force:!f,schema_name:main)`)).body).toEqual({
    count: 2,
    result: [
      { value: 'recent', type: 'view' },
      { value: 'visits', type: 'table', extra: null },
    ],
  })
  expect((await admin('GET', `/api/v1/database/${database}/tables/`)).status).toBe(400)
})

test('EXP-7.31 the columns and keys of a table are described', async () => {
  const admin = await server.as('admin')
  const { body } = await admin('GET', `/api/v1/database/${database}/table/visits/main/`)
  expect(body.columns.map(({ name }: { name: string }) => name)).toEqual(['id', 'seen_at', 'day', 'place', 'amount', 'weight', 'is_new'])
  expect(body.columns[0].keys[0]).toMatchObject({ type: 'pk', column_names: ['id'] })
  expect(body.primaryKey.column_names).toEqual(['id'])
  expect(body.selectStar).toBe('SELECT *\nFROM main.visits\nLIMIT 100')
  expect((await admin('GET', `/api/v1/database/${database}/table_extra/visits/main/`)).body).toEqual({})
  expect((await admin('GET', `/api/v1/database/${database}/table_extra/recent/main/`)).body).toEqual({
    view: expect.stringMatching(/^CREATE VIEW .*recent.* AS/s),
  })
  expect((await admin('GET', `/api/v1/database/${database}/table/nope/main/`)).status).toBe(422)
  expect((await admin('GET', `/api/v1/database/${database}/select_star/visits/main/`)).body.result).toContain('main.visits')
  expect((await admin('GET', `/api/v1/database/${database}/function_names/`)).body.function_names.length).toBeGreaterThan(50)
})

test('a password is never shown, and the mask sent back keeps it', async () => {
  const admin = await server.as('admin')
  const now = '2026-01-01T00:00:00.000000'
  const flags = { expose_in_sqllab: true, allow_run_async: false, allow_file_upload: false, allow_ctas: false, allow_cvas: false, allow_dml: false }
  const { id } = await server.deps.db
    .insertInto('databases')
    .values({
      ...flags,
      uuid: crypto.randomUUID(),
      database_name: 'guarded',
      uri: `postgresql://ann:${secretMask}@db.example/x`,
      password: server.deps.secrets.encrypt('open sesame'),
      impersonate_user: false,
      configuration_method: 'sqlalchemy_form',
      extra: '{}',
      encrypted_extra: server.deps.secrets.encrypt('{"token":"also secret"}'),
      is_managed_externally: false,
      created_on: now,
      changed_on: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const connection = await admin('GET', `/api/v1/database/${id}/connection`)
  expect(connection.body.result).toMatchObject({
    sqlalchemy_uri: `postgresql://ann:${secretMask}@db.example/x`,
    parameters: { password: secretMask, host: 'db.example' },
  })
  for (const path of [`/api/v1/database/${id}/connection`, `/api/v1/database/${id}`, '/api/v1/database/'])
    expect((await admin('GET', path)).text).not.toMatch(/open sesame|also secret/)
  const renamed = await admin('PUT', `/api/v1/database/${id}`, { database_name: 'guarded 2', extra: '{"version":"15"}' })
  expect(renamed.status).toBe(200)
  const row = await server.deps.db.selectFrom('databases').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(server.deps.secrets.decrypt(row.password ?? '')).toBe('open sesame')
  expect(row.extra).toBe('{"version":"15"}')
  expect((await admin('DELETE', `/api/v1/database/${id}`)).body).toEqual({ message: 'OK' })
})

test('the name of a database stands in its permissions and follows a change', async () => {
  const admin = await server.as('admin')
  await changeSampleFile(server, 'renamed', ['create table t (a integer)'])
  const made = await admin('POST', '/api/v1/database/', { database_name: 'renamed', sqlalchemy_uri: 'duckdb:///renamed.duckdb' })
  const pairs = async () =>
    (
      await server.deps.db.selectFrom('permissions').select(['permission_name', 'view_name']).where('view_name', 'like', '[renamed%').orderBy('id').execute()
    ).map(({ permission_name, view_name }) => `${permission_name} ${view_name}`)
  const { id } = made.body
  expect(await pairs()).toEqual(expect.arrayContaining([`database_access [renamed].(id:${id})`, 'schema_access [renamed].[main]']))
  await admin('POST', '/api/v1/dataset/', { database: id, table_name: 'one', sql: 'select 1 as one', schema: 'main' })
  expect((await admin('PUT', `/api/v1/database/${id}`, { database_name: 'renamed again' })).status).toBe(200)
  const dataset = await server.deps.db.selectFrom('datasets').select(['id', 'perm', 'schema_perm']).where('table_name', '=', 'one').executeTakeFirstOrThrow()
  expect(dataset).toEqual({ id: dataset.id, perm: `[renamed again].[one](id:${dataset.id})`, schema_perm: '[renamed again].[main]' })
  expect((await pairs()).filter((text) => !text.includes('renamed again'))).toEqual([])
  const refused = await admin('DELETE', `/api/v1/database/${id}`)
  expect([refused.status, refused.body.message]).toEqual([422, 'Cannot delete a database that has datasets attached'])
  await admin('DELETE', `/api/v1/dataset/${dataset.id}`)
  expect((await admin('DELETE', `/api/v1/database/${id}`)).status).toBe(200)
  expect(await pairs()).toEqual([])
})

test('names are unique and a database without an address is refused', async () => {
  const admin = await server.as('admin')
  const again = await admin('POST', '/api/v1/database/', { database_name: 'sample', sqlalchemy_uri: 'duckdb:///sample.duckdb' })
  expect([again.status, again.body.message]).toEqual([422, { database_name: 'A database with the same name already exists.' }])
  expect((await admin('POST', '/api/v1/database/', { database_name: 'no address' })).status).toBe(400)
  expect((await admin('POST', '/api/v1/database/', { database_name: 'outside', sqlalchemy_uri: 'duckdb:////etc/x.duckdb' })).status).toBe(400)
})

test('Gamma sees a database only when something in it was given to it, and then only that', async () => {
  const gamma = await server.as('gamma')
  const admin = await server.as('admin')
  expect((await gamma('GET', '/api/v1/database/')).body.count).toBe(0)
  expect((await gamma('GET', `/api/v1/database/${database}/tables/?q=(schema_name:main)`)).status).toBe(404)
  const made = await admin('POST', '/api/v1/dataset/', { database, table_name: 'visits', schema: 'main' })
  const perm = await server.deps.db.selectFrom('permissions').select('id').where('view_name', '=', made.body.data.perm).executeTakeFirstOrThrow()
  const role = (await admin('POST', '/api/v1/security/roles/', { name: 'readers of visits' })).body.id
  await admin('POST', `/api/v1/security/roles/${role}/permissions`, { permission_view_menu_ids: [perm.id] })
  const reader = await server.as('reader', 'Gamma', 'readers of visits')
  expect((await reader('GET', '/api/v1/database/')).body.result.map((row: { database_name: string }) => row.database_name)).toEqual(['sample'])
  expect((await reader('GET', `/api/v1/database/${database}/schemas/`)).body.result).toEqual(['main'])
  expect((await reader('GET', `/api/v1/database/${database}/tables/?q=(schema_name:main)`)).body.count).toBe(1)
  expect((await reader('GET', `/api/v1/database/${database}/tables/?q=(schema_name:other)`)).body.count).toBe(0)
  expect((await reader('GET', `/api/v1/database/${database}/table/visits/main/`)).status).toBe(200)
  expect((await reader('GET', `/api/v1/database/${database}/table/secrets/other/`)).status).toBe(404)
  expect((await reader('GET', `/api/v1/database/${database}/select_star/secrets/other/`)).status).toBe(404)
  expect((await reader('GET', `/api/v1/database/${database}/connection`)).status).toBe(403)
  expect((await gamma('GET', '/api/v1/dataset/')).body.count).toBe(0)
  expect((await reader('GET', '/api/v1/dataset/')).body.count).toBe(1)
})

test('the connection form of every kind of database is made from its own configuration', async () => {
  const { databases } = (await (await server.as('admin'))('GET', '/api/v1/database/available/')).body
  const schemaOf = (engine: string) => databases.find((one: { engine: string }) => one.engine === engine).parameters
  expect(schemaOf('postgresql')).toMatchObject({
    required: ['database', 'host', 'port', 'username'],
    properties: {
      host: { type: 'string', description: 'Hostname or IP address' },
      port: { type: 'integer', minimum: 0, default: 5432 },
      password: { type: 'string', nullable: true },
      encryption: { type: 'boolean' },
      ssh: { type: 'boolean' },
    },
  })
  expect(schemaOf('trino').properties.database).toMatchObject({ title: 'Catalog', description: 'Name of a catalog, or catalog/schema' })
  expect([schemaOf('mysql').properties.port.default, schemaOf('clickhousedb').properties.port.default]).toEqual([3306, 8443])
})
