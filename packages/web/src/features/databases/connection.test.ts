import './words.ts'
import { expect, test } from 'vitest'
import { ApiFailure } from '../../api/failure.ts'
import { findFaults, readFaults, tabOf } from './connection-faults.ts'
import { formOf, newForm } from './connection-form.ts'
import type { ConnectionForm } from './connection-form.ts'
import { bodyForCheck, bodyForCreate, bodyForTest, bodyForUpdate } from './connection-payload.ts'
import { printExtra, readExtraForm } from './extra-form.ts'
import { addressOfFile, fileOfAddress } from './file-address.ts'
import { fieldsOf } from './parameter-fields.ts'
import { parseParameters } from './parameter-values.ts'
import type { Kind, StoredConnection } from './wire.ts'

const postgres: Kind = {
  name: 'PostgreSQL',
  engine: 'postgresql',
  preferred: true,
  sqlalchemy_uri_placeholder: 'postgresql://user:password@host:port/dbname',
  parameters: {
    required: ['database', 'host', 'port', 'username'],
    properties: {
      database: { type: 'string', description: 'Database name' },
      encryption: { type: 'boolean', description: 'Use an encrypted connection to the database' },
      host: { type: 'string', description: 'Hostname or IP address' },
      password: { type: 'string', description: 'Password' },
      port: { type: 'integer', description: 'Database port' },
      query: { type: 'object', description: 'Additional parameters' },
      ssh: { type: 'boolean', description: 'Use an ssh tunnel connection to the database' },
      username: { type: 'string', description: 'Username' },
    },
  },
}
const duckdb: Kind = { name: 'DuckDB', engine: 'duckdb', preferred: true, sqlalchemy_uri_placeholder: 'duckdb:///path/file.duckdb' }

const stored: StoredConnection = {
  id: 7,
  database_name: 'Warehouse',
  backend: 'postgresql',
  configuration_method: 'dynamic_form',
  sqlalchemy_uri: 'postgresql://ana:XXXXXXXXXX@db.example:5432/shop?application_name=x',
  parameters: {
    host: 'db.example',
    port: 5432,
    database: 'shop',
    username: 'ana',
    password: 'XXXXXXXXXX',
    query: { application_name: 'x' },
    encryption: false,
  },
  extra: '{"engine_params":{"connect_args":{}},"our_own_key":[1,2],"allows_virtual_table_explore":true}',
  expose_in_sqllab: true,
}

const filled = (part: Partial<ConnectionForm> = {}): ConnectionForm => {
  const form = newForm(postgres)
  return { ...form, parameters: { ...form.parameters, host: ' db ', database: 'shop', username: 'ana', password: ' p ' }, ...part }
}

test('EXP-5.22 the form of a kind is made from its schema, in the order people know, without the switch for a tunnel', () => {
  const fields = fieldsOf(postgres.parameters ?? {})
  expect(fields.map(({ name }) => name)).toEqual(['host', 'port', 'database', 'username', 'password', 'query', 'encryption'])
  expect(fields.filter(({ isRequired }) => isRequired).map(({ label }) => label)).toEqual(['Host', 'Port', 'Database name', 'Username'])
  expect(fields.find(({ name }) => name === 'password')?.input).toBe('secret')
  expect(fieldsOf(postgres.parameters ?? {}, 'trino').find(({ name }) => name === 'database')).toMatchObject({ label: 'Catalog', hint: undefined })
  expect(fieldsOf({ properties: { role: { type: 'string', title: 'Role', enum: ['a', 'b'] } } })[0]).toMatchObject({
    label: 'Role',
    input: 'choice',
    choices: ['a', 'b'],
  })
})

