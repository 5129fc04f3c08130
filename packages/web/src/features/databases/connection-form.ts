import { readExtraForm } from './extra-form.ts'
import type { ExtraForm } from './extra-form.ts'
import { fileOfAddress, isFileKind } from './file-address.ts'
import { startingValues } from './parameter-fields.ts'
import { parametersOfWire } from './parameter-values.ts'
import type { ParameterValues } from './parameter-values.ts'
import type { Kind, StoredConnection, StoredTunnel } from './wire.ts'

export interface TunnelForm {
  readonly isOn: boolean
  readonly server_address: string
  readonly server_port: string
  readonly username: string
  readonly login: 'password' | 'private_key'
  readonly password: string
  readonly private_key: string
  readonly private_key_password: string
  readonly server_host_key: string
}

/** How the connection is written: field by field, or as one address. */
export type ConnectionMethod = 'fields' | 'address'

/** Everything the dialog holds. Numbers are texts until they are sent, so that nothing typed is lost. */
export interface ConnectionForm {
  readonly engine: string | undefined
  readonly method: ConnectionMethod
  readonly database_name: string
  readonly uri: string
  /** The path, for kinds that live in a file. */
  readonly file: string
  readonly parameters: ParameterValues
  readonly tunnel: TunnelForm
  readonly expose_in_sqllab: boolean
  readonly allow_run_async: boolean
  readonly allow_file_upload: boolean
  readonly allow_ctas: boolean
  readonly allow_cvas: boolean
  readonly allow_dml: boolean
  readonly impersonate_user: boolean
  readonly cache_timeout: string
  readonly force_ctas_schema: string
  readonly server_cert: string
  readonly secureExtra: string
  readonly extra: ExtraForm
}

const noTunnel: TunnelForm = {
  isOn: false,
  server_address: '',
  server_port: '22',
  username: '',
  login: 'password',
  password: '',
  private_key: '',
  private_key_password: '',
  server_host_key: '',
}

const tunnelOf = (stored: StoredTunnel | null | undefined): TunnelForm =>
  !stored
    ? noTunnel
    : {
        isOn: true,
        server_address: stored.server_address ?? '',
        server_port: stored.server_port === undefined || stored.server_port === null ? '' : String(stored.server_port),
        username: stored.username ?? '',
        login: stored.private_key ? 'private_key' : 'password',
        password: stored.password ?? '',
        private_key: stored.private_key ?? '',
        private_key_password: stored.private_key_password ?? '',
        server_host_key: stored.server_host_key ?? '',
      }

/** Whether the kind can be filled in field by field. */
export const hasFields = (kind: Kind | undefined): boolean => kind !== undefined && (kind.parameters !== undefined || isFileKind(kind))

/** The form of a database that is about to be connected; no kind means any address. */
export const newForm = (kind: Kind | undefined): ConnectionForm => ({
  engine: kind?.engine,
  method: hasFields(kind) ? 'fields' : 'address',
  database_name: kind?.name ?? '',
  uri: '',
  file: '',
  parameters: startingValues(kind?.engine, kind?.parameters),
  tunnel: noTunnel,
  expose_in_sqllab: true,
  allow_run_async: false,
  allow_file_upload: false,
  allow_ctas: false,
  allow_cvas: false,
  allow_dml: false,
  impersonate_user: false,
  cache_timeout: '',
  force_ctas_schema: '',
  server_cert: '',
  secureExtra: '',
  extra: readExtraForm(null),
})

/** The form of a stored database. Secrets stand in it as their mask, which means: keep. */
export const formOf = (stored: StoredConnection, kind: Kind | undefined): ConnectionForm => {
  const uri = stored.sqlalchemy_uri ?? ''
  const file = isFileKind(kind) ? fileOfAddress(uri) : undefined
  const isByFields = isFileKind(kind) ? file !== undefined : kind?.parameters !== undefined && stored.configuration_method === 'dynamic_form'
  return {
    engine: kind?.engine,
    method: isByFields ? 'fields' : 'address',
    database_name: stored.database_name,
    uri,
    file: file ?? '',
    parameters: parametersOfWire(stored.parameters ?? {}, kind?.parameters),
    tunnel: tunnelOf(stored.ssh_tunnel),
    expose_in_sqllab: stored.expose_in_sqllab === true,
    allow_run_async: stored.allow_run_async === true,
    allow_file_upload: stored.allow_file_upload === true,
    allow_ctas: stored.allow_ctas === true,
    allow_cvas: stored.allow_cvas === true,
    allow_dml: stored.allow_dml === true,
    impersonate_user: stored.impersonate_user === true,
    cache_timeout: stored.cache_timeout === undefined || stored.cache_timeout === null ? '' : String(stored.cache_timeout),
    force_ctas_schema: stored.force_ctas_schema ?? '',
    server_cert: stored.server_cert ?? '',
    secureExtra: stored.masked_encrypted_extra ?? '',
    extra: readExtraForm(stored.extra),
  }
}

/** Whether two forms say the same. */
export const isSameForm = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
