import type { ConnectionTest, DatabasePost, DatabasePut, ParametersCheck } from '@sightline/contract'
import { isSameForm } from './connection-form.ts'
import type { ConnectionForm, TunnelForm } from './connection-form.ts'
import { printExtra } from './extra-form.ts'
import { addressOfFile, isFileKind } from './file-address.ts'
import { wireOfParameters } from './parameter-values.ts'
import type { Kind, StoredConnection, StoredTunnel } from './wire.ts'

/** The secrets of the way of signing in that was not chosen are left out: a tunnel has one. */
const tunnelBody = (tunnel: TunnelForm, stored: StoredTunnel | null | undefined) => ({
  ...(stored?.id === undefined ? {} : { id: stored.id }),
  server_address: tunnel.server_address.trim(),
  server_port: tunnel.server_port.trim() === '' ? null : Number(tunnel.server_port),
  username: tunnel.username.trim(),
  ...(tunnel.login === 'password'
    ? { password: tunnel.password }
    : { private_key: tunnel.private_key, ...(tunnel.private_key_password === '' ? {} : { private_key_password: tunnel.private_key_password }) }),
  // Left alone, the key that the machine showed first counts; emptied, the next one it shows is taken.
  ...(tunnel.server_host_key.trim() === (stored?.server_host_key ?? '').trim() ? {} : { server_host_key: tunnel.server_host_key.trim() || null }),
})

const withTunnel = (form: ConnectionForm, stored: StoredConnection | undefined) =>
  form.tunnel.isOn ? { ssh_tunnel: tunnelBody(form.tunnel, stored?.ssh_tunnel) } : stored?.ssh_tunnel ? { ssh_tunnel: null } : {}

/** Where the database is and how to get in, in the form that was chosen. */
const connectionPart = (form: ConnectionForm, kind: Kind | undefined) => {
  if (form.method === 'address') return { configuration_method: 'sqlalchemy_form' as const, sqlalchemy_uri: form.uri.trim() }
  if (isFileKind(kind)) return { configuration_method: 'sqlalchemy_form' as const, sqlalchemy_uri: addressOfFile(kind?.engine ?? '', form.file) }
  return {
    configuration_method: 'dynamic_form' as const,
    engine: kind?.engine ?? '',
    parameters: { ...wireOfParameters(form.parameters, kind?.parameters), ...(form.tunnel.isOn ? { ssh: true } : {}) },
  }
}

/** What of the form decides about the connection itself. */
const connectionFacts = (form: ConnectionForm, kind: Kind | undefined) => [connectionPart(form, kind), form.tunnel.isOn ? form.tunnel : null, form.server_cert]

const secrets = (form: ConnectionForm) => ({
  masked_encrypted_extra: form.secureExtra.trim() === '' ? null : form.secureExtra,
  server_cert: form.server_cert.trim() === '' ? null : form.server_cert,
  impersonate_user: form.impersonate_user,
})

const settings = (form: ConnectionForm, storedExtra: string | null | undefined) => ({
  ...secrets(form),
  database_name: form.database_name.trim(),
  expose_in_sqllab: form.expose_in_sqllab,
  allow_run_async: form.allow_run_async,
  allow_file_upload: form.allow_file_upload,
  allow_ctas: form.allow_ctas,
  allow_cvas: form.allow_cvas,
  allow_dml: form.allow_dml,
  cache_timeout: form.cache_timeout.trim() === '' ? null : Number(form.cache_timeout),
  force_ctas_schema: form.force_ctas_schema.trim() === '' ? null : form.force_ctas_schema.trim(),
  extra: printExtra(form.extra, storedExtra),
})

export const bodyForCreate = (form: ConnectionForm, kind: Kind | undefined): DatabasePost => ({
  ...connectionPart(form, kind),
  ...settings(form, null),
  ...withTunnel(form, undefined),
})

/** The connection goes along only if it changed: the server tries it again, and a database that is away could not be renamed. */
export const bodyForUpdate = (form: ConnectionForm, before: ConnectionForm, stored: StoredConnection, kind: Kind | undefined): DatabasePut => {
  const isMoved = !isSameForm(connectionFacts(form, kind), connectionFacts(before, kind))
  return { ...(isMoved ? { ...connectionPart(form, kind), ...withTunnel(form, stored) } : {}), ...settings(form, stored.extra) }
}

/** A masked password stands for the stored one only beside the name under which it is stored. */
export const bodyForTest = (form: ConnectionForm, kind: Kind | undefined, stored: StoredConnection | undefined): ConnectionTest => ({
  ...connectionPart(form, kind),
  ...secrets(form),
  ...(form.tunnel.isOn ? withTunnel(form, stored) : {}),
  database_name: stored?.database_name ?? form.database_name.trim(),
  extra: printExtra(form.extra, stored?.extra),
})

export const bodyForCheck = (form: ConnectionForm, kind: Kind, stored: StoredConnection | undefined): ParametersCheck => ({
  engine: kind.engine,
  configuration_method: 'dynamic_form',
  parameters: wireOfParameters(form.parameters, kind.parameters),
  database_name: form.database_name.trim(),
  ...secrets(form),
  ...(stored === undefined ? {} : { id: stored.id }),
})