test('EXP-3.28 what stands in the fields is sent as parameters: a port as a number, further ones as an object, no empty ones', () => {
  const form = filled()
  const body = bodyForCreate({ ...form, parameters: { ...form.parameters, query: 'a=b&c=d', encryption: true } }, postgres)
  expect(body).toMatchObject({ configuration_method: 'dynamic_form', engine: 'postgresql', database_name: 'PostgreSQL', expose_in_sqllab: true })
  expect(body.parameters).toEqual({ host: 'db', port: 5432, database: 'shop', username: 'ana', password: ' p ', query: { a: 'b', c: 'd' }, encryption: true })
  expect(body).not.toHaveProperty('sqlalchemy_uri')
  expect(parseParameters('?x=1&y')).toEqual({ x: '1', y: '' })
  // A port that is no number is for the server to refuse, beside its field.
  expect(bodyForCheck({ ...form, parameters: { ...form.parameters, port: 'abc' } }, postgres, undefined).parameters).toMatchObject({ port: 'abc' })
})

test('a file is named by its path; the address is made from it and back', () => {
  expect(addressOfFile('duckdb', 'sales of 2024.duckdb')).toBe('duckdb:///sales%20of%202024.duckdb')
  expect(addressOfFile('duckdb', '/srv/a.duckdb')).toBe('duckdb:////srv/a.duckdb')
  for (const path of ['a.db', '/srv/ä b/c.db']) expect(fileOfAddress(addressOfFile('sqlite', path))).toBe(path)
  expect(fileOfAddress('duckdb:///a?x=1')).toBeUndefined()
  expect(bodyForCreate({ ...newForm(duckdb), file: 'a.duckdb' }, duckdb)).toMatchObject({
    configuration_method: 'sqlalchemy_form',
    sqlalchemy_uri: 'duckdb:///a.duckdb',
  })
  const form = formOf({ id: 1, database_name: 'x', backend: 'duckdb', sqlalchemy_uri: 'duckdb:///a%20b.duckdb' }, duckdb)
  expect(form).toMatchObject({ method: 'fields', file: 'a b.duckdb' })
})

test('a stored connection opens as it was made, and its mask goes back untouched', () => {
  const form = formOf(stored, postgres)
  expect(form).toMatchObject({ method: 'fields', parameters: { host: 'db.example', port: '5432', query: 'application_name=x', password: 'XXXXXXXXXX' } })
  const moved = { ...form, parameters: { ...form.parameters, host: 'other' } }
  expect(bodyForUpdate(moved, form, stored, postgres)).toMatchObject({ engine: 'postgresql', parameters: { host: 'other', password: 'XXXXXXXXXX' } })
  expect(bodyForTest({ ...form, database_name: 'New name' }, postgres, stored).database_name).toBe('Warehouse')
  expect(formOf({ ...stored, configuration_method: 'sqlalchemy_form' }, postgres).method).toBe('address')
})

test('a change of settings does not send the connection, so that it is not tried again', () => {
  const form = formOf(stored, postgres)
  const body = bodyForUpdate({ ...form, database_name: 'Shop', allow_dml: true }, form, stored, postgres)
  expect(body).toMatchObject({ database_name: 'Shop', allow_dml: true })
  for (const key of ['parameters', 'sqlalchemy_uri', 'engine', 'configuration_method', 'ssh_tunnel']) expect(body).not.toHaveProperty(key)
})

test('what the form does not know of extra stays in it', () => {
  const form = readExtraForm(stored.extra)
  const printed = JSON.parse(
    printExtra({ ...form, schema_cache_timeout: '600', schemas_allowed_for_file_upload: 'a, b,', expand_rows: true }, stored.extra),
  ) as object
  expect(printed).toEqual({
    engine_params: { connect_args: {} },
    our_own_key: [1, 2],
    allows_virtual_table_explore: true,
    schema_options: { expand_rows: true },
    metadata_cache_timeout: { schema_cache_timeout: 600 },
    schemas_allowed_for_file_upload: ['a', 'b'],
    metadata_params: {},
  })
  // Read again, it is the same form.
  expect(readExtraForm(printExtra(form, stored.extra))).toEqual(form)
})

