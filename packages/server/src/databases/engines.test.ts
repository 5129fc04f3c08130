import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressForTests } from '../testing/address-for-tests.ts'
import { openTestApp, type TestApp, type TestCall } from '../testing/test-app.ts'

let server: TestApp
let admin: TestCall
beforeAll(async () => {
  server = await openTestApp()
  admin = await server.as('admin')
})
afterAll(() => server.close())

test('EXP-7.27 SQLite and MySQL are among the databases that can be added, each with its way', async () => {
  const { databases } = (await admin('GET', '/api/v1/database/available/')).body as {
    readonly databases: readonly {
      readonly engine: string
      readonly name: string
      readonly parameters?: { readonly required: readonly string[] }
      readonly engine_information: object
    }[]
  }
  const found = (engine: string) => databases.find((one) => one.engine === engine)
  expect(found('sqlite')).toMatchObject({ name: 'SQLite', preferred: true, engine_information: { supports_file_upload: true, disable_ssh_tunneling: true } })
  expect(found('sqlite')).not.toHaveProperty('parameters')
  expect(found('mysql')).toMatchObject({
    name: 'MySQL',
    preferred: true,
    parameters: { required: ['database', 'host', 'port', 'username'] },
    engine_information: { supports_file_upload: true, disable_ssh_tunneling: false },
  })
})

test('an SQLite file in the folder for files can be added and read; nothing else can', async () => {
  const made = await admin('POST', '/api/v1/database/', { database_name: 'file', sqlalchemy_uri: 'sqlite:///new.db', allow_dml: true })
  expect([made.status, made.text]).toEqual([400, expect.stringContaining('The database file does not exist.')])
  const written = await server.deps.queries.tryOut(
    (await import('@sightline/connectors')).connectors.find(({ id }) => id === 'sqlite')!,
    { database: 'new.db' },
    async (driver) => driver.stream({ sql: 'CREATE TABLE t AS SELECT 1 AS a', params: [] }, { signal: AbortSignal.timeout(10_000), readOnly: false }),
  )
  expect(written.ok).toBe(true)
  const again = await admin('POST', '/api/v1/database/', { database_name: 'file', sqlalchemy_uri: 'sqlite:///new.db' })
  expect(again.status, again.text).toBe(201)
  const schemas = await admin('GET', `/api/v1/database/${again.body.id}/schemas/`)
  expect(schemas.body.result).toEqual(['main'])
  for (const address of ['sqlite:////etc/passwd', 'sqlite:///../sightline.db', 'sqlite:///new.db?mode=rwc', 'sqlite://']) {
    const refused = await admin('POST', '/api/v1/database/', { database_name: address, sqlalchemy_uri: address })
    expect([address, refused.status >= 400 && refused.status < 500]).toEqual([address, true])
  }
})

const mysqlAddress = addressForTests('SIGHTLINE_TEST_MYSQL', 'a MySQL server')
describe.skipIf(!mysqlAddress)('a MySQL server', () => {
  const uri = new URL(mysqlAddress ?? 'mysql://h')
  const parameters = { host: uri.hostname, port: Number(uri.port), username: uri.username, database: 'information_schema', query: {} }

  test('is reached by the form and by an address with a driver in it', async () => {
    const valid = await admin('POST', '/api/v1/database/validate_parameters/', { engine: 'mysql', configuration_method: 'dynamic_form', parameters })
    expect(valid.status, valid.text).toBe(200)
    const unknown = await admin('POST', '/api/v1/database/validate_parameters/', {
      engine: 'mysql',
      configuration_method: 'dynamic_form',
      parameters: { ...parameters, database: 'nope_at_all' },
    })
    expect(unknown.text).toContain('CONNECTION_UNKNOWN_DATABASE_ERROR')
    expect(unknown.text).toContain('"invalid":["database"]')
    for (const scheme of ['mysql+mysqldb', 'mariadb', 'mysql+pymysql']) {
      const tested = await admin('POST', '/api/v1/database/test_connection/', { sqlalchemy_uri: `${scheme}://${uri.username}@${uri.host}/information_schema` })
      expect([scheme, tested.status, tested.text]).toEqual([scheme, 200, expect.stringContaining('OK')])
    }
    const refused = await admin('POST', '/api/v1/database/test_connection/', { sqlalchemy_uri: `mysql://${uri.username}@${uri.host}/x?local_infile=1` })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('local_infile')])
  })

  test('the switch for encryption is `ssl=1` in its address, and comes back as the switch', async () => {
    const made = await admin('POST', '/api/v1/database/', { database_name: 'by form', engine: 'mysql', configuration_method: 'dynamic_form', parameters })
    expect(made.status, made.text).toBe(201)
    const { id } = made.body as { readonly id: number }
    await server.deps.db.updateTable('databases').set({ uri: `mysql://ann@db.example:3306/shop?ssl=1&charset=utf8mb4` }).where('id', '=', id).execute()
    const shown = await admin('GET', `/api/v1/database/${id}/connection`)
    expect(shown.body.result).toMatchObject({ backend: 'mysql', parameters: { encryption: true, query: { charset: 'utf8mb4' }, host: 'db.example' } })
  })
})
