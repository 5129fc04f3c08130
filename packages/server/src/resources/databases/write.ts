import { randomUUID, X509Certificate } from 'node:crypto'
import type { DatabasePost, DatabasePut } from '@sightline/contract'
import type { Caller } from '@sightline/core'
import { followNewDatabase, followRenamedDatabase, followSchemas } from '../../data-permissions/follow-database.ts'
import { invalidUriMessage, maskUri, splitUri, unmaskUri, type ConnectionUri } from '../../databases/connection-uri.ts'
import { defaultExtra, driverNameOf, parametersOf } from '../../databases/database-facts.ts'
import { unmaskExtra } from '../../databases/masked-extra.ts'
import { readConnection } from '../../databases/read-connection.ts'
import { tryConnection } from '../../databases/try-connection.ts'
import type { DatabaseRow } from '../../datasets/load-dataset.ts'
import type { Deps } from '../../deps.ts'
import { Refusal, unwrap } from '../../http/problem.ts'
import { changedNow, createdNow, only } from '../../rest/audit.ts'
import { mustHavePort, readTunnel } from '../../tunnels/read-tunnel.ts'
import { findTunnel, keepTunnel, maskTunnel, settingsOfRow } from '../../tunnels/stored-tunnel.ts'
import type { TunnelSettings } from '../../tunnels/tunnel.ts'

const plain = [
  'cache_timeout',
  'expose_in_sqllab',
  'allow_run_async',
  'allow_file_upload',
  'allow_ctas',
  'allow_cvas',
  'allow_dml',
  'force_ctas_schema',
  'impersonate_user',
  'configuration_method',
  'server_cert',
  'external_url',
] as const

/** Registers a database after connecting to it once. */
export async function createDatabase(deps: Deps, caller: Caller, body: DatabasePost, signal: AbortSignal) {
  refuseUnusable(body)
  await mustBeFree(deps, body.database_name)
  const uri = readUri(body, null)
  const tunnel = body.ssh_tunnel ? readTunnel(deps, body.ssh_tunnel, null) : null
  if (tunnel) mustHavePort(uri)
  const tried = await tryNew(deps, uri, body.server_cert ?? null, tunnel, signal)
  const { schemas } = tried
  const masked = maskUri(uri)
  const encryptedExtra = unmaskExtra(body.masked_encrypted_extra ?? body.encrypted_extra, null)
  const row = {
    uuid: body.uuid ?? randomUUID(),
    database_name: body.database_name,
    uri: masked.uri,
    password: masked.password === null ? null : deps.secrets.encrypt(masked.password),
    configuration_method: body.configuration_method ?? 'sqlalchemy_form',
    cache_timeout: body.cache_timeout ?? null,
    expose_in_sqllab: body.expose_in_sqllab ?? true,
    allow_run_async: body.allow_run_async ?? false,
    allow_file_upload: body.allow_file_upload ?? false,
    allow_ctas: body.allow_ctas ?? false,
    allow_cvas: body.allow_cvas ?? false,
    allow_dml: body.allow_dml ?? false,
    impersonate_user: body.impersonate_user ?? false,
    force_ctas_schema: body.force_ctas_schema ?? null,
    server_cert: body.server_cert ?? null,
    external_url: body.external_url ?? null,
    extra: body.extra || defaultExtra,
    encrypted_extra: encryptedExtra === null ? null : deps.secrets.encrypt(encryptedExtra),
    is_managed_externally: body.is_managed_externally ?? false,
    ...createdNow(deps, caller),
  }
  const id = await deps.db.transaction().execute(async (tx) => {
    const made = await tx.insertInto('databases').values(row).returning('id').executeTakeFirstOrThrow()
    await followNewDatabase(tx, { id: made.id, database_name: body.database_name }, schemas)
    if (tried.tunnel) await keepTunnel(tx, deps, caller, made.id, tried.tunnel)
    return made.id
  })
  const kept = await findTunnel(deps.db, id)
  return {
    id,
    result: {
      ...echoOf(body),
      expose_in_sqllab: row.expose_in_sqllab,
      ...connectionEcho(body, masked.uri),
      uuid: row.uuid,
      driver: driverNameOf(masked),
      ...(kept ? { ssh_tunnel: maskTunnel(kept) } : {}),
    },
  }
}