test('EXP-3.28 a tunnel sends one way of signing in; switching a stored one off removes it', () => {
  const tunnel = { ...newForm(postgres).tunnel, isOn: true, server_address: 'jump', username: 'u', password: 'p', private_key: 'k' }
  expect(bodyForCreate(filled({ tunnel }), postgres).ssh_tunnel).toEqual({ server_address: 'jump', server_port: 22, username: 'u', password: 'p' })
  expect(bodyForCreate(filled({ tunnel: { ...tunnel, login: 'private_key' } }), postgres).ssh_tunnel).toEqual({
    server_address: 'jump',
    server_port: 22,
    username: 'u',
    private_key: 'k',
  })
  const withTunnel = { ...stored, ssh_tunnel: { id: 3, server_address: 'jump', server_port: 22, username: 'u', password: 'XXXXXXXXXX' } }
  const form = formOf(withTunnel, postgres)
  expect(bodyForUpdate({ ...form, tunnel: { ...form.tunnel, isOn: false } }, form, withTunnel, postgres)).toMatchObject({ ssh_tunnel: null })
  // The key of the machine goes along only when it was changed.
  const moved = bodyForUpdate({ ...form, tunnel: { ...form.tunnel, username: 'v' } }, form, withTunnel, postgres)
  expect(moved.ssh_tunnel).toEqual({ id: 3, server_address: 'jump', server_port: 22, username: 'v', password: 'XXXXXXXXXX' })
  const trusted = bodyForUpdate({ ...form, tunnel: { ...form.tunnel, server_host_key: 'ssh-ed25519 AAAA' } }, form, withTunnel, postgres)
  expect(trusted.ssh_tunnel).toMatchObject({ server_host_key: 'ssh-ed25519 AAAA' })
  expect(findFaults(filled({ tunnel: { ...tunnel, password: '', server_port: '0' } }), postgres)).toEqual({
    'ssh.password': 'This is a required field',
    'ssh.server_port': 'The port must be a whole number between 1 and 65535',
  })
})

test('EXP-5.22 a refusal is put beside its fields; what is only missing is said when the person wants to go on', () => {
  const refusal = new ApiFailure('http', 422, '', {
    errors: [
      {
        message: 'One or more parameters are missing: database',
        error_type: 'CONNECTION_MISSING_PARAMETERS_ERROR',
        level: 'warning',
        extra: { missing: ['database'] },
      },
      { message: 'The port is closed.', error_type: 'CONNECTION_PORT_CLOSED_ERROR', level: 'error', extra: { invalid: ['port'] } },
    ],
  })
  expect(readFaults(refusal, false)).toEqual({ fields: { port: 'The port is closed.' }, rest: undefined })
  expect(readFaults(refusal, true).fields).toEqual({ database: 'This is a required field', port: 'The port is closed.' })

  const tunnel = { message: 'Refused', error_type: 'CONNECTION_ACCESS_DENIED_ERROR', extra: { engine_name: 'SSH Tunnel', invalid: ['username'] } }
  expect(readFaults(new ApiFailure('http', 400, '', { errors: [tunnel] }), true).fields).toEqual({ 'ssh.username': 'Refused' })

  const named = new ApiFailure('http', 422, '', { message: { database_name: ['A database with the same name already exists.'] } })
  expect(readFaults(named, true).fields).toEqual({ database_name: 'A database with the same name already exists.' })
  const other = new ApiFailure('http', 400, '', {
    errors: [{ message: 'No', error_type: 'GENERIC_DB_ENGINE_ERROR', extra: { issue_codes: [{ code: 1002, message: 'Issue 1002 - x' }] } }],
  })
  expect(readFaults(other, true)).toMatchObject({ fields: {}, rest: { error: 'No', hints: ['Issue 1002 - x'] } })
})

test('EXP-5.22 what cannot be sent is said beside its field, on the tab it stands on', () => {
  expect(findFaults(newForm(postgres), postgres)).toEqual({
    host: 'This is a required field',
    database: 'This is a required field',
    username: 'This is a required field',
  })
  expect(findFaults(newForm(undefined), undefined)).toEqual({ database_name: 'This is a required field', sqlalchemy_uri: 'This is a required field' })
  const form = filled()
  const faults = findFaults(
    { ...form, secureExtra: '[1]', cache_timeout: '-2', extra: { ...form.extra, engine_params: '{', table_cache_timeout: '1.5' } },
    postgres,
  )
  expect(Object.keys(faults).map(tabOf).toSorted()).toEqual(['other', 'performance', 'performance', 'security'])
})
