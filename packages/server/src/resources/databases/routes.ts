import { counted, relatedObjects } from '../../datasets/related-objects.ts'
import { databaseEndpoints, type ConnectionTest } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import { joinUri, secretMask } from '../../databases/connection-uri.ts'
import { connectorOfRow } from '../../databases/database-facts.ts'
import { tryConnection } from '../../databases/try-connection.ts'
import type { DatabaseRow } from '../../datasets/load-dataset.ts'
import type { Deps } from '../../deps.ts'
import { Refusal, unwrap } from '../../http/problem.ts'
import { route, type Route } from '../../http/route.ts'
import { idOf } from '../../rest/ids.ts'
import { item, visibleIds } from '../../rest/item.ts'
import { readQ, type Shape } from '../../rest/read-q.ts'
import { remove, removeMany } from '../../rest/remove.ts'
import { askedBy, readRoutes } from '../../rest/routes.ts'
import { isSameTunnel, mustBeEnabled, mustHavePort, readTunnel } from '../../tunnels/read-tunnel.ts'
import { findTunnel, maskTunnel, settingsOfRow } from '../../tunnels/stored-tunnel.ts'
import { availableDatabases } from './available.ts'
import { describeExtra, describeTable, listCatalogs, listSchemas, listTables, listUploadSchemas, schemaOf, selectStarOf } from './browse.ts'
import { describeConnection } from './connection.ts'
import { databases } from './databases.ts'
import { validateParameters } from './validate-parameters.ts'
import { createDatabase, readUri, refuseUnusable, updateDatabase } from './write.ts'

const e = databaseEndpoints

const schemasShape: Shape = { type: 'object', properties: { force: { type: 'boolean' }, upload_allowed: { type: 'boolean' } } }
const tablesShape: Shape = { type: 'object', properties: { force: { type: 'boolean' }, schema_name: { type: 'string' } }, required: ['schema_name'] }

export const routes: readonly Route[] = [
  ...readRoutes(databases, e).filter(({ endpoint }) => endpoint !== e.get),
  route(e.get, async (deps, call) => {
    const shown = await item(databases, askedBy(deps, call), call.params.id, call.query.q)
    const tunnel = await findTunnel(deps.db, idOf(call.params.id))
    return tunnel ? { ...shown, result: { ...shown.result, ssh_tunnel: maskTunnel(tunnel) } } : shown
  }),
  route(e.create, (deps, { caller, body, signal }) => createDatabase(deps, caller, body, signal)),
  route(e.update, async (deps, { caller, params, body, signal }) => updateDatabase(deps, caller, await findVisible(deps, caller, params.id), body, signal)),
  route(e.remove, async (deps, call) => {
    const reply = await remove(databases, askedBy(deps, call), call.params.id)
    await deps.queries.forget(idOf(call.params.id))
    return reply
  }),
  route(e.removeMany, (deps, call) => removeMany(databases, askedBy(deps, call), call.query.q)),
  route(e.connection, async (deps, { caller, params }) => {
    const row = await findVisible(deps, caller, params.id)
    return { id: row.id, result: describeConnection(row, await findTunnel(deps.db, row.id), deps.secrets) }
  }),
  route(e.available, async () => ({ databases: availableDatabases() })),
  route(e.testConnection, async (deps, { body, signal }) => {
    await testConnection(deps, body, signal)
    return { message: 'OK' }
  }),
  route(e.removeTunnel, async (deps, { caller, params }) => {
    mustBeEnabled(deps.config)
    const row = await findVisible(deps, caller, params.id)
    const { numDeletedRows } = await deps.db.deleteFrom('ssh_tunnels').where('database_id', '=', row.id).executeTakeFirstOrThrow()
    if (Number(numDeletedRows) === 0) throw new Refusal(404, 'Not found')
    await deps.queries.forget(row.id)
    return { message: 'OK' }
  }),
  route(e.validateParameters, async (deps, { body, signal }) => {
    await validateParameters(deps, body, signal)
    return { message: 'OK' }
  }),
  route(e.schemas, async (deps, { caller, params, query, signal }) => {
    const { upload_allowed } = readQ<{ upload_allowed?: boolean }>(query.q, schemasShape)
    const row = await findVisible(deps, caller, params.id)
    return { result: [...(upload_allowed ? await listUploadSchemas(deps, caller, row, signal) : await listSchemas(deps, caller, row, signal))] }
  }),
  route(e.catalogs, async (deps, { caller, params, query, signal }) => {
    readQ(query.q, schemasShape)
    return { result: [...(await listCatalogs(deps, caller, await findVisible(deps, caller, params.id), signal))] }
  }),
  route(e.tables, async (deps, { caller, params, query, signal }) => {
    const { schema_name } = readQ<{ schema_name: string }>(query.q, tablesShape)
    const result = await listTables(deps, caller, await findVisible(deps, caller, params.id), schemaOf(decoded(schema_name)), signal)
    return { count: result.length, result }
  }),
  route(e.table, async (deps, { caller, params, signal }) =>
    describeTable(deps, caller, await findVisible(deps, caller, params.id), params.table, schemaOf(params.schema), signal),
  ),
  route(e.tableExtra, async (deps, { caller, params, signal }) =>
    describeExtra(deps, caller, await findVisible(deps, caller, params.id), params.table, schemaOf(params.schema), signal),
  ),
  route(e.selectStar, async (deps, { caller, params, signal }) => ({
    result: await selectStarOf(deps, caller, await findVisible(deps, caller, params.id), params.table, null, signal),
  })),
  route(e.selectStarOfSchema, async (deps, { caller, params, signal }) => ({
    result: await selectStarOf(deps, caller, await findVisible(deps, caller, params.id), params.table, schemaOf(params.schema), signal),
  })),
  route(e.functionNames, async (deps, { caller, params }) => ({
    function_names: [...(connectorOfRow(await findVisible(deps, caller, params.id))?.dialect.functions ?? [])],
  })),
  route(e.relatedObjects, async (deps, { caller, params }) => {
    const { id } = await findVisible(deps, caller, params.id)
    const tabs = await deps.db.selectFrom('tab_states').select(['id', 'label', 'active']).where('database_id', '=', id).orderBy('id').execute()
    return { ...(await relatedObjects(deps, caller, 'datasets.database_id', id)), sqllab_tab_states: counted(tabs) }
  }),
  route(e.uploadSchemas, async (deps, { caller, params, signal }) => ({
    schemas: [...(await listUploadSchemas(deps, caller, await findVisible(deps, caller, params.id), signal))],
  })),
]