/** Changes what was sent; the connection is tried again only if it changes. */
export async function updateDatabase(deps: Deps, caller: Caller, before: DatabaseRow, body: DatabasePut, signal: AbortSignal) {
  refuseUnusable(body)
  const name = body.database_name ?? before.database_name
  if (name !== before.database_name) await mustBeFree(deps, name)
  const password = before.password === null ? null : deps.secrets.decrypt(before.password)
  const storedTunnel = await findTunnel(deps.db, before.id)
  const knownTunnel = storedTunnel ? settingsOfRow(storedTunnel, deps.secrets) : null
  const tunnel = body.ssh_tunnel ? readTunnel(deps, body.ssh_tunnel, knownTunnel) : body.ssh_tunnel === null ? null : knownTunnel
  const isReconnected = Boolean(body.sqlalchemy_uri) || (body.configuration_method === 'dynamic_form' && Boolean(body.parameters))
  const uri = isReconnected ? readUri(body, password) : null
  const isTried = uri !== null || Boolean(body.ssh_tunnel)
  const tryUri = uri ?? (isTried ? unmaskUri(splitUri(before.uri) ?? readUri({ sqlalchemy_uri: before.uri }, password), password) : null)
  if (tryUri && tunnel) mustHavePort(tryUri)
  const certificate = body.server_cert === undefined ? before.server_cert : body.server_cert
  const tried = tryUri ? await tryNew(deps, tryUri, certificate, tunnel, signal) : { schemas: [], tunnel }
  const { schemas } = tried
  const masked = uri ? maskUri(uri) : null
  const sentExtra = body.masked_encrypted_extra ?? body.encrypted_extra
  const knownExtra = before.encrypted_extra === null ? null : deps.secrets.decrypt(before.encrypted_extra)
  const encryptedExtra = sentExtra === undefined ? undefined : unmaskExtra(sentExtra, knownExtra)

  await deps.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('databases')
      .set({
        ...only(body, plain),
        database_name: name,
        ...(masked ? { uri: masked.uri, password: masked.password === null ? null : deps.secrets.encrypt(masked.password) } : {}),
        ...(body.extra === undefined ? {} : { extra: body.extra || defaultExtra }),
        ...(encryptedExtra === undefined ? {} : { encrypted_extra: encryptedExtra === null ? null : deps.secrets.encrypt(encryptedExtra) }),
        ...(typeof body.is_managed_externally === 'boolean' ? { is_managed_externally: body.is_managed_externally } : {}),
        ...changedNow(deps, caller),
      })
      .where('id', '=', before.id)
      .execute()
    await followRenamedDatabase(tx, before.id, before.database_name, name)
    await followSchemas(tx, { id: before.id, database_name: name }, schemas)
    if (body.ssh_tunnel !== undefined) await keepTunnel(tx, deps, caller, before.id, tried.tunnel)
  })
  await deps.queries.forget(before.id)
  const kept = await findTunnel(deps.db, before.id)
  return {
    id: before.id,
    result: {
      ...echoOf(body),
      ...connectionEcho({ configuration_method: before.configuration_method, ...body }, masked?.uri ?? before.uri),
      ...(kept ? { ssh_tunnel: maskTunnel(kept) } : {}),
    },
  }
}

/** Connects once, through the tunnel if there is one; answers the schemas, and the tunnel with the key that its server showed. */
async function tryNew(deps: Deps, uri: ConnectionUri, serverCertificate: string | null, tunnel: TunnelSettings | null, signal: AbortSignal) {
  let hostKey = tunnel?.hostKey ?? null
  const extras = { serverCertificate, tunnel, onHostKey: (key: string) => void (hostKey = key) }
  const schemas = unwrap(await tryConnection(deps, uri, signal, extras))
  return { schemas, tunnel: tunnel ? { ...tunnel, hostKey } : null }
}

/** A body's connection, or the refusal of what cannot be one. */
export function readUri(body: Parameters<typeof readConnection>[0], known: string | null): ConnectionUri {
  const uri = readConnection(body, known)
  if (uri.ok) return uri.value
  if (uri.problem === 'unreadable') throw new Refusal(400, { sqlalchemy_uri: [invalidUriMessage] })
  if (uri.problem === 'no form') throw new Refusal(422, `Engine "${body.engine ?? ''}" cannot be configured through parameters.`)
  throw new Refusal(400, { sqlalchemy_uri: ['Missing data for required field.'] })
}

export function refuseUnusable({ server_cert }: { readonly server_cert?: string | null | undefined }): void {
  if (!server_cert) return
  try {
    new X509Certificate(server_cert)
  } catch {
    throw new Refusal(400, { server_cert: ['Invalid certificate'] })
  }
}

async function mustBeFree({ db }: Deps, name: string): Promise<void> {
  const taken = await db.selectFrom('databases').select('id').where('database_name', '=', name).executeTakeFirst()
  if (taken) throw new Refusal(422, { database_name: 'A database with the same name already exists.' })
}

/** What was sent, without secrets. */
function echoOf({
  encrypted_extra: _extra,
  masked_encrypted_extra: _masked,
  parameters: _parameters,
  ssh_tunnel: _tunnel,
  ...rest
}: DatabasePut & { readonly uuid?: unknown }) {
  return rest
}

const connectionEcho = (body: { readonly configuration_method?: string | undefined }, uri: string) => ({
  configuration_method: body.configuration_method ?? 'sqlalchemy_form',
  sqlalchemy_uri: uri,
  parameters: parametersOf({ uri }),
})
