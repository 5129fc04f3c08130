import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { flag, optionalText, text, whole } from '../fields.ts'
import { crudEndpoints, idParams, risonQuery } from '../resource.ts'

/** JSON text; an empty one means none. */
const json = text()
  .refine(
    (value) => {
      if (value.trim() === '') return true
      try {
        const parsed: unknown = JSON.parse(value)
        return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      } catch {
        return false
      }
    },
    { error: 'Field cannot be decoded by JSON.' },
  )
  .nullable()
  .optional()

const tunnel = z
  .object({
    id: whole().optional(),
    server_address: optionalText(),
    server_port: whole(0, 65_535).nullable().optional(),
    username: optionalText(),
    password: optionalText(),
    private_key: optionalText(),
    private_key_password: optionalText(),
    server_host_key: optionalText(),
  })
  .nullable()
  .optional()

/** What a connection is made of, in both of its forms: an address, or an engine with parameters. */
const connection = {
  sqlalchemy_uri: optionalText(0, 1024),
  configuration_method: z.enum(['sqlalchemy_form', 'dynamic_form']).optional(),
  engine: optionalText(),
  driver: optionalText(),
  parameters: z.record(z.string(), z.unknown()).nullable().optional(),
  extra: json,
  encrypted_extra: json,
  masked_encrypted_extra: json,
  server_cert: optionalText(),
  impersonate_user: flag().optional(),
  ssh_tunnel: tunnel,
}

const settings = {
  ...connection,
  cache_timeout: whole(-1).nullable().optional(),
  expose_in_sqllab: flag().optional(),
  allow_run_async: flag().optional(),
  allow_file_upload: flag().optional(),
  allow_ctas: flag().optional(),
  allow_cvas: flag().optional(),
  allow_dml: flag().optional(),
  force_ctas_schema: optionalText(0, 250),
  is_managed_externally: flag().nullable().optional(),
  external_url: optionalText(),
}

/** Fields nobody knows are left out, as the reference does for this resource alone. */
export const databasePost = z.object({ ...settings, database_name: text(1, 250), uuid: optionalText() })
export type DatabasePost = z.infer<typeof databasePost>

export const databasePut = z.object({ ...settings, database_name: text(1, 250).optional() })
export type DatabasePut = z.infer<typeof databasePut>

export const connectionTest = z.object({ ...connection, database_name: optionalText(0, 250) })
export type ConnectionTest = z.infer<typeof connectionTest>

export const parametersCheck = z.object({
  ...connection,
  engine: text(1),
  configuration_method: z.enum(['sqlalchemy_form', 'dynamic_form']),
  id: whole().nullable().optional(),
  database_name: optionalText(0, 250),
  catalog: z.record(z.string(), z.unknown()).nullable().optional(),
})
export type ParametersCheck = z.infer<typeof parametersCheck>

const names = { resource: 'database', view: 'Database', things: 'databases' } as const
const reading = { tag: 'database', access: { permission: 'can_read', view: 'Database' } } as const
const writing = { tag: 'database', access: { permission: 'can_write', view: 'Database' } } as const
const anything = z.record(z.string(), z.unknown())
const done = z.object({ message: z.string() })
const base = '/api/v1/database'
const tableParams = z.object({ id: z.string(), table: z.string(), schema: z.string() })

export const databaseEndpoints = {
  ...crudEndpoints({ ...names, post: databasePost, put: databasePut }),
  connection: endpoint({
    ...writing,
    method: 'GET',
    path: `${base}/:id/connection`,
    summary: 'A database with its connection, secrets masked',
    params: idParams,
    reply: z.object({ id: z.int(), result: anything }),
  }),
  available: endpoint({
    ...reading,
    method: 'GET',
    path: `${base}/available/`,
    summary: 'Kinds of databases that can be connected',
    reply: z.object({ databases: z.array(anything) }),
  }),
  testConnection: endpoint({ ...writing, method: 'POST', path: `${base}/test_connection/`, summary: 'Try a connection', body: connectionTest, reply: done }),
  removeTunnel: endpoint({
    ...writing,
    method: 'DELETE',
    path: `${base}/:id/ssh_tunnel/`,
    summary: 'Reach a database without its SSH tunnel',
    params: idParams,
    reply: done,
  }),
  validateParameters: endpoint({
    ...writing,
    method: 'POST',
    path: `${base}/validate_parameters/`,
    summary: 'Say what is wrong with the parameters of a connection',
    body: parametersCheck,
    reply: done,
  }),
  schemas: endpoint({
    ...reading,
    method: 'GET',
    path: `${base}/:id/schemas/`,
    summary: 'The schemas of a database',
    params: idParams,
    query: risonQuery,
    reply: z.object({ result: z.array(z.string()) }),
  }),
  catalogs: endpoint({
    ...reading,
    method: 'GET',
    path: `${base}/:id/catalogs/`,
    summary: 'The catalogs of a database',
    params: idParams,
    query: risonQuery,
    reply: z.object({ result: z.array(z.string()) }),
  }),
  tables: endpoint({
    ...reading,
    method: 'GET',
    path: `${base}/:id/tables/`,
    summary: 'The tables and views of a schema',
    params: idParams,
    query: risonQuery,
    reply: z.object({ count: z.int(), result: z.array(anything) }),
  }),
  table: endpoint({
    ...reading,
    method: 'GET',
    path: `${base}/:id/table/:table/:schema/`,
    summary: 'The columns and keys of a table',
    params: tableParams,
    reply: anything,
  }),
  tableExtra: endpoint({
    ...reading,
    method: 'GET',
    path: `${base}/:id/table_extra/:table/:schema/`,
    summary: 'Partitions of a table, and the statement that makes a view',
    params: tableParams,
    reply: anything,
  }),
  selectStar: endpoint({
    ...reading,
    method: 'GET',
    path: `${base}/:id/select_star/:table/`,
    summary: 'A statement that reads a table',
    params: z.object({ id: z.string(), table: z.string() }),
    reply: z.object({ result: z.string() }),
  }),
  selectStarOfSchema: endpoint({
    ...reading,
    method: 'GET',
    path: `${base}/:id/select_star/:table/:schema/`,
    summary: 'A statement that reads a table of a schema',
    params: tableParams,
    reply: z.object({ result: z.string() }),
  }),
  functionNames: endpoint({
    ...reading,
    method: 'GET',
    path: `${base}/:id/function_names/`,
    summary: 'The functions a database knows',
    params: idParams,
    reply: z.object({ function_names: z.array(z.string()) }),
  }),
  relatedObjects: endpoint({
    ...reading,
    method: 'GET',
    path: `${base}/:id/related_objects/`,
    summary: 'Charts, dashboards and editor tabs that use a database',
    params: idParams,
    reply: anything,
  }),
  uploadSchemas: endpoint({
    ...reading,
    method: 'GET',
    path: `${base}/:id/schemas_access_for_file_upload/`,
    summary: 'Schemas that take uploaded files',
    params: idParams,
    reply: z.object({ schemas: z.array(z.string()) }),
  }),
}