/** The stored row of a database the caller may see, or 404. */
async function findVisible(deps: Deps, caller: Caller, id: string | number): Promise<DatabaseRow> {
  const [found] = await visibleIds(databases, askedBy(deps, { caller }), [idOf(id)])
  const row = found === undefined ? undefined : await deps.db.selectFrom('databases').selectAll().where('id', '=', found).executeTakeFirst()
  if (!row) throw new Refusal(404, 'Not found')
  return row
}

/** A masked address stands for its password only if it is exactly the stored one: otherwise a known password could be sent elsewhere. */
async function testConnection(deps: Deps, body: ConnectionTest, signal: AbortSignal): Promise<void> {
  refuseUnusable(body)
  if (!body.sqlalchemy_uri && !(body.engine && body.parameters))
    throw new Refusal({ code: 'GENERIC_COMMAND_ERROR', message: 'Database parameters are invalid.', level: 'warning' }, 422)
  const stored = body.database_name
    ? await deps.db.selectFrom('databases').select(['id', 'uri', 'password']).where('database_name', '=', body.database_name).executeTakeFirst()
    : undefined
  const storedRow = stored ? await findTunnel(deps.db, stored.id) : undefined
  const storedTunnel = storedRow ? settingsOfRow(storedRow, deps.secrets) : null
  const tunnel = body.ssh_tunnel ? readTunnel(deps, body.ssh_tunnel, storedTunnel) : null
  // Read once with the mask left in, to compare with what is stored. Through another tunnel the same address is another place.
  const isSame = stored !== undefined && joinUri(readUri(body, secretMask)) === stored.uri && isSameTunnel(tunnel, storedTunnel)
  const password = isSame && stored.password !== null ? deps.secrets.decrypt(stored.password) : null
  const uri = readUri(body, password)
  if (tunnel) mustHavePort(uri)
  unwrap(await tryConnection(deps, uri, signal, { serverCertificate: body.server_cert ?? null, tunnel }))
}

/** Older clients encode the name twice. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
